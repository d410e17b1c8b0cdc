import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { localDay } from '../../../src/shared/days.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { until } from '../support/test-station.ts';
import {
  bookOf,
  booksOf,
  copiesAt,
  countsAt,
  isbnAt,
  later,
  openTrolley,
  plain,
  put,
  room,
  says,
  scanned,
  settings,
} from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-trolley-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const today = localDay(new Date());

describe('a scan with a mode that receives', () => {
  test('of an item receives and keeps it, and says on the way how far it is', async () => {
    const { testStation, window } = await openTrolley(folder);
    const book = await scanned(window, code('itemOrdered'));
    expect(book).toMatchObject({
      ...{ state: 'kept', pol: several, title: 'Atlas of the Night Sky', barcode: code('itemOrdered') },
      ...{ failure: null, question: null, unfinished: null, alerts: [], seen: true, own: false },
    });
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    const states = window.roomEvents.flatMap((event) => (event.type === 'book' ? [event.book.state] : []));
    expect([...new Set(states)]).toEqual(['looking', 'waiting', 'receiving', 'keeping', 'kept']);
    // The table is as it was.
    expect(await window.failure('receiving.refresh', {})).toMatchObject({ field: 'pol' });
  });

  test('is done by the mode that was set just before it, also before it is known which library it is', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    void window.ask('receiving.trolley.set', { settings: settings({ mode: 'receive' }) });
    expect(await scanned(window, code('polNoBarcode'))).toMatchObject({ state: 'received' });
    testStation.libraryKnown = false;
    const setting = window.ask('receiving.trolley.set', { settings: settings({ mode: 'keep' }) });
    const scanning = window.scan(code('itemOrdered'), room);
    testStation.libraryKnown = true;
    const [, scan] = await Promise.all([setting, scanning]);
    expect(scan.state).toBe('waiting');
    const book = await until(() => booksOf(window).find(({ pol }) => pol === several));
    expect(await bookOf(window, book.id)).toMatchObject({ id: scan.id, state: 'kept' });
  });

  test('receives it only, on the day that is set, in the mode for that', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive', date: '2026-01-05' });
    expect(await scanned(window, code('itemOrdered'))).toMatchObject({ state: 'received', unfinished: null });
    const [copy] = await copiesAt(testStation, several);
    expect(copy).toMatchObject({ received: '2026-01-05Z', process: 'TRANSIT' });
  });

  test('is answered before anything is looked up, and books go side by side', async () => {
    const { testStation, window } = await openTrolley(folder);
    const held = Promise.withResolvers<null>();
    const holding = (item: unknown) => held.promise.then(() => item);
    testStation.odd = { ...testStation.odd, 'items.byBarcode': holding };
    const [one] = await Promise.all([put(window, code('itemOrdered')), put(window, code('polNoBarcode'))]);
    expect(booksOf(window)).toHaveLength(2);
    for (const { state } of booksOf(window)) expect(['looking', 'waiting']).toContain(state);
    // The second does not wait for the look-up of the first.
    await until(() => booksOf(window)[1]?.state === 'kept');
    expect(booksOf(window)[0]?.state).toBe('looking');
    held.resolve(null);
    expect(await bookOf(window, one.id)).toMatchObject({ state: 'kept' });
  });

  test('goes back to looking up, once or for good', async () => {
    const { window } = await openTrolley(folder);
    await window.ask('receiving.trolley.set', { settings: settings({ mode: 'look' }), once: true });
    expect(await window.scanned(several, room)).toMatchObject({ result: { kind: 'order', pol: several } });
    expect(await scanned(window, code('itemOrdered'))).toMatchObject({ state: 'kept' });
    await window.ask('receiving.trolley.set', { settings: settings({ mode: 'look' }) });
    expect(await window.scanned(several, room)).toMatchObject({ result: { kind: 'order' } });
    expect(booksOf(window)).toHaveLength(1);
  });

  test('with settings for the next book alone receives that one otherwise, and no other', async () => {
    const { testStation, window } = await openTrolley(folder);
    await window.ask('receiving.trolley.set', {
      settings: settings({ mode: 'receive', date: '2026-02-01' }),
      once: true,
    });
    expect(await scanned(window, code('itemOrdered'))).toMatchObject({
      ...{ state: 'received', own: true, settings: { mode: 'receive', date: '2026-02-01' } },
    });
    expect(await scanned(window, code('polNoBarcode'))).toMatchObject({
      ...{ state: 'kept', own: false, settings: { mode: 'keep', date: today } },
    });
    expect((await copiesAt(testStation, several))[0]?.received).toBe('2026-02-01Z');
  });

  test.each([
    [code('itemFree1'), { kind: 'invalid', field: 'poLine', reason: 'required' }],
    ['POL-9999999', { kind: 'refused', code: codes.polNotFound }],
    ['9789650000004', { kind: 'invalid', field: 'isbn', reason: 'noOrderLine', detail: '' }],
    ['AB-12', { kind: 'refused', operation: 'items.byBarcode' }],
    ['no such thing', { kind: 'invalid', field: 'text', reason: 'noOrderLine', detail: '' }],
    [code('polReceived'), { kind: 'invalid', field: 'pid', reason: 'alreadyReceived' }],
  ])('of %s is a book that was refused, and why', async (text, failure) => {
    const { window } = await openTrolley(folder);
    expect(await scanned(window, text)).toMatchObject({ state: 'refused', failure, unfinished: null });
  });

  test('of words, where the service has no search, is not said to be nothing', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'acq.pol.search', fault: 'status', status: 404 });
    expect(await scanned(window, 'night sky')).toMatchObject({
      ...{ state: 'refused', failure: { kind: 'invalid', reason: 'noOrderLine', detail: 'known' } },
    });
    // A number may be an item's.
    expect(await scanned(window, '99999')).toMatchObject({ failure: { operation: 'items.byBarcode' } });
  });

  test('of a patron’s card is no book', async () => {
    const { window } = await openTrolley(folder);
    expect(await window.scan(code('patronGood'), room)).toMatchObject({ state: 'refused', result: null });
    expect(booksOf(window)).toEqual([]);
  });

  test('of a book that was refused tries it again, in its row', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'acq.pol.get', fault: 'status', status: 400, count: 1 });
    const book = await scanned(window, code('itemOrdered'));
    expect(book.state).toBe('refused');
    expect(await put(window, code('itemOrdered'))).toEqual({ kind: 'book', id: book.id, again: true });
    expect(await until(() => booksOf(window).find(({ state }) => state === 'kept'))).toMatchObject({
      ...{ id: book.id, failure: null },
    });
    await testStation.faults({ operation: 'items.byBarcode', fault: 'status', status: 400, count: 1 });
    const other = await scanned(window, code('itemFree2'));
    await window.ask('receiving.trolley.again', { id: other.id });
    expect(await bookOf(window, other.id)).toMatchObject({ failure: { field: 'poLine' } });
    expect(await window.failure('receiving.trolley.again', { id: book.id })).toMatchObject({
      reason: 'alreadySent',
    });
  });
});

