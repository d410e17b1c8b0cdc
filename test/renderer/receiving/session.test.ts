import { describe, expect, test, vi } from 'vitest';
import type {
  ItemOutcome,
  OrderView,
  ReceivingEvent,
  UnfinishedView,
} from '../../../src/contract/receiving.ts';
import type { StationView } from '../../../src/contract/station.ts';
import { giveBookBarcode, giveItemBarcode } from '../../../src/renderer/receiving/give-barcode.ts';
import { ReceivingSession } from '../../../src/renderer/receiving/session.svelte.ts';
import { BookRow } from '../../../src/renderer/receiving/trolley.svelte.ts';
import { ScanLog } from '../../../src/renderer/scan/scan-log.svelte.ts';
import type { ScanText } from '../../../src/renderer/scan/scan-text.ts';
import { slowAfter } from '../../../src/renderer/ui/slow-after.ts';
import { main, pass } from '../support/main.ts';
import { aBook, anItem, anOrder, aScan, aTrolley, away, refused, unknown } from '../support/views.ts';

const department = { code: 'ACQ', label: 'Acquisitions', library: 'MAIN' };
const [one, two, three] = [anItem('1'), anItem('2'), anItem('3')];
const order = anOrder('POL-1', [one, two, three]);
/** The same order line with these items received. */
const received = (...pids: readonly string[]): OrderView =>
  anOrder(
    'POL-1',
    [one, two, three].map((item) => (pids.includes(item.pid) ? { ...item, received: '2026-11-23Z' } : item)),
  );

const unfinished = (id: string, pid: string, running = false): UnfinishedView => ({
  ...{ id, pol: 'POL-1', pid, barcode: '', title: 'T', department: 'ACQ', workOrder: 'W', status: 'S' },
  ...{
    since: '',
    failure: null,
    running,
    elsewhere: null,
    alerts: [],
    seen: true,
    toKeep: true,
    needsIds: false,
  },
});

/** A receiving room that stands at a department and follows main. */
async function aRoom(more: Partial<Extract<ReceivingEvent, { type: 'room' }>> = {}) {
  const said: ScanText[] = [];
  const nothing = (): void => undefined;
  const submitted: string[] = [];
  const room = new ReceivingSession(new ScanLog(nothing, nothing, nothing), {
    say: (_id, text) => said.push(text),
    takeUnseen: () => [],
    onReceipt: nothing,
    onBook: nothing,
    submit: (code) => {
      submitted.push(code);
      return Promise.resolve();
    },
  });
  room.start();
  void room.settings.useStation({ mode: 'practice', department } as StationView);
  await main.open('station.places').answer({ libraries: [], departments: [department] });
  await main.open('receiving.workOrders').answer({ types: [], statuses: [{ code: 'S', label: 'Status' }] });
  const hear = (event: ReceivingEvent): Promise<void> => main.open('receiving.watch').report(event);
  await hear({
    ...{ type: 'room', order: null, pid: null, scans: [], unfinished: [], trolley: aTrolley(), aside: [] },
    ...more,
  });
  /** The receipts whose outcome is known, oldest first. */
  const outcomes = () => room.receipts.list.filter(({ state }) => state !== 'sent').toReversed();
  return { room, outcomes, said, submitted, hear };
}

