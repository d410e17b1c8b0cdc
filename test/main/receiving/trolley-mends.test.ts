import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Pol } from '../../../src/service/shapes/pol.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { arrayOf } from '../../../src/service/read.ts';
import { Failed } from '../../../src/main/failure.ts';
import { rest } from '../support/lost.ts';
import { elsewhere, here, type TestStation, until, type Window } from '../support/test-station.ts';
import {
  asideOf,
  bookOf,
  booksOf,
  copiesAt,
  countsAt,
  later,
  openTrolley,
  plain,
  put,
  room,
  says,
  scanned,
  settings,
  unfinishedOf,
} from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-trolley-mends-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');

/** An order line that says of none of its items when it was received. */
const withoutDates = (pol: Pol): Pol => ({
  ...plain(pol),
  location: arrayOf(pol.location).map((location) => ({
    ...location,
    copy: arrayOf(location.copy).map((copy) => ({ ...copy, receive_date: null })),
  })),
});

/** How many receipts were answered. */
function countReceipts(testStation: TestStation): () => number {
  let receipts = 0;
  testStation.odd = {
    ...testStation.odd,
    'acq.pol.items.receive': (item) => {
      receipts += 1;
      return item;
    },
  };
  return () => receipts;
}

describe('a room', () => {
  test('keeps its trolley, also one with nothing on it; that of a closed window waits for a new room', async () => {
    const { testStation, window } = await openTrolley(folder);
    const other = testStation.window();
    const book = await scanned(window, several);
    testStation.domain.windowClosed(window.id);
    await other.ask('receiving.trolley.set', { settings: settings({ mode: 'receive' }) });
    expect(booksOf(other)).toEqual([]);
    expect(asideOf(other)).toMatchObject([{ books: 1 }]);
    expect(booksOf(testStation.window())).toMatchObject([{ id: book.id }]);
  });

  test('that is closed with a book behind a command leaves its trolley to the next, which shows the book', async () => {
    const { testStation, window } = await openTrolley(folder);
    const book = await scanned(window, several);
    const look = await window.scan('CRLSETLOOK', room);
    const behind = await window.scan(code('itemOrdered'), room);
    expect([look.state, behind.state]).toEqual(['sent', 'waiting']);
    testStation.domain.windowClosed(window.id);
    const other = testStation.window();
    expect(other.scans().filter(({ id }) => id === behind.id)).toMatchObject([{ state: 'dropped' }]);
    expect(booksOf(other).map(({ id }) => id)).toEqual([book.id]);
  });

  test('that gets the scans of an earlier run has the trolley that its window had', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    await testStation.faults({ operation: 'acq.pol.get', fault: 'delay', ms: 3000 });
    await window.scan(several, room);
    // Its scans cannot be shown at first: another library is connected.
    testStation.library = elsewhere;
    testStation.restart();
    await testStation.faults();
    const now = testStation.window();
    await now.ask('receiving.trolley.set', { settings: settings() });
    const book = await scanned(now, code('itemOrdered'));
    await now.ask('receiving.close', {});
    testStation.library = here;
    testStation.domain.journalReadable();
    expect(now.roomEvents.findLast(({ type }) => type === 'room')).toMatchObject({
      ...{ scans: [{ text: several }], trolley: { books: [{ id: book.id }] } },
    });
    expect(asideOf(testStation.window())).toEqual([]);
  });
});

test('an order line that was read while the station changed its library is not put on the table', async () => {
  const { testStation, window } = await openTrolley(folder, { mode: 'look' });
  testStation.odd = {
    ...testStation.odd,
    'acq.pol.get': (pol) => {
      testStation.library = elsewhere;
      testStation.domain.serviceChanged();
      return pol;
    },
  };
  expect(await window.failure('receiving.open', { pol: several })).toMatchObject({ reason: 'moved' });
  expect(window.roomEvents.findLast(({ type }) => type === 'order' || type === 'room')).toMatchObject({
    order: null,
  });
});

