import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderView } from '../../../src/contract/receiving.ts';
import type { SlipHabit } from '../../../src/contract/slips.ts';
import type { StationView } from '../../../src/contract/station.ts';
import type { BookSettings, TrolleyBook } from '../../../src/contract/trolley.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { paperActions } from '../../../src/renderer/receiving/paper-actions.ts';
import { paperOf } from '../../../src/renderer/receiving/paper.ts';
import { itemAtHand } from '../../../src/renderer/receiving/printed-for.ts';
import { receivingSession } from '../../../src/renderer/receiving/room-session.ts';
import { main, settled } from '../support/main.ts';
import { aBook, anItem, anOrder, aScan, aTrolley, refused } from '../support/views.ts';

vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('requestIdleCallback', () => 0);

const department = { code: 'ACQ', label: 'Acquisitions', library: 'MAIN' };
const items = [anItem('1'), anItem('2'), anItem('3')];
const order = (received: readonly string[] = [], more: Partial<OrderView> = {}): OrderView => ({
  ...anOrder(
    'POL-1',
    items.map((item) => (received.includes(item.pid) ? { ...item, received: '2026-11-23Z' } : item)),
  ),
  ...more,
});

/** The receiving room of a window, at a department, with an order line on the table. */
async function aRoom(when: Partial<Record<'route' | 'workOrder', SlipHabit['when']>> = {}, shown = order()) {
  const shell = new Shell();
  const kinds = { route: { when: 'never' }, workOrder: { when: 'never' } };
  for (const [kind, habit] of Object.entries(when)) Object.assign(kinds, { [kind]: { when: habit } });
  shell.station.view = { mode: 'practice', department, slips: { kinds } } as unknown as StationView;
  shell.room = 'receiving';
  const room = receivingSession(shell);
  void room.settings.useStation({ mode: 'practice', department } as StationView);
  await main.open('station.places').answer({ libraries: [], departments: [department] });
  await main.open('receiving.workOrders').answer({
    types: [{ code: 'AcqWorkOrder', label: 'Acquisitions work order' }],
    statuses: [{ code: 'CopyCataloging', label: 'Copy cataloging' }],
  });
  const hear = main.open('receiving.watch');
  const trolley = aTrolley();
  await hear.report({ type: 'room', order: shown, pid: null, scans: [], unfinished: [], trolley, aside: [] });
  const receive = async (keep: boolean, pid: string): Promise<void> => {
    void room.receive(keep);
    await main.open('receiving.receive').answer({
      order: { ...shown, items: order([pid]).items },
      kept: keep ? 'done' : null,
      failure: null,
      alerts: [],
    });
  };
  return { shell, room, receive, hear, paper: paperOf(shell), actions: shell.actionsOf(paperActions) };
}
const printed = () => main.all('slips.print').map(({ input }) => input.slip);
const route = (pid: string, more: object = {}) => ({
  ...{ kind: 'route', place: 'Acquisitions' },
  item: {
    ...{
      title: 'Title of POL-1',
      barcode: `b-${pid}`,
      pol: 'POL-1',
      received: '',
      rush: false,
      onHold: false,
    },
    ...more,
  },
});

beforeEach(() => vi.setSystemTime('2026-11-23T10:00:00.000Z'));

describe('the item that is printed for', () => {
  test('is the chosen one, or none', async () => {
    const { room, paper } = await aRoom();
    expect(itemAtHand(room)?.item.pid).toBe('1');
    room.orderLine.move(1);
    expect(itemAtHand(room)?.item.pid).toBe('2');
    expect(paper.labelled()).toEqual({
      ...{ mmsId: 'mms', holdingId: 'holding', pid: '2', barcode: 'b-2', title: 'Title of POL-1' },
    });
    room.orderLine.open(null, null);
    expect([itemAtHand(room), paper.labelled(), paper.slipAtHand()]).toEqual([null, null, null]);
  });

  test('is the one that was just received, although the next one is chosen; until something is scanned', async () => {
    const { room, receive, hear } = await aRoom();
    await receive(false, '1');
    expect(room.orderLine.item?.pid).toBe('2');
    expect(itemAtHand(room)).toMatchObject({ item: { pid: '1' }, receipt: { state: 'done' } });
    const at = '2026-11-23T10:05:00.000Z';
    // A command barcode is no book.
    await hear.report({ type: 'scan', scan: aScan('c', 1, { kind: 'command', action: 'command', at }) });
    expect(itemAtHand(room)?.item.pid).toBe('1');
    await hear.report({ type: 'scan', scan: aScan('s', 2, { action: 'find', at }) });
    expect(itemAtHand(room)).toMatchObject({ item: { pid: '2' }, receipt: null });
    // A received one that is chosen is meant.
    room.orderLine.move(-1);
    expect(itemAtHand(room)?.item.pid).toBe('1');
  });
});