describe('an order line that is open', () => {
  test('has the item that was scanned chosen, else the first that is not received', async () => {
    const { room, hear } = await aRoom();
    expect(room.orderLine.item).toBeNull();
    await hear({ type: 'order', order: received('1'), pid: null });
    expect(room.orderLine.item?.pid).toBe('2');
    room.orderLine.move(1);
    room.orderLine.move(1);
    expect(room.orderLine.item?.pid).toBe('3');
    room.orderLine.move(-5);
    expect(room.orderLine.item?.pid).toBe('1');
    // Read anew, it leaves the person where they are.
    await hear({ type: 'order', order: received('1', '2'), pid: null });
    expect(room.orderLine.item?.pid).toBe('1');
    await hear({ type: 'order', order: received('1'), pid: '3' });
    expect(room.orderLine.item?.pid).toBe('3');
  });

  test('is not behind a scan that came to nothing, until somebody goes back to it', async () => {
    const { room, hear } = await aRoom({ order });
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'held' }) });
    expect(room.inHand.lookingUp?.id).toBe('1');
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'refused', failure: refused }) });
    expect(room.inHand.lookingUp).toBeNull();
    expect(room.inHand.nothingFound?.id).toBe('1');
    room.inHand.dismiss();
    expect(room.inHand.nothingFound).toBeNull();
    await hear({ type: 'scan', scan: aScan('2', 2, { state: 'refused', failure: refused }) });
    expect(room.inHand.nothingFound?.id).toBe('2');
    // A command is no book.
    await hear({ type: 'scan', scan: aScan('3', 3, { kind: 'command', state: 'done' }) });
    expect(room.inHand.nothingFound?.id).toBe('2');
    await hear({ type: 'scan', scan: aScan('4', 4) });
    expect(room.inHand.nothingFound).toBeNull();
  });

  test('is read anew as it is asked; where that fails, it stays and says why', async () => {
    const { room } = await aRoom({ order });
    void room.refresh();
    expect(room.refreshing).toBe(true);
    await main.open('receiving.refresh').fail(away);
    expect([room.refreshing, room.failure, room.orderLine.view]).toEqual([false, away, order]);
    void room.refresh();
    await main.open('receiving.refresh').answer(received('1'));
    expect(room.orderLine.view).toEqual(received('1'));
    expect(room.failure).toBeNull();
  });
});