describe('an order line that nothing can be received of', () => {
  test.each([
    ['without items', { location: [] }, { reason: 'noItems' }],
    ['without a location at all', { location: undefined }, { reason: 'noItems' }],
    ['that was cancelled', { status: { value: 'CANCELLED' } }, { reason: 'orderCancelled' }],
  ])('%s is refused, and nothing is sent', async (_, fields, failure) => {
    const { testStation, window } = await openTrolley(folder);
    says(testStation, (pol) => ({ ...plain(pol), ...fields }));
    testStation.odd = { ...testStation.odd, 'acq.pol.items.list': () => ({ items: [], total: 0 }) };
    expect(await scanned(window, several)).toMatchObject({ state: 'refused', failure });
    testStation.odd = {};
    expect(await countsAt(testStation, several)).toEqual({ received: 0, kept: 0 });
  });

  test('has the items of its list where its record names none', async () => {
    const { testStation, window } = await openTrolley(folder);
    says(testStation, (pol) => ({ ...plain(pol), location: [] }));
    expect(await scanned(window, several)).toMatchObject({ state: 'kept', copy: { nth: 1, of: 3 } });
    testStation.odd = {};
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
  });

  test('has items without a barcode, which are received by its number', async () => {
    const { testStation, window } = await openTrolley(folder);
    expect(await scanned(window, code('polNoBarcode'))).toMatchObject({ state: 'kept', barcode: '' });
    expect(await countsAt(testStation, code('polNoBarcode'))).toEqual({ received: 1, kept: 1 });
  });
});

