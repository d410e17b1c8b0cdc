import { describe, expect, test } from 'vitest';
import type { OrderView, ReceivingEvent, UnfinishedView } from '../../../src/contract/receiving.ts';
import type { StationView } from '../../../src/contract/station.ts';
import { ReceivingSession } from '../../../src/renderer/receiving/session.svelte.ts';
import type { Receipt } from '../../../src/renderer/receiving/receipt.svelte.ts';
import { ScanLog } from '../../../src/renderer/scan/scan-log.svelte.ts';
import { main, pass } from '../support/main.ts';
import { anItem, anOrder, aScan, away, refused, unknown } from '../support/views.ts';

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
  ...{ since: '', failure: null, running, elsewhere: null },
});

/** A receiving room that stands at a department and follows main. */
async function aRoom(more: Partial<Extract<ReceivingEvent, { type: 'room' }>> = {}) {
  const outcomes: Receipt[] = [];
  const nothing = (): void => undefined;
  const room = new ReceivingSession(new ScanLog(nothing, nothing, nothing), (receipt) =>
    outcomes.push(receipt),
  );
  room.start();
  void room.settings.useStation({ mode: 'practice', department } as StationView);
  await main.open('station.places').answer({ libraries: [], departments: [department] });
  await main.open('receiving.workOrders').answer({ types: [], statuses: [{ code: 'S', label: 'Status' }] });
  const hear = (event: ReceivingEvent): Promise<void> => main.open('receiving.watch').report(event);
  await hear({ type: 'room', order: null, pid: null, scans: [], unfinished: [], ...more });
  return { room, outcomes, hear };
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
    expect(room.lookingUp?.id).toBe('1');
    await hear({ type: 'scan', scan: aScan('1', 1, { state: 'refused', failure: refused }) });
    expect(room.lookingUp).toBeNull();
    expect(room.nothingFound?.id).toBe('1');
    room.dismiss();
    expect(room.nothingFound).toBeNull();
    await hear({ type: 'scan', scan: aScan('2', 2, { state: 'refused', failure: refused }) });
    expect(room.nothingFound?.id).toBe('2');
    // A command is no book.
    await hear({ type: 'scan', scan: aScan('3', 3, { kind: 'command', state: 'done' }) });
    expect(room.nothingFound?.id).toBe('2');
    await hear({ type: 'scan', scan: aScan('4', 4) });
    expect(room.nothingFound).toBeNull();
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
    await request.answer({ order: received('1'), kept: null, failure: null });
    expect(room.receipts.pendingFor('1')).toBeNull();
    expect(room.receipts.receivedCount).toBe(1);
    expect(room.orderLine.item?.pid).toBe('2');
    expect(outcomes.map(({ state }) => state)).toEqual(['done']);
  });

  test('and keeping it says what was not kept', async () => {
    const { room, outcomes } = await aRoom({ order });
    room.settings.workOrder = 'W';
    room.settings.status = 'S';
    void room.receive(true);
    expect(main.open('receiving.receive').input.keep).toEqual({ workOrderType: 'W', status: 'S' });
    await main.open('receiving.receive').answer({ order: received('1'), kept: 'unfinished', failure: away });
    expect(outcomes[0]).toMatchObject({ state: 'unfinished', failure: away });
    expect(room.receipts.latest?.receipt).toBe(outcomes[0]);
    expect(room.receipts.receivedCount).toBe(1);
  });

  test('that failed stays where it was, with the reason', async () => {
    const { room, outcomes } = await aRoom({ order });
    void room.receive(false);
    await main.open('receiving.receive').fail(unknown);
    expect(outcomes[0]).toMatchObject({ state: 'failed', failure: unknown });
    expect(room.orderLine.item?.pid).toBe('1');
    expect(room.orderLine.view).toEqual(order);
    expect(room.receipts.receivedCount).toBe(0);
  });

  test('on a day that is not accepted says so at the day, until another is chosen', async () => {
    const { room } = await aRoom({ order });
    room.settings.date = '2199-01-01';
    void room.receive(false);
    expect(main.open('receiving.receive').input.date).toBe('2199-01-01');
    const tooFar = { kind: 'invalid', field: 'date', reason: 'tooFarAhead', detail: '' } as const;
    await main.open('receiving.receive').fail(tooFar);
    expect(room.settings.dateFailure).toEqual(tooFar);
    room.settings.date = '2026-11-23';
    expect(room.settings.dateFailure).toBeNull();
  });

  test('leaves the book in hand where it was scanned, or still lacks its barcode', async () => {
    const scanned = await aRoom({ order, pid: '1' });
    void scanned.room.receive(false);
    await main.open('receiving.receive').answer({ order: received('1'), kept: null, failure: null });
    expect(scanned.room.orderLine.item?.pid).toBe('1');
    const bare = anOrder('POL-1', [{ ...one, barcode: '' }, two]);
    await scanned.hear({ type: 'order', order: bare, pid: null });
    void scanned.room.receive(false);
    const now = anOrder('POL-1', [{ ...one, barcode: '', received: '2026-11-23Z' }, two]);
    await main.open('receiving.receive').answer({ order: now, kept: null, failure: null });
    expect(scanned.room.orderLine.item?.pid).toBe('1');
    // With its barcode, the next one's turn has come.
    const { item } = scanned.room.orderLine;
    if (!item) throw new Error('nothing is chosen');
    void scanned.room.setBarcode(item, '99');
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
    await main.open('receiving.receive').answer({ order: received('1'), kept: null, failure: null });
    expect(room.orderLine.view).toEqual(other);
    expect(room.orderLine.item?.pid).toBe('9');
    expect(outcomes[0]?.state).toBe('done');
  });

  test('is not begun with no department', async () => {
    const { room } = await aRoom({ order });
    void room.settings.useStation({ mode: 'practice', department: null } as StationView);
    await main.open('station.places').answer({ libraries: [], departments: [] });
    await main.open('receiving.workOrders').answer({ types: [], statuses: [] });
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
    const values = room.setBarcode(two, '99');
    expect(await room.setBarcode(two, '98')).toBeNull();
    expect(main.times('receiving.setBarcode')).toBe(1);
    await main.open('receiving.setBarcode').fail(refused);
    expect(await values).toEqual(refused);
    expect(room.orderLine.view).toEqual(order);
  });
});