describe('where each scan receives', () => {
  const how: BookSettings = {
    ...{ mode: 'receive', date: '2026-11-23', confirmedFuture: false, department: 'ACQ' },
    ...{ departmentLibrary: 'MAIN', workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' },
  };
  /** A book that was received, of an order line that is not on the table. */
  const other = (more: Partial<TrolleyBook> = {}): TrolleyBook =>
    aBook('other', 1, {
      ...{ state: 'received', settings: how, pol: 'POL-2', pid: '9', mmsId: 'mms-9', holdingId: 'holding-9' },
      ...{ barcode: 'b-9', title: 'Another title' },
      ...more,
    });

  async function aRoomThatReceives(book: TrolleyBook) {
    const opened = await aRoom();
    opened.room.settings.show(how);
    await opened.hear.report({ type: 'book', book });
    return opened;
  }

  test('the newest book is printed for, and never the order line behind it', async () => {
    const { room, paper } = await aRoomThatReceives(other());
    const labels = {
      ...{ mmsId: 'mms-9', holdingId: 'holding-9', pid: '9', barcode: 'b-9', title: 'Another title' },
    };
    expect(paper.labelled()).toEqual(labels);
    const item = {
      ...{ title: 'Another title', barcode: 'b-9', pol: 'POL-2', received: '2026-11-23' },
      ...{ rush: false, onHold: false },
    };
    expect(paper.routeSlip()).toEqual({ kind: 'route', place: 'Acquisitions', item });
    expect(paper.workOrderSlip()).toEqual({
      ...{ kind: 'workOrder', department: 'Acquisitions', type: 'Acquisitions work order' },
      ...{ status: 'Copy cataloging', item },
    });
    // Nor is there nothing to print without one.
    room.orderLine.open(null, null);
    expect(paper.labelled()).toEqual(labels);
    room.orderLine.open(order(), null);
    room.settings.show(aTrolley().settings);
    expect(paper.labelled()?.pid).toBe('1');
  });

  test.each([
    ['is looked up', { state: 'looking', pol: '', pid: '' }, m.receiving_wait()],
    ['asks something', { state: 'asks', pid: '' }, m.labels_no_item_of_book()],
    ['was refused', { state: 'refused', failure: refused }, m.labels_no_item_of_book()],
  ] as const)('nothing is printed for a book that %s', async (_, more, why) => {
    const { paper, actions } = await aRoomThatReceives(other(more));
    expect([paper.labelled(), paper.routeSlip(), paper.workOrderSlip()]).toEqual([null, null, null]);
    for (const { condition } of [actions.labels, actions.route, actions.workOrder, actions.atHand])
      expect(condition?.()).toBe(why);
  });

  test('a book that was received and not kept is printed for', async () => {
    const { paper } = await aRoomThatReceives(
      other({ state: 'refused', failure: refused, unfinished: 'step' }),
    );
    expect(paper.labelled()?.pid).toBe('9');
    expect(paper.routeSlip()).toMatchObject({ item: { pol: 'POL-2', received: '2026-11-23' } });
  });

  test('a book to whose record neither IDs nor a barcode lead has no labels until it is given one', async () => {
    const { actions, hear, paper } = await aRoomThatReceives(other({ holdingId: '', barcode: '' }));
    expect(actions.labels.condition()).toBe(m.labels_no_ids());
    expect(actions.route.condition?.()).toBeNull();
    await hear.report({ type: 'book', book: other({ holdingId: '' }) });
    expect(actions.labels.condition()).toBeNull();
    expect(paper.labelled()).toMatchObject({ holdingId: '', barcode: 'b-9' });
  });

  test('of its own order line on the table, the book is meant, or a received item that is chosen', async () => {
    const { room, paper, hear } = await aRoomThatReceives(other({ pol: 'POL-1', pid: '2', barcode: 'b-2' }));
    expect(room.newestBook).toBeNull();
    expect(paper.labelled()?.pid).toBe('2');
    await hear.report({ type: 'order', order: order(['2', '3']), pid: null });
    expect([room.orderLine.item?.pid, paper.labelled()?.pid]).toEqual(['1', '2']);
    room.orderLine.move(2);
    expect(paper.labelled()?.pid).toBe('3');
  });
});

test('nothing is printed for an order line that is hidden behind a scan', async () => {
  const { room, actions, hear } = await aRoom();
  const scan = aScan('s', 1, { action: 'find' });
  await hear.report({ type: 'scan', scan: { ...scan, state: 'sent' } });
  expect(actions.labels.condition()).toBe(m.receiving_wait());
  await hear.report({ type: 'scan', scan: { ...scan, state: 'refused', failure: refused } });
  expect(actions.labels.condition()).toBe(m.labels_no_item());
  expect(actions.route.condition?.()).toBe(m.labels_no_item());
  room.inHand.dismiss();
  expect(actions.labels.condition()).toBeNull();
});

describe('slips of the receiving room', () => {
  test('say what was done with the item, else what the room would do', async () => {
    const { paper, receive } = await aRoom({}, order([], { rush: true }));
    expect(paper.routeSlip()).toEqual(route('1', { rush: true }));
    expect(paper.slipAtHand()?.kind).toBe('route');
    await receive(true, '1');
    expect(paper.slipAtHand()).toEqual({
      ...{ kind: 'workOrder', department: 'Acquisitions', type: 'Acquisitions work order' },
      status: 'Copy cataloging',
      item: route('1', { received: '2026-11-23Z', rush: true }).item,
    });
    expect(printed()).toEqual([]);
  });

  test('say that a patron waits, and not who', async () => {
    const person = { userId: 'u', name: 'Rivka Ben-Ami', hold: true, notify: false };
    const { paper } = await aRoom({}, order([], { interested: [person] }));
    expect(paper.routeSlip()).toMatchObject({ item: { onHold: true } });
    expect(JSON.stringify(paper.routeSlip())).not.toContain('Rivka');
  });

  test('of a book on the trolley go with what was done with it, and name no patron', async () => {
    const { paper, hear, room } = await aRoom({ route: 'always', workOrder: 'always' });
    const { settings } = aTrolley();
    room.settings.show({ ...settings, mode: 'keep', department: 'ACQ', departmentLibrary: 'MAIN' });
    const alerts = [{ kind: 'requested', requester: 'Rivka Ben-Ami', place: 'Main', count: 1 }] as const;
    await hear.report({ type: 'book', book: aBook('k', 1, { state: 'keeping', alerts }) });
    expect([printed(), paper.slipAtHand()]).toEqual([[], null]);
    await hear.report({ type: 'book', book: aBook('k', 1, { state: 'kept', alerts }) });
    expect(printed()).toMatchObject([
      { kind: 'workOrder', department: 'Acquisitions', item: { title: 'T', pol: 'POL-1', onHold: true } },
    ]);
    expect(JSON.stringify(printed())).not.toContain('Rivka');
    const how = { ...aBook('r', 2).settings, mode: 'receive' } as const;
    await hear.report({ type: 'book', book: aBook('r', 2, { state: 'received', settings: how }) });
    expect(printed().map(({ kind }) => kind)).toEqual(['workOrder', 'route']);
    expect(paper.slipAtHand()?.kind).toBe('route');
  });

  test('are printed by themselves where the station has it so, each for what it is for', async () => {
    const { receive } = await aRoom({ route: 'always', workOrder: 'always' });
    await receive(false, '1');
    expect(printed().map(({ kind }) => kind)).toEqual(['route']);
    await receive(true, '2');
    expect(printed().map(({ kind }) => kind)).toEqual(['route', 'workOrder']);
  });

  test('PRINT and F9 print those of this room, and never one of the desk', async () => {
    const { shell, actions } = await aRoom();
    await shell.actions.load();
    const reader = { name: 'Rivka', barcode: '1' };
    void shell.slips.print({ kind: 'due', reader, books: [] });
    await main.open('slips.print').answer({ file: null });
    void actions.again.run();
    await settled();
    expect(printed()).toHaveLength(1);
    expect(await shell.actions.command('PRINT', 'receiving')).toBeNull();
    await main.open('slips.print').answer({ file: null });
    void actions.again.run();
    expect(printed().map(({ kind }) => kind)).toEqual(['due', 'route', 'route']);
    // In another room there is nothing to print for.
    shell.room = 'desk';
    expect(actions.labels.condition()).not.toBeNull();
  });

  test('a key that has nothing to print for says so by a sound, and prints nothing', async () => {
    const { room, actions } = await aRoom();
    room.orderLine.open(null, null);
    for (const { condition } of [actions.labels, actions.route, actions.workOrder, actions.atHand])
      expect(condition?.()).not.toBeNull();
    void actions.labels.run();
    void actions.route.run();
    expect([main.times('labels.add'), main.times('slips.print')]).toEqual([0, 0]);
  });
});