describe('a look-up while the station changes its library', () => {
  const movedMeanwhile = { state: 'refused', failure: { field: 'library', reason: 'moved' } };
  const onTable = (window: Window) =>
    window.roomEvents.findLast((event) => event.type === 'order' || event.type === 'room')?.order;

  test('that waited for its turn puts no order line of the other one on the table', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    const look = await window.scan('CRLSETLOOK', room);
    const scan = await window.scan(several, room);
    testStation.library = elsewhere;
    await window.ask('scans.ran', { id: look.id, why: null });
    expect(await window.settled(scan)).toMatchObject(movedMeanwhile);
    expect(onTable(window)).toBeNull();
  });

  test('that was under way puts none of the one before there', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    testStation.odd = {
      ...testStation.odd,
      'acq.pol.get': (pol) => {
        testStation.library = elsewhere;
        return pol;
      },
    };
    expect(await window.scanned(several, room)).toMatchObject(movedMeanwhile);
    expect(onTable(window)).toBeNull();
  });
});

test('a command waits for the books of its own window alone', async () => {
  const { testStation, window } = await openTrolley(folder);
  const other = testStation.window();
  await other.ask('receiving.trolley.set', { settings: settings() });
  await testStation.faults({ operation: 'items.byBarcode', fault: 'delay', ms: 3000, count: 1 });
  await put(other, '0000000000000');
  const end = await window.scan('CRLEND', room);
  expect(
    await until(() => window.scans().find(({ id, state }) => id === end.id && state === 'sent')),
  ).toBeTruthy();
});

test('a scan that cannot be begun is refused, and the next ones have their turn', async () => {
  const { testStation, window } = await openTrolley(folder, { mode: 'look' });
  await window.ask('receiving.trolley.set', { settings: settings({ mode: 'look' }), once: true });
  const first = await window.scan('CRLSETLOOK', room);
  const second = await window.scan(several, room);
  const saveStep = testStation.journal.saveStep.bind(testStation.journal);
  testStation.journal.saveStep = () => {
    throw new Failed({ kind: 'journal', why: 'full' });
  };
  await window.ask('scans.ran', { id: first.id, why: null });
  expect(await window.settled(second)).toMatchObject({ state: 'refused' });
  testStation.journal.saveStep = saveStep;
  expect(await window.scanned(several, room)).toMatchObject({ state: 'done' });
});

test('a book whose receipt cannot be noted on it is not received: the next run would begin it anew', async () => {
  const { testStation, window } = await openTrolley(folder);
  const { journal } = testStation;
  const saveStep = journal.saveStep.bind(journal);
  journal.saveStep = (step, when) => {
    if ((step.data as { readonly state?: string }).state === 'receiving')
      throw new Failed({ kind: 'journal', why: 'full' });
    saveStep(step, when);
  };
  const receipts = countReceipts(testStation);
  expect(await scanned(window, several)).toMatchObject({
    state: 'refused',
    unfinished: null,
    failure: { kind: 'journal', why: 'full' },
  });
  expect(receipts()).toBe(0);
  expect(unfinishedOf(window)).toEqual([]);
});

describe('a service that names no dates of receipt', () => {
  test('is sent no second receipt when an item is finished', async () => {
    const { testStation, window } = await openTrolley(folder);
    says(testStation, withoutDates);
    const receipts = countReceipts(testStation);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 1 });
    const book = await scanned(window, code('itemOrdered'));
    expect(book.state).toBe('refused');
    await window.ask('receiving.finish', { id: book.unfinished ?? '' });
    expect(booksOf(window)).toMatchObject([{ state: 'kept' }]);
    expect(receipts()).toBe(1);
  });

  test('has each item received once: by the number of its order line, and by its own barcode', async () => {
    const { testStation, window } = await openTrolley(folder);
    says(testStation, withoutDates);
    const first = await scanned(window, several);
    await later(testStation);
    const { id } = await scanned(window, several);
    await window.ask('receiving.trolley.answer', { id, answer: { kind: 'receive' } });
    const second = await bookOf(window, id);
    expect(second).toMatchObject({ state: 'kept', copy: { nth: 2, of: 3 } });
    expect(second.pid).not.toBe(first.pid);
    expect(await countsAt(testStation, several)).toEqual({ received: 2, kept: 2 });
    expect(await scanned(window, first.barcode)).toMatchObject({ failure: { reason: 'alreadyReceived' } });
  });
});

