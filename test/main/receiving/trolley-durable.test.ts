import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { JournalEntry } from '../../../src/main/journal/port.ts';
import { rest } from '../support/lost.ts';
import { elsewhere, here, type TestStation, until, type Window } from '../support/test-station.ts';
import {
  asideOf,
  bookOf,
  booksOf,
  countsAt,
  later,
  openTrolley,
  put,
  scanned,
  settings,
  unfinishedOf,
} from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-trolley-durable-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const one = code('polNoBarcode');

/** The program is killed when this command was sent, and starts again. */
async function killedAt(testStation: TestStation, operation: string): Promise<Window> {
  const isSent = (entry: JournalEntry) => entry.operation === operation && entry.state === 'sent';
  await until(() => testStation.journal.unsettled().some(isSent));
  testStation.restart();
  return testStation.window();
}

const trolleyOf = (window: Window) =>
  window.roomEvents.findLast((event) => event.type === 'trolley' || event.type === 'room')?.trolley;

describe('a trolley is there again after a restart', () => {
  test('with its settings, its books and their questions', async () => {
    const { testStation, window } = await openTrolley(folder);
    const kept = await scanned(window, several);
    await later(testStation);
    const asks = await scanned(window, several);
    testStation.restart();
    const now = testStation.window();
    expect(trolleyOf(now)).toMatchObject({ id: trolleyOf(window)?.id, settings: settings() });
    expect(booksOf(now)).toMatchObject([
      { id: kept.id, state: 'kept', recovered: true },
      { id: asks.id, state: 'asks', question: { kind: 'anotherCopy', nth: 2, of: 3 } },
    ]);
    await now.ask('receiving.trolley.answer', { id: asks.id, answer: { kind: 'receive' } });
    expect(await bookOf(now, asks.id)).toMatchObject({ state: 'kept' });
    expect(await countsAt(testStation, several)).toEqual({ received: 2, kept: 2 });
    // The scan is still durable, too: the same one again is the same book.
    expect(booksOf(testStation.window())).toEqual([]);
  });

  test('and a book that was not sent yet goes on by itself', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'items.byBarcode', fault: 'delay', ms: 1000 });
    const { id } = await put(window, code('itemOrdered'));
    testStation.restart();
    await testStation.faults();
    const now = testStation.window();
    expect(await bookOf(now, id)).toMatchObject({ state: 'kept', recovered: true });
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
  });

  test.each(['drop-before', 'drop-after'] as const)(
    'after a kill during a receipt (%s) nothing is received twice, and the book goes on',
    async (fault) => {
      const { testStation, window } = await openTrolley(folder);
      const operation = 'acq.pol.items.receive';
      await testStation.faults(
        { operation, fault: 'delay', ms: 400, count: 1 },
        { operation, fault, count: 1 },
      );
      const { id } = await put(window, code('itemOrdered'));
      const now = await killedAt(testStation, operation);
      expect(booksOf(now)).toMatchObject([{ id, state: 'unclear', failure: { kind: 'unknown-outcome' } }]);
      await rest(testStation);
      if (fault === 'drop-before') {
        await until(() => booksOf(now)[0]?.state === 'refused');
        expect(booksOf(now)[0]?.failure).toMatchObject({ why: 'didNotHappen' });
        // Nothing was received: there is nothing to finish.
        expect(unfinishedOf(now)).toEqual([]);
        await now.ask('receiving.trolley.again', { id });
      }
      await until(() => booksOf(now)[0]?.state === 'kept');
      expect(unfinishedOf(now)).toEqual([]);
      expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    },
  );

  test.each(['drop-before', 'drop-after'] as const)(
    'after a kill between the two steps (%s) it is kept once',
    async (fault) => {
      const { testStation, window } = await openTrolley(folder);
      const operation = 'bibs.items.scanIn';
      await testStation.faults(
        { operation, fault: 'delay', ms: 400, count: 1 },
        { operation, fault, count: 1 },
      );
      const { id } = await put(window, code('itemOrdered'));
      const now = await killedAt(testStation, operation);
      expect(unfinishedOf(now)).toMatchObject([{ pol: several }]);
      await rest(testStation);
      await until(() => booksOf(now)[0]?.state !== 'keeping');
      if (booksOf(now)[0]?.state === 'refused') await now.ask('receiving.trolley.again', { id });
      await until(() => booksOf(now)[0]?.state === 'kept');
      expect(unfinishedOf(now)).toEqual([]);
      expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    },
  );
});