describe('receiving an item', () => {
  test('is done once, however often the key is pressed, and goes on to the next', async () => {
    const { room, outcomes } = await aRoom({ order });
    void room.receive(false);
    void room.receive(false);
    void room.receive(true);
    expect(main.times('receiving.receive')).toBe(1);
    const request = main.open('receiving.receive');
    expect(request.input).toMatchObject({
      ...{ pol: 'POL-1', pid: '1', department: 'ACQ', departmentLibrary: 'MAIN', keep: null },
      intent: room.receipts.list[0]?.id,
    });
    expect(room.receipts.pendingFor('1')?.state).toBe('sent');
    expect(room.receipts.receivedCount).toBe(0);
    await request.answer({ order: received('1'), kept: null, failure: null, alerts: [] });
    expect(room.receipts.pendingFor('1')).toBeNull();
    expect(room.receipts.receivedCount).toBe(1);
    expect(room.orderLine.item?.pid).toBe('2');
    expect(outcomes().map(({ state }) => state)).toEqual(['done']);
  });

  test('keeps the stage where only that has shown that someone waits, until it is seen', async () => {
    const { room, said, hear } = await aRoom({ order });
    void room.receive(true);
    const alerts = [{ kind: 'requested', requester: 'Ming', place: '', count: null }] as const;
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: 'done', failure: null, alerts });
    expect(said.at(-1)).toMatchObject({ outcome: 'Kept', meaning: 'information', sound: 'attention' });
    // Main lists it, also after a restart.
    const entry = { ...unfinished('a', '1'), alerts, seen: false, toKeep: false };
    await hear({ type: 'unfinished', unfinished: [entry] });
    expect(room.unfinished.toFinish).toEqual([]);
    expect(room.questions.current).toMatchObject({ kind: 'alerts', id: 'a' });
    // The end of the trolley does not take it out of the way.
    room.receipts.clearCompleted();
    room.questions.putAside();
    expect(room.questions.current).toMatchObject({ kind: 'alerts' });
    const failing = room.questions.see();
    await main.open('receiving.finish').fail(away);
    await failing;
    expect([room.failure, room.questions.current?.id]).toEqual([away, 'a']);
    const seeing = room.questions.see();
    await main.open('receiving.finish').answer({ unfinished: [], alerts: [] });
    await seeing;
    expect([room.failure, room.questions.current]).toEqual([null, null]);
  });

  test('and keeping it says what was not kept', async () => {
    const { room, outcomes } = await aRoom({ order });
    room.settings.show({ ...aTrolley().settings, workOrderType: 'W', status: 'S' });
    void room.receive(true);
    expect(main.open('receiving.receive').input.keep).toEqual({ workOrderType: 'W', status: 'S' });
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: 'unfinished', failure: away, alerts: [] });
    expect(outcomes()[0]).toMatchObject({ state: 'unfinished', failure: away });
    expect(room.receipts.latest?.receipt).toBe(outcomes()[0]);
    expect(room.receipts.receivedCount).toBe(1);
  });

  test('that failed stays where it was, with the reason', async () => {
    const { room, outcomes } = await aRoom({ order });
    void room.receive(false);
    await main.open('receiving.receive').fail(unknown);
    expect(outcomes()[0]).toMatchObject({ state: 'failed', failure: unknown });
    expect(room.orderLine.item?.pid).toBe('1');
    expect(room.orderLine.view).toEqual(order);
    expect(room.receipts.receivedCount).toBe(0);
  });

  test('on a day that is not accepted says so at the day, until another is chosen', async () => {
    const { room } = await aRoom({ order });
    room.settings.date = '1999-01-01';
    void room.receive(false);
    expect(main.open('receiving.receive').input.date).toBe('1999-01-01');
    const past = { kind: 'invalid', field: 'date', reason: 'inThePast', detail: '' } as const;
    await main.open('receiving.receive').fail(past);
    expect(room.settings.dateFailure).toEqual(past);
    room.settings.date = '2026-11-23';
    expect(room.settings.dateFailure).toBeNull();
  });

  test('leaves the book in hand where it was scanned, or still lacks its barcode', async () => {
    const scanned = await aRoom({ order, pid: '1' });
    void scanned.room.receive(false);
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: null, failure: null, alerts: [] });
    expect(scanned.room.orderLine.item?.pid).toBe('1');
    const bare = anOrder('POL-1', [{ ...one, barcode: '' }, two]);
    await scanned.hear({ type: 'order', order: bare, pid: null });
    void scanned.room.receive(false);
    const now = anOrder('POL-1', [{ ...one, barcode: '', received: '2026-11-23Z' }, two]);
    await main.open('receiving.receive').answer({ order: now, kept: null, failure: null, alerts: [] });
    expect(scanned.room.orderLine.item?.pid).toBe('1');
    // With its barcode, the next one's turn has come.
    const { item } = scanned.room.orderLine;
    if (!item) throw new Error('nothing is chosen');
    void giveItemBarcode(scanned.room, item, '99');
    await main
      .open('receiving.setBarcode')
      .answer({ record: anOrder('POL-1', [{ ...one, barcode: '99', received: '2026-11-23Z' }, two]) });
    expect(scanned.room.orderLine.item?.pid).toBe('2');
  });

  test('of an order line that was left meanwhile does not bring it back', async () => {
    const { room, hear, outcomes } = await aRoom({ order });
    void room.receive(false);
    const other = anOrder('POL-2', [anItem('9')]);
    await hear({ type: 'order', order: other, pid: null });
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: null, failure: null, alerts: [] });
    expect(room.orderLine.view).toEqual(other);
    expect(room.orderLine.item?.pid).toBe('9');
    expect(outcomes()[0]?.state).toBe('done');
  });

  test('is not begun with no department', async () => {
    const { room } = await aRoom({ order });
    void room.settings.useStation({ mode: 'practice', department: null } as StationView);
    await main.open('station.places').answer({ libraries: [], departments: [] });
    await main.open('receiving.workOrders').answer({ types: [], statuses: [] });
    await main.open('receiving.trolley.set').answer(aTrolley());
    await room.receive(false);
    expect(main.times('receiving.receive')).toBe(0);
  });

  test('is slow after 300 ms; it can be waited for no longer', async () => {
    const { room } = await aRoom({ order });
    void room.receive(false);
    const receipt = room.receipts.list[0];
    await pass(299);
    expect(receipt?.slow).toBe(false);
    await pass(1);
    expect(receipt?.slow).toBe(true);
    const request = main.open('receiving.receive');
    receipt?.stop();
    expect(request.aborted).toBe(true);
  });
});

describe('a barcode', () => {
  test('that cannot be given says why, to the field it was typed into', async () => {
    const { room } = await aRoom({ order });
    const values = giveItemBarcode(room, two, '99');
    expect(await giveItemBarcode(room, two, '98')).toBeNull();
    expect(main.times('receiving.setBarcode')).toBe(1);
    await main.open('receiving.setBarcode').fail(refused);
    expect(await values).toEqual(refused);
    expect(room.orderLine.view).toEqual(order);
  });

  test('is given to a book of the trolley, whatever order line is on the table', async () => {
    const { room, hear, outcomes } = await aRoom({ order });
    const book = aBook('b', 1, { state: 'received', pol: 'POL-2', pid: '9', barcode: '' });
    await hear({ type: 'book', book });
    const given = giveBookBarcode(room, book, '99');
    expect(await giveBookBarcode(room, book, '98')).toBeNull();
    expect(main.open('receiving.setBarcode').input).toMatchObject({ pol: 'POL-2', pid: '9', barcode: '99' });
    await main.open('receiving.setBarcode').answer({ record: null });
    expect(await given).toBeNull();
    expect(outcomes()).toMatchObject([
      { state: 'done', unread: false, about: { act: 'barcode', title: 'T', barcode: '99' } },
    ]);
    // There is no order line of it to be read again.
    expect(main.times('receiving.refresh')).toBe(0);
    expect(room.orderLine.view).toEqual(order);
    const again = giveBookBarcode(room, book, '97');
    await main.open('receiving.setBarcode').fail(refused);
    expect(await again).toEqual(refused);
  });
});