describe('what is not finished', () => {
  test('is finished one at a time, the first that is not being finished', async () => {
    const list = [unfinished('a', '1', true), unfinished('b', '2'), unfinished('c', '3')];
    const { room, outcomes } = await aRoom({ unfinished: list });
    void room.finish();
    void room.finish();
    expect(main.open('receiving.finish').input).toEqual({ id: 'b' });
    await main.open('receiving.finish').answer({ unfinished: [unfinished('c', '3')] });
    expect(outcomes.map(({ state, about }) => [state, about.act])).toEqual([['done', 'finish']]);
    expect(room.unfinished.map(({ id }) => id)).toEqual(['c']);
  });

  test('at another library is listed, and never finished from here', async () => {
    const there: UnfinishedView = {
      ...unfinished('a', '1'),
      elsewhere: { mode: 'institution', name: 'Town Library' },
    };
    const { room, hear } = await aRoom({ unfinished: [there, unfinished('b', '2', true)] });
    expect(room.unfinished).toHaveLength(2);
    expect(room.nextToFinish).toBeNull();
    await room.finish();
    await room.finish(there);
    expect(main.times('receiving.finish')).toBe(0);
    expect(room.receipts.list).toEqual([]);
    await hear({ type: 'unfinished', unfinished: [there, unfinished('b', '2')] });
    void room.finish();
    expect(main.open('receiving.finish').input).toEqual({ id: 'b' });
    // Somebody may have seen to it there.
    void room.settle(there);
    expect(main.open('receiving.settle').input).toEqual({ id: 'a' });
  });

  test('stays on the list where it was received and not kept, or could not be finished', async () => {
    const { room, outcomes } = await aRoom({ unfinished: [unfinished('b', '2')] });
    void room.finish();
    await main.open('receiving.finish').answer({
      unfinished: [{ ...unfinished('b', '2'), failure: away }],
    });
    expect(outcomes[0]).toMatchObject({ state: 'unfinished', failure: away });
    void room.finish();
    await main.open('receiving.finish').fail(unknown);
    expect(outcomes[1]).toMatchObject({ state: 'failed', failure: unknown });
    expect(room.unfinished.map(({ id }) => id)).toEqual(['b']);
  });

  test('leaves the list where a person has seen to it', async () => {
    const { room, hear } = await aRoom({ unfinished: [unfinished('b', '2')] });
    void room.settle(unfinished('b', '2'));
    await main.open('receiving.settle').answer({ unfinished: [] });
    expect(room.unfinished).toEqual([]);
    await hear({ type: 'unfinished', unfinished: [unfinished('c', '3')] });
    expect(room.unfinished.map(({ id }) => id)).toEqual(['c']);
  });
});

describe('a trolley', () => {
  test('that is ended begins the next at nought, with what is still running', async () => {
    const { room, hear } = await aRoom({ order });
    void room.receive(false);
    await main.open('receiving.receive').answer({ order: received('1'), kept: null, failure: null });
    void room.receive(false);
    void room.end();
    await main.open('receiving.close').answer(null);
    expect(room.endedCount).toBe(1);
    expect(room.receipts.receivedCount).toBe(0);
    expect(room.receipts.list.map(({ about }) => about.pid)).toEqual(['2']);
    expect(room.receipts.latest).toBeNull();
    await hear({ type: 'scan', scan: aScan('1', 1) });
    expect(room.endedCount).toBeNull();
  });

  test('that could not be ended stays, and says why', async () => {
    const { room } = await aRoom({ order });
    void room.receive(false);
    await main.open('receiving.receive').answer({ order: received('1'), kept: null, failure: null });
    void room.end();
    await main.open('receiving.close').fail(refused);
    expect(room.failure).toEqual(refused);
    expect(room.receipts.receivedCount).toBe(1);
    expect(room.endedCount).toBeNull();
  });
});