describe('an answer that is lost', () => {
  test.each(['acq.pol.items.receive', 'bibs.items.scanIn'] as const)(
    'of %s is looked up, and the book goes on',
    async (operation) => {
      const { testStation, window } = await openTrolley(folder);
      await testStation.faults({ operation, fault: 'drop-after', count: 1 });
      expect(await scanned(window, code('itemOrdered'))).toMatchObject({ state: 'kept', unfinished: null });
      expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    },
  );

  test('leaves a receipt not confirmed: its item is not given to another book', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
    const first = await scanned(window, several);
    expect(first).toMatchObject({ state: 'unclear', failure: { kind: 'unknown-outcome' } });
    expect(unfinishedOf(window)).toMatchObject([{ id: first.unfinished, pol: several }]);
    await later(testStation);
    const second = await scanned(window, several);
    expect(second.question).toEqual({ kind: 'anotherCopy', nth: 2, of: 3 });
    await window.ask('receiving.trolley.answer', { id: second.id, answer: { kind: 'receive' } });
    const kept = await bookOf(window, second.id);
    expect(kept.state).toBe('kept');
    expect(kept.pid).not.toBe(first.pid);
    await rest(testStation);
    expect(await bookOf(window, first.id)).toMatchObject({ state: 'refused' });
    await window.ask('receiving.trolley.again', { id: first.id });
    await until(() => booksOf(window)[0]?.state === 'kept');
    expect(await countsAt(testStation, several)).toEqual({ received: 2, kept: 2 });
  });

  test('leaves a book unfinished that the list can finish, and the trolley follows', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 1 });
    const book = await scanned(window, code('itemOrdered'));
    expect(book).toMatchObject({ state: 'refused', failure: { operation: 'bibs.items.scanIn' } });
    const [entry] = unfinishedOf(window);
    expect(entry).toMatchObject({ id: book.unfinished, seen: true, needsIds: false });
    await window.ask('receiving.finish', { id: entry?.id ?? '' });
    expect(booksOf(window)).toMatchObject([{ id: book.id, state: 'kept', unfinished: null, failure: null }]);
  });

  test('leaves one unfinished that a person sees to elsewhere', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 1 });
    await scanned(window, code('itemOrdered'));
    await window.ask('receiving.settle', { id: unfinishedOf(window)[0]?.id ?? '' });
    expect(booksOf(window)).toMatchObject([{ state: 'received', unfinished: null, failure: null }]);
  });
});

describe('a trolley that is put aside', () => {
  test('is named by its time and its books, and any window takes it up, also after a restart', async () => {
    const { testStation, window } = await openTrolley(folder);
    expect(await window.failure('receiving.trolley.putAside', {})).toMatchObject({ field: 'trolley' });
    const book = await scanned(window, several);
    await later(testStation);
    const asks = await scanned(window, several);
    const { id } = trolleyOf(window) ?? { id: '' };
    await window.ask('receiving.trolley.putAside', {});
    expect(booksOf(window)).toEqual([]);
    // The mode sticks.
    expect(trolleyOf(window)?.settings).toEqual(settings());
    expect(asideOf(window)).toMatchObject([{ id, books: 2, open: 1, elsewhere: null }]);
    expect(Date.parse(asideOf(window)[0]?.aside ?? '')).toBeGreaterThan(0);
    testStation.restart();
    const [now, other] = [testStation.window(), testStation.window()];
    expect(asideOf(other)).toMatchObject([{ id, books: 2, open: 1 }]);
    expect(booksOf(now)).toEqual([]);
    await scanned(now, one);
    await now.ask('receiving.trolley.takeUp', { id });
    expect(booksOf(now).map((on) => on.id)).toEqual([book.id, asks.id]);
    // The one before it is aside now.
    expect(asideOf(other)).toMatchObject([{ books: 1, open: 0 }]);
    expect(await other.failure('receiving.trolley.takeUp', { id })).toMatchObject({ reason: 'gone' });
    await now.ask('receiving.trolley.answer', { id: asks.id, answer: { kind: 'receive' } });
    expect(await bookOf(now, asks.id)).toMatchObject({ state: 'kept' });
  });

  test('is that of a window that was closed: the next one has it', async () => {
    const { testStation, window } = await openTrolley(folder);
    const book = await scanned(window, several);
    const other = testStation.window();
    testStation.domain.windowClosed(window.id);
    expect(asideOf(other)).toMatchObject([{ books: 1 }]);
    const next = testStation.window();
    expect(booksOf(next)).toMatchObject([{ id: book.id }]);
    expect(asideOf(other)).toEqual([]);
  });

  test('belongs to its library: at another it is seen, and nothing is done with it', async () => {
    const { testStation, window } = await openTrolley(folder);
    testStation.journal.keepLibrary(here, { address: '', root: '', code: '', key: 'here' });
    const book = await scanned(window, several);
    testStation.library = elsewhere;
    testStation.domain.serviceChanged();
    expect(booksOf(window)).toEqual([]);
    expect(asideOf(window)).toMatchObject([{ books: 1, elsewhere: { name: 'Here' } }]);
    const id = asideOf(window)[0]?.id ?? '';
    expect(await window.failure('receiving.trolley.takeUp', { id })).toMatchObject({ reason: 'moved' });
    testStation.library = here;
    testStation.domain.serviceChanged();
    expect(booksOf(window)).toMatchObject([{ id: book.id, state: 'kept' }]);
  });

  test('is what the end leaves of it: books that wait for a person', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, several);
    await later(testStation);
    const asks = await scanned(window, several);
    expect(await window.ask('receiving.trolley.end', {})).toEqual({ left: 1, notReceived: 0 });
    expect(booksOf(window)).toEqual([]);
    expect(asideOf(window)).toMatchObject([{ books: 1, open: 1 }]);
    testStation.restart();
    const now = testStation.window();
    await now.ask('receiving.trolley.takeUp', { id: asideOf(now)[0]?.id ?? '' });
    expect(booksOf(now)).toMatchObject([{ id: asks.id, state: 'asks' }]);
    await now.ask('receiving.trolley.answer', { id: asks.id, answer: { kind: 'leave' } });
    expect(await now.ask('receiving.trolley.end', {})).toEqual({ left: 0, notReceived: 0 });
    expect(asideOf(now)).toEqual([]);
    await scanned(now, one);
    expect(await now.ask('receiving.trolley.end', {})).toEqual({ left: 0, notReceived: 0 });
    testStation.restart();
    const last = testStation.window();
    expect([booksOf(last), asideOf(last)]).toEqual([[], []]);
    expect(trolleyOf(last)?.settings).toEqual(settings());
  });
});