describe('what is not finished', () => {
  test('is finished one at a time, the first that is not being finished', async () => {
    const list = [unfinished('a', '1', true), unfinished('b', '2'), unfinished('c', '3')];
    const { room, outcomes } = await aRoom({ unfinished: list });
    void room.unfinished.finish();
    void room.unfinished.finish();
    expect(main.open('receiving.finish').input).toEqual({ id: 'b', ids: null });
    await main.open('receiving.finish').answer({ unfinished: [unfinished('c', '3')], alerts: [] });
    expect(outcomes().map(({ state, about }) => [state, about.act])).toEqual([['done', 'finish']]);
    expect(room.unfinished.all.map(({ id }) => id)).toEqual(['c']);
  });

  test('at another library is listed, and never finished from here', async () => {
    const there: UnfinishedView = {
      ...unfinished('a', '1'),
      elsewhere: { mode: 'institution', name: 'Town Library' },
    };
    const { room, hear } = await aRoom({ unfinished: [there, unfinished('b', '2', true)] });
    expect(room.unfinished.all).toHaveLength(2);
    expect(room.unfinished.next).toBeNull();
    await room.unfinished.finish();
    await room.unfinished.finish(there);
    expect(main.times('receiving.finish')).toBe(0);
    expect(room.receipts.list).toEqual([]);
    await hear({ type: 'unfinished', unfinished: [there, unfinished('b', '2')] });
    void room.unfinished.finish();
    expect(main.open('receiving.finish').input).toEqual({ id: 'b', ids: null });
    // Somebody may have seen to it there.
    void room.unfinished.settle(there);
    expect(main.open('receiving.settle').input).toEqual({ id: 'a' });
  });

  test('stays on the list where it was received and not kept, or could not be finished', async () => {
    const { room, outcomes } = await aRoom({ unfinished: [unfinished('b', '2')] });
    void room.unfinished.finish();
    await main.open('receiving.finish').answer({
      unfinished: [{ ...unfinished('b', '2'), failure: away }],
      alerts: [],
    });
    expect(outcomes()[0]).toMatchObject({ state: 'unfinished', failure: away });
    void room.unfinished.finish();
    await main.open('receiving.finish').fail(unknown);
    expect(outcomes()[1]).toMatchObject({ state: 'failed', failure: unknown });
    expect(room.unfinished.all.map(({ id }) => id)).toEqual(['b']);
  });

  test('waits on the list where it was found only now that someone waits', async () => {
    const { room, outcomes } = await aRoom({ unfinished: [unfinished('b', '2')] });
    void room.unfinished.finish();
    const alerts = [{ kind: 'requestsUnread' }] as const;
    await main.open('receiving.finish').answer({
      ...{ unfinished: [{ ...unfinished('b', '2'), alerts, seen: false }], alerts },
    });
    expect(outcomes()[0]).toMatchObject({ state: 'toSee', failure: null, alerts });
    expect(room.questions.current).toMatchObject({ kind: 'alerts', id: 'b' });
    expect(room.questions.open).toHaveLength(1);
  });

  test('leaves the list where a person has seen to it', async () => {
    const { room, hear } = await aRoom({ unfinished: [unfinished('b', '2')] });
    void room.unfinished.settle(unfinished('b', '2'));
    await main.open('receiving.settle').answer({ unfinished: [] });
    expect(room.unfinished.all).toEqual([]);
    await hear({ type: 'unfinished', unfinished: [unfinished('c', '3')] });
    expect(room.unfinished.all.map(({ id }) => id)).toEqual(['c']);
  });
});