describe('a receipt that did not happen', () => {
  test('leaves nothing to finish, and is tried again for the same item', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
    const first = await scanned(window, several);
    expect(first.state).toBe('unclear');
    await later(testStation);
    const second = await scanned(window, several);
    await window.ask('receiving.trolley.answer', { id: second.id, answer: { kind: 'receive' } });
    await bookOf(window, second.id);
    await rest(testStation);
    expect(await bookOf(window, first.id)).toMatchObject({ state: 'refused', unfinished: null });
    expect(unfinishedOf(window)).toEqual([]);
    await window.ask('receiving.trolley.again', { id: first.id });
    await until(() => booksOf(window)[0]?.state === 'kept');
    expect(booksOf(window)[0]?.pid).toBe(first.pid);
  });

  test('and is found to have happened late: the book was received', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
    const { id, pid } = await scanned(window, several);
    const receipt = testStation.journal.unsettled()[0];
    await rest(testStation);
    expect(await bookOf(window, id)).toMatchObject({ state: 'refused' });
    expect(receipt?.id).toBeDefined();
    expect(pid).not.toBe('');
    // The service carries it out after all.
    await testStation.client.call('acq.pol.items.receive', {
      path: { pol_id: several, item_id: pid },
      query: {},
    });
    await testStation.clock.pass(60 * 60_000);
    expect(await until(() => booksOf(window).find(({ state }) => state === 'received'))).toMatchObject({
      id,
    });
  });
});

describe('a book behind another one', () => {
  test('is kept from the list of unfinished: it says so, though the one before has no step any more', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, code('polNoBarcode'));
    says(testStation, (pol) => ({ ...plain(pol), rush: true }));
    const book = await scanned(window, code('itemOrdered'));
    await window.ask('receiving.finish', { id: book.unfinished ?? '', ids: null });
    const states = window.roomEvents.flatMap((event) =>
      event.type === 'book' && event.book.id === book.id ? [event.book.state] : [],
    );
    expect(states.slice(-2)).toEqual(['keeping', 'kept']);
  });

  test('has what became of its receipt, though the one before is still looked up', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    const { promise, resolve } = Promise.withResolvers<null>();
    testStation.odd = { ...testStation.odd, 'items.byBarcode': (item) => promise.then(() => item) };
    const first = await put(window, code('itemOrdered'));
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
    const lost = await scanned(window, code('polNoBarcode'));
    expect(lost.state).toBe('unclear');
    await rest(testStation);
    await until(() => booksOf(window).find(({ id }) => id === lost.id)?.state === 'refused');
    resolve(null);
    expect(await bookOf(window, first.id)).toMatchObject({ state: 'received' });
  });
});

describe('a refused book that is scanned again', () => {
  test('is received as books are received now', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'acq.pol.get', fault: 'status', status: 400, count: 1 });
    const { id } = await scanned(window, code('itemOrdered'));
    await window.ask('receiving.trolley.set', {
      settings: settings({ mode: 'receive', date: '2026-02-01' }),
    });
    await put(window, code('itemOrdered'));
    expect(await until(() => booksOf(window).find(({ state }) => state === 'received'))).toMatchObject({
      id,
    });
    expect((await copiesAt(testStation, several))[0]?.received).toBe('2026-02-01Z');
  });
});