describe('a code of several copies', () => {
  test('receives one, and asks for each further one; within the double-scan time it counts once', async () => {
    const { testStation, window } = await openTrolley(folder);
    const isbn = await isbnAt(testStation, several);
    const first = await scanned(window, isbn);
    expect(first).toMatchObject({ state: 'kept', pol: several, copy: { nth: 1, of: 3 } });
    expect(await put(window, `${isbn}51299`)).toEqual({ kind: 'book', id: first.id, again: true });
    await later(testStation);
    // With the price behind it: the same book.
    const second = await scanned(window, `${isbn}51299`);
    expect(second).toMatchObject({ state: 'asks', question: { kind: 'anotherCopy', nth: 2, of: 3 } });
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    await window.ask('receiving.trolley.answer', { id: second.id, answer: { kind: 'receive' } });
    expect(await bookOf(window, second.id)).toMatchObject({ state: 'kept', copy: { nth: 2, of: 3 } });
    expect(
      await window.failure('receiving.trolley.answer', { id: second.id, answer: { kind: 'receive' } }),
    ).toMatchObject({ reason: 'alreadySent' });
    await later(testStation);
    const third = await scanned(window, several);
    expect(third.question).toMatchObject({ kind: 'anotherCopy', nth: 3, of: 3 });
    await window.ask('receiving.trolley.answer', { id: third.id, answer: { kind: 'leave' } });
    expect(booksOf(window).map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await countsAt(testStation, several)).toEqual({ received: 2, kept: 2 });
  });

  test('asks for more of them than there are items only as often as there are items', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, several);
    for (const reason of [null, null, 'alreadyReceived']) {
      await later(testStation);
      const { state, failure } = await scanned(window, several);
      expect([state, failure && 'reason' in failure ? failure.reason : null]).toEqual([
        reason === null ? 'asks' : 'refused',
        reason,
      ]);
    }
    for (const { id, state } of booksOf(window))
      if (state === 'asks') await window.ask('receiving.trolley.answer', { id, answer: { kind: 'receive' } });
    await until(() => booksOf(window).filter(({ state }) => state === 'kept').length === 3);
    expect(await countsAt(testStation, several)).toEqual({ received: 3, kept: 3 });
  });
});