describe('a trolley', () => {
  test('that is ended begins the next at nought, with what is still running', async () => {
    const { room, hear, said } = await aRoom({ order });
    void room.receive(false);
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: null, failure: null, alerts: [] });
    void room.receive(false);
    void room.end();
    await main.open('receiving.trolley.end').answer({ left: 2, notReceived: 0 });
    await main.open('receiving.close').answer(null);
    expect(room.ended).toMatchObject({ what: '1 received', consequence: '2 books put aside' });
    expect(said.at(-1)).toBe(room.ended);
    expect(room.receipts.receivedCount).toBe(0);
    expect(room.receipts.list.map(({ about }) => about.pid)).toEqual(['2']);
    expect(room.receipts.latest).toBeNull();
    await hear({ type: 'scan', scan: aScan('1', 1) });
    expect(room.ended).toBeNull();
  });

  test('that is ended says how many books were not received, also without one that is left', async () => {
    const { room } = await aRoom();
    void room.end();
    await main.open('receiving.trolley.end').answer({ left: 0, notReceived: 3 });
    await main.open('receiving.close').answer(null);
    expect(room.ended).toMatchObject({ meaning: 'attention', consequence: '3 not received' });
  });

  test('that could not be ended stays, and says why', async () => {
    const { room } = await aRoom({ order });
    void room.receive(false);
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: null, failure: null, alerts: [] });
    void room.end();
    await main.open('receiving.trolley.end').fail(refused);
    expect(room.failure).toEqual(refused);
    expect(room.receipts.receivedCount).toBe(1);
    expect(room.ended).toBeNull();
  });
});

describe('a day to come', () => {
  const ahead = '2199-01-01';

  test('is asked about once, and then received on', async () => {
    const { room } = await aRoom({ order });
    room.settings.date = ahead;
    void room.receive(false);
    expect(main.times('receiving.receive')).toBe(0);
    expect(room.settings.future?.date).toBe(ahead);
    void room.settings.answerFuture(true);
    const set = main.open('receiving.trolley.set');
    expect(set.input.settings).toMatchObject({ date: ahead, confirmedFuture: true });
    await set.answer(aTrolley({ settings: { ...set.input.settings, confirmedFuture: true } }));
    expect(main.open('receiving.receive').input).toMatchObject({ date: ahead, confirmedFuture: true });
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: null, failure: null, alerts: [] });
    void room.receive(false);
    expect(room.settings.future).toBeNull();
    expect(main.open('receiving.receive').input).toMatchObject({ pid: '2', date: ahead });
  });

  test('that is not meant receives nothing, and the day is as it was', async () => {
    const { room } = await aRoom({ order });
    const before = room.settings.date;
    room.settings.date = ahead;
    void room.receive(true);
    await room.settings.answerFuture(false);
    expect([main.times('receiving.receive'), main.times('receiving.trolley.set')]).toEqual([0, 0]);
    expect(room.settings.date).toBe(before);
  });
});

describe('several items', () => {
  test('are received as one job; each has its row, and the sum is said once', async () => {
    const { room } = await aRoom({ order });
    room.orderLine.tickAll();
    expect(room.orderLine.several.map(({ pid }) => pid)).toEqual(['1', '2', '3']);
    void room.receive(true);
    void room.receive(true);
    expect(main.times('receiving.receiveItems')).toBe(1);
    const job = main.open('receiving.receiveItems');
    expect(job.input).toMatchObject({ pol: 'POL-1', pids: ['1', '2', '3'], keep: { status: 'S' } });
    const outcome = (pid: string, state: ItemOutcome['state']): ItemOutcome => ({
      ...{ pid, title: '', barcode: `b-${pid}`, state, failure: state === 'refused' ? refused : null },
      ...{ alerts: [], unfinished: null },
    });
    await job.report({ done: 1, total: 3, outcome: outcome('1', 'kept') });
    expect(room.several.progress).toEqual({ done: 1, total: 3, stopping: false });
    await job.report({ done: 2, total: 3, outcome: outcome('2', 'refused') });
    room.several.stop();
    expect(room.several.progress?.stopping).toBe(true);
    expect(job.aborted).toBe(true);
  });

  test('that were gone through are not ticked any more, and what was not done is said', async () => {
    const { room, outcomes, said } = await aRoom({ order });
    room.orderLine.ticked = new Set(['1', '3']);
    void room.receive(false);
    const one: ItemOutcome = {
      ...{
        pid: '1',
        title: '',
        barcode: 'b-1',
        state: 'received',
        failure: null,
        alerts: [],
        unfinished: null,
      },
    };
    const job = main.open('receiving.receiveItems');
    await job.report({ done: 1, total: 2, outcome: one });
    await job.answer({ order: received('1'), outcomes: [one, { ...one, pid: '3', state: 'stopped' }] });
    expect(room.orderLine.several).toEqual([]);
    expect(room.several.progress).toBeNull();
    expect(outcomes().map(({ about, state }) => [about.pid, about.number, state])).toEqual([
      ['1', 1, 'done'],
    ]);
    expect(said).toEqual([
      expect.objectContaining({
        outcome: 'Partly done',
        what: order.title,
        consequence: '1 received, 1 not tried',
      }),
    ]);
  });
});