describe('a trolley that is ended', () => {
  test.each([
    ['was not reached', { fault: 'drop-before' }, { kind: 'unreachable' }],
    ['had no time for it', { fault: 'status', status: 429 }, { kind: 'throttled' }],
    ['had a fault of its own', { fault: 'status', status: 503 }, { kind: 'refused', status: 503 }],
  ] as const)(
    'keeps the books for which the service %s; tried again, they come in',
    async (_, fault, failure) => {
      const { testStation, window } = await openTrolley(folder);
      await testStation.faults({ operation: 'items.byBarcode', ...fault });
      const book = await scanned(window, code('itemOrdered'));
      expect(book).toMatchObject({ state: 'refused', failure, undecided: true });
      await testStation.faults();
      await scanned(window, one);
      expect(await window.ask('receiving.trolley.end', {})).toEqual({ left: 1, notReceived: 0 });
      expect(asideOf(window)).toMatchObject([{ books: 1, open: 1 }]);
      testStation.restart();
      const now = testStation.window();
      await now.ask('receiving.trolley.takeUp', { id: asideOf(now)[0]?.id ?? '' });
      expect(booksOf(now)).toMatchObject([{ id: book.id, state: 'refused', undecided: true }]);
      await now.ask('receiving.trolley.again', { id: book.id });
      await until(() => booksOf(now)[0]?.state === 'kept');
      expect(booksOf(now)).toMatchObject([{ failure: null, undecided: false }]);
      expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    },
  );

  test('counts the books that were refused for good, and they are history', async () => {
    const { testStation, window } = await openTrolley(folder);
    for (const text of [code('polReceived'), 'POL-9999999', code('itemFree1')])
      expect(await scanned(window, text)).toMatchObject({ state: 'refused', undecided: false });
    await scanned(window, one);
    expect(await window.ask('receiving.trolley.end', {})).toEqual({ left: 0, notReceived: 3 });
    expect([booksOf(window), asideOf(window)]).toEqual([[], []]);
    testStation.restart();
    expect(booksOf(testStation.window())).toEqual([]);
  });

  test('does not count a book that was received, and is to be kept: the list of unfinished has it', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 1 });
    expect(await scanned(window, one)).toMatchObject({ state: 'refused', undecided: false });
    expect(await window.ask('receiving.trolley.end', {})).toEqual({ left: 0, notReceived: 0 });
    expect(unfinishedOf(window)).toMatchObject([{ pol: one }]);
  });
});

test('a book can be taken off while nothing is sent for it; what was received stays in the list', async () => {
  const { testStation, window } = await openTrolley(folder);
  await testStation.faults({ operation: 'items.byBarcode', fault: 'delay', ms: 200, count: 1 });
  const { id } = await put(window, code('itemOrdered'));
  await window.ask('receiving.trolley.drop', { id });
  expect(booksOf(window)).toEqual([]);
  await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400, count: 1 });
  const book = await scanned(window, one);
  await window.ask('receiving.trolley.drop', { id: book.id });
  expect(booksOf(window)).toEqual([]);
  expect(unfinishedOf(window)).toMatchObject([{ pol: one }]);
  expect(await countsAt(testStation, several)).toEqual({ received: 0, kept: 0 });
  expect(await window.failure('receiving.trolley.drop', { id: book.id })).toMatchObject({ reason: 'gone' });
});

test('while a book is on its way, the station does not leave its library', async () => {
  const { testStation, window } = await openTrolley(folder);
  await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'delay', ms: 300, count: 1 });
  const { id } = await put(window, code('itemOrdered'));
  expect(() => testStation.domain.refuseWhileOpen()).toThrow('invalid');
  await bookOf(window, id);
  expect(() => testStation.domain.refuseWhileOpen()).not.toThrow();
});