describe('a book that asks', () => {
  test('which of several order lines it is for', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    const isbn = await isbnAt(testStation, several);
    testStation.odd = {
      ...testStation.odd,
      'acq.pol.search': async () => {
        const numbers = [several, code('polNoBarcode')];
        const items = await Promise.all(
          numbers.map((number) => testStation.client.call('acq.pol.get', { path: { pol_id: number } })),
        );
        return {
          items: items.map((pol) => ({ ...pol, resource_metadata: { ...pol.resource_metadata, isbn } })),
          total: 2,
        };
      },
    };
    const book = await scanned(window, isbn);
    expect(book).toMatchObject({
      state: 'asks',
      question: {
        kind: 'whichOrder',
        orders: [
          { pol: several, open: 3 },
          { pol: code('polNoBarcode'), open: 1, title: 'A Field Guide to Paper' },
        ],
      },
    });
    const answer = { kind: 'order', pol: code('polNoBarcode') } as const;
    expect(
      await window.failure('receiving.trolley.answer', { id: book.id, answer: { kind: 'receive' } }),
    ).toMatchObject({ field: 'answer', reason: 'malformed' });
    await window.ask('receiving.trolley.answer', { id: book.id, answer });
    expect(await bookOf(window, book.id)).toMatchObject({ state: 'received', pol: code('polNoBarcode') });
    expect(await countsAt(testStation, several)).toMatchObject({ received: 0 });
    // Without a mode it is a choice for the table.
    await window.ask('receiving.trolley.set', { settings: settings({ mode: 'look' }) });
    expect(await window.scanned(isbn, room)).toMatchObject({
      result: { kind: 'orders', orders: [{ pol: several }, { pol: code('polNoBarcode') }] },
    });
  });

  test('whether it is the wrong book, once, where another order line is on the table', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    const [isbn, own] = await Promise.all([
      isbnAt(testStation, code('polNoBarcode')),
      isbnAt(testStation, several),
    ]);
    await window.scanned(several, room);
    // On the table, it is said once; scanned again, it is looked up.
    expect(await window.scanned(own, room)).toMatchObject({ result: { pol: several } });
    expect(await window.scanned(isbn, room)).toMatchObject({
      failure: { kind: 'invalid', field: 'isbn', reason: 'otherBook', detail: own },
    });
    expect((await window.ask('receiving.refresh', {})).pol).toBe(several);
    expect(await window.scanned(isbn, room)).toMatchObject({ result: { pol: code('polNoBarcode') } });
    await window.scanned(several, room);
    await window.ask('receiving.trolley.set', { settings: settings({ mode: 'receive' }) });
    const book = await scanned(window, isbn);
    expect(book.state).toBe('asks');
    const title = 'Atlas of the Night Sky';
    expect(book.question).toEqual({ kind: 'wrongBook', scanned: isbn, pol: several, title, isbn: own });
    await window.ask('receiving.trolley.answer', { id: book.id, answer: { kind: 'lookUp' } });
    expect(await bookOf(window, book.id)).toMatchObject({ state: 'received', pol: code('polNoBarcode') });
    await later(testStation);
    expect(await scanned(window, isbn)).toMatchObject({ failure: { reason: 'alreadyReceived' } });
  });

  test('whether it belongs to that order line all the same', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'look' });
    await window.scanned(several, room);
    await window.ask('receiving.trolley.set', { settings: settings({ mode: 'receive' }) });
    const book = await scanned(window, await isbnAt(testStation, code('polNoBarcode')));
    await window.ask('receiving.trolley.answer', { id: book.id, answer: { kind: 'receive' } });
    expect(await bookOf(window, book.id)).toMatchObject({ state: 'received', pol: several });
  });

  test('for the ids that neither its order line nor its item names, and checks them', async () => {
    const { testStation, window } = await openTrolley(folder);
    const real = await testStation.client.call('acq.pol.get', { path: { pol_id: code('polNoBarcode') } });
    const [location] = Array.isArray(real.location) ? real.location : [];
    const ids = {
      mmsId: (real.resource_metadata?.mms_id as { value: string }).value,
      holdingId: String((location?.holding as { id: string }[])[0]?.id),
    };
    says(testStation, (pol) => ({
      ...plain(pol),
      resource_metadata: { ...pol.resource_metadata, mms_id: null },
      location: [{ ...location, holding: [] }],
    }));
    const book = await scanned(window, code('polNoBarcode'));
    expect(book).toMatchObject({ state: 'asks', question: { kind: 'whichIds' }, unfinished: null });
    const wrong = { kind: 'ids', mmsId: ids.mmsId, holdingId: '1' } as const;
    await window.ask('receiving.trolley.answer', { id: book.id, answer: wrong });
    await until(() => booksOf(window)[0]?.failure);
    expect(booksOf(window)[0]).toMatchObject({
      state: 'asks',
      failure: { reason: 'noIds', detail: 'wrong' },
    });
    expect(await countsAt(testStation, code('polNoBarcode'))).toEqual({ received: 0, kept: 0 });
    await window.ask('receiving.trolley.answer', { id: book.id, answer: { kind: 'ids', ...ids } });
    expect(await bookOf(window, book.id)).toMatchObject({ state: 'kept' });
    expect(await countsAt(testStation, code('polNoBarcode'))).toEqual({ received: 1, kept: 1 });
  });

  test('for them can be received only; an item with a barcode says them itself', async () => {
    const { testStation, window } = await openTrolley(folder);
    says(testStation, (pol) => ({
      ...plain(pol),
      resource_metadata: { ...pol.resource_metadata, mms_id: null },
    }));
    expect(await scanned(window, several)).toMatchObject({ state: 'kept' });
    const book = await scanned(window, code('polNoBarcode'));
    await window.ask('receiving.trolley.answer', { id: book.id, answer: { kind: 'receiveOnly' } });
    expect(await bookOf(window, book.id)).toMatchObject({ state: 'received', own: true, unfinished: null });
  });
});