describe('the books of the trolley', () => {
  test('say what became of them once each, and what is to be seen keeps the stage until it is seen', async () => {
    const { room, hear, said } = await aRoom();
    const id = crypto.randomUUID();
    await hear({ type: 'book', book: aBook(id, 1, { state: 'looking' }) });
    expect(said).toEqual([]);
    const rush = { alerts: [{ kind: 'rush' }], seen: false } as const;
    await hear({ type: 'book', book: aBook(id, 1, { state: 'received', ...rush }) });
    await hear({ type: 'book', book: aBook(id, 1, { state: 'received', ...rush }) });
    expect(said.map(({ outcome, what }) => [outcome, what])).toEqual([['Rush', 'T']]);
    expect(room.questions.current).toMatchObject({ kind: 'alerts', id });
    // Esc does not take it out of the way.
    room.questions.putAside();
    expect(room.questions.current).toMatchObject({ kind: 'alerts', id });
    void room.questions.see();
    expect(main.open('receiving.trolley.seen').input).toEqual({ ids: [id] });
    await hear({ type: 'book', book: aBook(id, 1, { state: 'kept', alerts: rush.alerts }) });
    expect(room.questions.current).toBeNull();
    expect(said.at(-1)).toMatchObject({ outcome: 'Kept' });
  });

  test('ask one after the other; one that is put aside is brought back by its row', async () => {
    const { room, hear } = await aRoom();
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
    const asks = { state: 'asks', question: { kind: 'anotherCopy', nth: 2, of: 3 } } as const;
    await hear({ type: 'book', book: aBook(first, 1, asks) });
    await hear({ type: 'book', book: aBook(second, 2, asks) });
    expect(room.questions.current?.id).toBe(first);
    room.questions.putAside();
    expect(room.questions.current?.id).toBe(second);
    room.questions.putAside();
    expect(room.questions.current).toBeNull();
    room.questions.take(first);
    void room.questions.answer(0);
    expect(main.open('receiving.trolley.answer').input).toEqual({ id: first, answer: { kind: 'receive' } });
  });

  test('of which several order lines are meant are chosen from, with the keys of the answers', async () => {
    const { room, hear, submitted } = await aRoom();
    const orders = ['POL-7', 'POL-8'].map((pol) => ({
      ...{ pol, title: 'T', author: '', vendor: 'V', status: '', open: 1 },
    }));
    await hear({ type: 'scan', scan: aScan('1', 1, { result: { kind: 'orders', orders } }) });
    expect(room.choices).toEqual(orders);
    room.choose('POL-8');
    expect(submitted).toEqual(['POL-8']);
    room.inHand.dismiss();
    expect(room.choices).toBeNull();
    const id = crypto.randomUUID();
    const question = { kind: 'whichOrder', orders } as const;
    await hear({ type: 'book', book: aBook(id, 1, { state: 'asks', question }) });
    expect(room.choices).toEqual(orders);
    room.choose('POL-7');
    expect(main.open('receiving.trolley.answer').input.answer).toEqual({ kind: 'order', pol: 'POL-7' });
  });
});

describe('books that were not reached', () => {
  test('are tried again at once, oldest first, and others are not', async () => {
    const { room, hear } = await aRoom();
    const [first, second, third] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const lost = { state: 'refused', failure: away, undecided: true } as const;
    await hear({ type: 'book', book: aBook(first, 1, lost) });
    await hear({ type: 'book', book: aBook(second, 2, { state: 'refused', failure: refused }) });
    await hear({ type: 'book', book: aBook(third, 3, lost) });
    expect(room.trolley.undecided).toHaveLength(2);
    void room.trolley.tryUndecided();
    const tries = main.all('receiving.trolley.again');
    expect(tries.map(({ input }) => input.id)).toEqual([first, third]);
    await hear({ type: 'book', book: aBook(first, 1, { state: 'looking' }) });
    await tries[0]?.answer(null);
    await tries[1]?.fail(refused);
    expect(room.trolley.undecided.map(({ id }) => id)).toEqual([third]);
    expect(room.trolley.failure).toEqual(refused);
  });
});

describe('a book of the trolley', () => {
  const rush = { alerts: [{ kind: 'rush' }], seen: false } as const;

  test.each([
    ['receiving', false],
    ['received', true],
    ['kept', true],
  ] as const)('that is %s: whether its alerts are to be seen is %s', async (state, isAsked) => {
    const { room, hear } = await aRoom();
    await hear({ type: 'book', book: aBook(crypto.randomUUID(), 1, { state, ...rush }) });
    expect(room.questions.current !== null).toBe(isAsked);
  });

  test('counts as received only when that is known', async () => {
    const { room, hear } = await aRoom();
    const open = { unfinished: 'step' };
    await hear({ type: 'book', book: aBook(crypto.randomUUID(), 1, { state: 'unclear', ...open }) });
    await hear({ type: 'book', book: aBook(crypto.randomUUID(), 2, { state: 'receiving', ...open }) });
    expect(room.receivedCount).toBe(0);
    await hear({ type: 'book', book: aBook(crypto.randomUUID(), 3, { state: 'refused', ...open }) });
    expect(room.receivedCount).toBe(1);
  });
});

describe('what needs ids', () => {
  test('is received from the table with those of a person; wrong ones are said', async () => {
    const { room } = await aRoom({ order });
    const noIds = { kind: 'invalid', field: 'keep', reason: 'noIds', detail: '' } as const;
    void room.receive(true);
    await main.open('receiving.receive').fail(noIds);
    const ids = { mmsId: '99', holdingId: '22' };
    const wrong = room.questions.idsFor?.send(ids);
    const second = main.open('receiving.receive');
    expect(second.input).toMatchObject({ pid: '1', ids, keep: { status: 'S' } });
    await second.fail({ ...noIds, field: 'holdingId', detail: 'wrong' });
    expect(await wrong).toMatchObject({ detail: 'wrong' });
    const right = room.questions.idsFor?.send(ids);
    await main
      .open('receiving.receive')
      .answer({ order: received('1'), kept: 'done', failure: null, alerts: [] });
    expect(await right).toBeNull();
    expect(room.receipts.keptPids).toEqual(['1']);
    // To receive alone needs none.
    room.questions.idsFor = null;
    void room.receive(false);
    await main.open('receiving.receive').fail(noIds);
    expect(room.questions.idsFor).toBeNull();
  });

  test('asks a person for them, and is finished with those', async () => {
    const entry = { ...unfinished('b', '2'), needsIds: true };
    const { room } = await aRoom({ unfinished: [entry] });
    await room.unfinished.finish();
    expect(main.times('receiving.finish')).toBe(0);
    expect(room.questions.idsFor?.title).toBe('T');
    expect(room.unfinished.finishable).toBe(0);
    void room.questions.idsFor?.send({ mmsId: '99', holdingId: '22' });
    expect(main.open('receiving.finish').input).toEqual({ id: 'b', ids: { mmsId: '99', holdingId: '22' } });
  });

  test('and what is to be seen first are not finished by the key that keeps', async () => {
    const unseen = { ...unfinished('a', '1'), seen: false, alerts: [{ kind: 'rush' } as const] };
    const { room } = await aRoom({ unfinished: [unseen] });
    expect(room.unfinished.next).toBeNull();
    expect(room.questions.current).toMatchObject({ kind: 'alerts', id: 'a' });
    void room.questions.see();
    expect(main.open('receiving.finish').input).toEqual({ id: 'a', ids: null });
  });
});

test('a book is slow by how long it is in its present state', () => {
  vi.useFakeTimers();
  const row = new BookRow(aBook('1', 1, { state: 'looking' }));
  vi.advanceTimersByTime(slowAfter - 1);
  row.show(aBook('1', 1, { state: 'receiving' }));
  vi.advanceTimersByTime(slowAfter - 1);
  expect(row.slow).toBe(false);
  vi.advanceTimersByTime(1);
  expect(row.slow).toBe(true);
  vi.useRealTimers();
});