describe('the settings', () => {
  test.each([
    [{ department: '' }, 'department'],
    [{ departmentLibrary: '' }, 'department'],
    [{ workOrderType: '' }, 'workOrder'],
    [{ status: '' }, 'status'],
    [{ date: '2026-02-30' }, 'date'],
    [{ date: '2999-01-01' }, 'date'],
  ])('%j is refused', async (more, field) => {
    const { window } = await openTrolley(folder);
    const input = { settings: settings(more) };
    expect(await window.failure('receiving.trolley.set', input)).toMatchObject({ kind: 'invalid', field });
  });

  test('may have a date to come, where a person has confirmed it', async () => {
    const { testStation, window } = await openTrolley(folder, { date: '2999-01-01', confirmedFuture: true });
    expect(await scanned(window, code('itemOrdered'))).toMatchObject({ state: 'kept' });
    expect((await copiesAt(testStation, several))[0]?.received).toBe('2999-01-01Z');
    const pid = (await copiesAt(testStation, several))[1]?.pid ?? '';
    const receipt = { pol: several, pid, department: 'CAT', departmentLibrary: 'MAIN', keep: null };
    const ask = { ...receipt, date: '2999-01-02', intent: randomUUID() };
    expect(await window.failure('receiving.receive', ask)).toMatchObject({ reason: 'tooFarAhead' });
    const outcome = await window.ask('receiving.receive', {
      ...{ ...ask, intent: randomUUID(), confirmedFuture: true },
    });
    expect(outcome.order?.items[1]?.received).toBe('2999-01-02Z');
  });

  test('of one book are its own, until something is sent', async () => {
    const { testStation, window } = await openTrolley(folder);
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'status', status: 400, count: 1 });
    const book = await scanned(window, code('itemOrdered'));
    expect(book.state).toBe('refused');
    const rest = settings({ department: 'ACQ', date: '2026-03-01' });
    const own = await window.ask('receiving.trolley.setBook', {
      ...{ id: book.id, settings: { ...rest, mode: 'receive' } },
    });
    expect(own).toMatchObject({ own: true, settings: { department: 'ACQ', mode: 'receive' } });
    await window.ask('receiving.trolley.again', { id: book.id });
    expect(await bookOf(window, book.id)).toMatchObject({ state: 'received' });
    expect((await copiesAt(testStation, several))[0]?.received).toBe('2026-03-01Z');
    // It may be kept after all, with what it then has.
    await window.ask('receiving.trolley.setBook', {
      ...{ id: book.id, settings: { ...rest, mode: 'keep', department: 'CAT', date: '2026-03-02' } },
    });
    await window.ask('receiving.trolley.again', { id: book.id });
    expect(await until(() => booksOf(window).find(({ state }) => state === 'kept'))).toMatchObject({
      ...{ id: book.id, settings: { date: '2026-03-01', department: 'CAT' } },
    });
    expect(await countsAt(testStation, several)).toEqual({ received: 1, kept: 1 });
    expect(
      await window.failure('receiving.trolley.setBook', {
        ...{ id: book.id, settings: { ...rest, mode: 'keep' } },
      }),
    ).toMatchObject({ reason: 'alreadySent' });
  });
});
