import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OrderView } from '../../../src/contract/receiving.ts';
import { localDay } from '../../../src/shared/days.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import {
  elsewhere,
  here,
  openTestStation,
  until,
  type TestStation,
  type Window,
} from '../support/test-station.ts';
import { isSettledBySilence, lostBefore, rest, unknown } from '../support/lost.ts';
import { oddly } from '../support/oddly.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-receiving-'));
afterAll(() => rmSync(folder, { recursive: true }));

const room = { room: 'receiving' } as const;
const keep = { workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' };
const today = localDay(new Date());

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

/** The order line on the table, and what it takes to receive one of its items. */
async function order(window: Window, pol = code('polSeveral'), nth = 0) {
  await window.scanned(pol, room);
  const view: OrderView = await window.ask('receiving.refresh', {});
  const pid = view.items[nth]?.pid ?? '';
  const input = { pol: view.pol, pid, date: today, department: 'CAT', departmentLibrary: 'MAIN', keep };
  return { view, pid, expected: input };
}

async function itemOf(testStation: TestStation, view: OrderView, pid: string) {
  const holding = view.items.find((item) => item.pid === pid)?.holdingId ?? '';
  const path = { mms_id: view.mmsId, holding_id: holding, item_pid: pid };
  return (await testStation.client.call('bibs.items.get', { path })).item_data;
}

const unfinished = (window: Window) =>
  window.roomEvents.toReversed().flatMap((event) => ('unfinished' in event ? [event.unfinished] : []))[0] ??
  [];

describe('a scan', () => {
  test('of an order line puts it on the table', async () => {
    const { window } = await open();
    const scan = await window.scanned(code('polInterested'), room);
    expect(scan).toMatchObject({
      kind: 'orderLine',
      action: 'find',
      state: 'done',
      result: { kind: 'order', pol: 'POL-1003', title: 'Histoire de la reliure' },
    });
    const { view } = await order(window, code('polInterested'));
    expect(view.interested).toHaveLength(2);
    expect(view.price).toMatchObject({ amount: expect.stringMatching(/^\d+\.\d\d$/) as string });
    expect(view.funds).toEqual([{ fund: { code: 'LAW-MONO', label: 'LAW-MONO' }, share: '176.90 ILS' }]);
    expect(view.vendor.label).not.toBe('');
    expect(JSON.stringify(view)).not.toContain('NaN');
  });

  test('of an item puts its order line there, with the item', async () => {
    const { window } = await open();
    expect(await window.scanned(code('itemOrdered'), room)).toMatchObject({ result: { pol: 'POL-1001' } });
    const event = window.roomEvents.findLast(({ type }) => type === 'order');
    expect(event?.type === 'order' && event.pid === event.order?.items[0]?.pid).toBe(true);
  });

  test.each([
    [code('patronGood'), { kind: 'invalid', field: 'text', reason: 'malformed', detail: 'patron' }],
    [code('itemFree1'), { kind: 'invalid', field: 'poLine', reason: 'required' }],
    ['POL-9999999', { kind: 'refused', code: codes.polNotFound }],
    ['AB-12/~', { kind: 'refused', operation: 'items.byBarcode', code: codes.noItemForBarcode }],
    ['no such thing / ~', { kind: 'invalid', field: 'text', reason: 'noOrderLine', detail: '' }],
    ['a\u0000b', { kind: 'invalid', field: 'text', reason: 'controlCharacters' }],
  ])('%j stays in sight, refused, and the table is as it was', async (text, failure) => {
    const { window } = await open();
    await window.scanned(code('polSeveral'), room);
    expect(await window.scanned(text, room)).toMatchObject({ state: 'refused', failure });
    expect((await window.ask('receiving.refresh', {})).pol).toBe('POL-1001');
  });

  test('several at once take effect in their order', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'acq.pol.get', fault: 'delay', ms: 300, count: 1 });
    const pols = ['polSeveral', 'polNoBarcode', 'polInterested'] as const;
    for (const pol of pols) await window.scan(code(pol), room);
    await window.allSettled();
    const shown = window.roomEvents.flatMap((event) => (event.type === 'order' ? [event.order?.pol] : []));
    expect(shown).toEqual(pols.map((pol) => code(pol)));
    await window.ask('receiving.close', {});
    expect(await window.failure('receiving.refresh', {})).toMatchObject({ field: 'pol', reason: 'required' });
  });
});

describe('an order line that is read anew', () => {
  /** Reads it anew; the answer is held until it is let go. */
  const held = async (testStation: TestStation, window: Window) => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    let isHeld = false;
    oddly(testStation, 'acq.pol.get', async (pol) => {
      isHeld = true;
      await promise;
      return pol;
    });
    const reading = window.ask('receiving.refresh', {});
    await until(() => isHeld);
    testStation.odd = {};
    return { reading, letGo: () => resolve(undefined) };
  };

  test('is not there any more where the table was cleared meanwhile', async () => {
    const { testStation, window } = await open();
    await order(window);
    const { reading, letGo } = await held(testStation, window);
    await window.ask('receiving.close', {});
    letGo();
    await expect(reading).rejects.toMatchObject({ failure: { field: 'pol', reason: 'required' } });
  });

  test('at one library is not laid over the one of the same number at another', async () => {
    const { testStation, window } = await open();
    await order(window);
    const { reading, letGo } = await held(testStation, window);
    await window.ask('receiving.close', {});
    testStation.library = elsewhere;
    await window.scanned(code('polSeveral'), room);
    const before = window.roomEvents.length;
    letGo();
    expect(await reading).toMatchObject({ pol: 'POL-1001' });
    expect(window.roomEvents).toHaveLength(before);
  });
});

describe('receiving', () => {
  test('receives one item, and the order line says so', async () => {
    const { testStation, window } = await open();
    const { view, pid, expected } = await order(window);
    const outcome = await window.ask('receiving.receive', { ...expected, keep: null, intent: randomUUID() });
    expect(outcome).toMatchObject({ kept: null, failure: null });
    expect(outcome.order?.items[0]?.received).toBe(`${today}Z`);
    expect(await itemOf(testStation, view, pid)).toMatchObject({ process_type: { value: 'TRANSIT' } });
    expect(
      await window.failure('receiving.receive', { ...expected, keep: null, intent: randomUUID() }),
    ).toMatchObject({ kind: 'invalid', reason: 'alreadyReceived' });
  });

  test('keeps it in the department', async () => {
    const { testStation, window } = await open();
    const { view, pid, expected } = await order(window);
    expect(await window.ask('receiving.workOrders', {})).toMatchObject({
      types: [{ code: 'AcqWorkOrder' }],
      statuses: expect.arrayContaining([expect.objectContaining({ code: 'CopyCataloging' })]) as unknown,
    });
    const outcome = await window.ask('receiving.receive', { ...expected, intent: randomUUID() });
    expect(outcome).toMatchObject({ kept: 'done', failure: null });
    expect(await itemOf(testStation, view, pid)).toMatchObject({
      process_type: { value: 'WORK_ORDER_DEPARTMENT' },
      work_order_at: { value: 'CAT' },
    });
    expect(unfinished(window)).toEqual([]);
    // What is left is that it was sent there: department work follows it.
    expect(testStation.journal.openSteps()).toMatchObject([{ data: { kind: 'sent', pid } }]);
  });

  test.each([
    ['2030-02-31', 'notADate'],
    ['1900-01-01', 'inThePast'],
    ['2999-01-01', 'tooFarAhead'],
    ['', 'required'],
    ['1.2.2026', 'notADate'],
  ])('the date %j is refused as %s, and nothing is received', async (date, reason) => {
    const { window } = await open();
    const { expected } = await order(window);
    const values = { ...expected, date, intent: randomUUID() };
    expect(await window.failure('receiving.receive', values)).toMatchObject({ field: 'date', reason });
    expect((await window.ask('receiving.refresh', {})).items[0]?.received).toBe('');
  });

  test('a refused receipt leaves nothing to finish', async () => {
    const { testStation, window } = await open();
    const { expected } = await order(window);
    const values = { ...expected, department: 'NONE', intent: randomUUID() };
    expect(await window.failure('receiving.receive', values)).toMatchObject({
      kind: 'refused',
      operation: 'acq.pol.items.receive',
      code: codes.departmentNotFound,
    });
    expect(testStation.journal.openSteps()).toEqual([]);
    expect(unfinished(window)).toEqual([]);
  });

  test.each(['acq.pol.items.receive', 'bibs.items.scanIn'] as const)(
    'an answer of %s that does not come is looked up',
    async (operation) => {
      const { testStation, window } = await open();
      const { expected } = await order(window);
      await testStation.faults({ operation, fault: 'drop-after', count: 1 });
      expect(await window.ask('receiving.receive', { ...expected, intent: randomUUID() })).toMatchObject({
        kept: 'done',
        failure: null,
      });
      expect(unfinished(window)).toEqual([]);
    },
  );

  test('a receipt that is lost stays to be finished while it is unclear', async () => {
    const { testStation, window } = await open();
    const { expected, view, pid } = await order(window);
    const intent = randomUUID();
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'drop-before', count: 1 });
    unknown(await window.failure('receiving.receive', { ...expected, intent }), 'acq.pol.items.receive');
    const [remaining] = unfinished(window);
    expect(remaining).toMatchObject({ pid, failure: { kind: 'unknown-outcome', journalId: intent } });
    const id = remaining?.id ?? '';
    const unsettled = { kind: 'unsettled', journalId: intent };
    expect(await window.failure('receiving.finish', { id })).toMatchObject(unsettled);
    expect(unfinished(window)).toMatchObject([{ id, failure: unsettled }]);
    await isSettledBySilence(testStation, intent);
    // Nor does a restart forget it.
    testStation.restart();
    const now = testStation.window();
    expect(unfinished(now)).toMatchObject([{ id, pid }]);
    expect(await now.ask('receiving.finish', { id })).toEqual({ unfinished: [], alerts: [] });
    expect(await itemOf(testStation, view, pid)).toMatchObject({ work_order_at: { value: 'CAT' } });
  });

  test('keeping it that is lost stays to be finished while it is unclear', async () => {
    const { testStation, window } = await open();
    const { expected, view, pid } = await order(window);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'drop-before', count: 1 });
    const outcome = await window.ask('receiving.receive', { ...expected, intent: randomUUID() });
    expect(outcome.kept).toBe('unfinished');
    const lost = unknown(outcome.failure, 'bibs.items.scanIn');
    const id = unfinished(window)[0]?.id ?? '';
    const unsettled = { kind: 'unsettled', journalId: lost };
    expect(await window.failure('receiving.finish', { id })).toMatchObject(unsettled);
    await isSettledBySilence(testStation, lost);
    expect(await window.ask('receiving.finish', { id })).toEqual({ unfinished: [], alerts: [] });
    expect(await itemOf(testStation, view, pid)).toMatchObject({ work_order_at: { value: 'CAT' } });
  });
});

describe('what is not finished', () => {
  test('is kept over a restart, and finished by one key', async () => {
    const { testStation, window } = await open();
    const { view, pid, expected } = await order(window);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 500 });
    const outcome = await window.ask('receiving.receive', { ...expected, intent: randomUUID() });
    expect(outcome.kept).toBe('unfinished');
    const lost = unknown(outcome.failure, 'bibs.items.scanIn');
    const [remaining] = unfinished(window);
    expect(remaining).toMatchObject({ pol: 'POL-1001', pid, department: 'CAT', running: false });

    testStation.restart();
    const now = testStation.window();
    expect(unfinished(now)).toMatchObject([{ id: remaining?.id, failure: { kind: 'unknown-outcome' } }]);
    expect(await now.failure('receiving.finish', { id: remaining?.id ?? '' })).toMatchObject({
      kind: 'unsettled',
      journalId: lost,
    });
    expect(unfinished(now)).toHaveLength(1);
    await isSettledBySilence(testStation, lost);
    expect(unfinished(now)).toHaveLength(1);
    await testStation.faults();
    expect(await now.ask('receiving.finish', { id: remaining?.id ?? '' })).toEqual({
      unfinished: [],
      alerts: [],
    });
    expect(await itemOf(testStation, view, pid)).toMatchObject({ work_order_at: { value: 'CAT' } });
    expect(await now.failure('receiving.finish', { id: remaining?.id ?? '' })).toMatchObject({
      reason: 'gone',
    });
    testStation.restart();
    expect(unfinished(testStation.window())).toEqual([]);
  });

  test.each(['drop-before', 'drop-after'] as const)(
    'survives a kill between the two steps (%s)',
    async (fault) => {
      const { testStation, window } = await open();
      const { view, pid, expected } = await order(window);
      await testStation.faults(
        { operation: 'bibs.items.scanIn', fault: 'delay', ms: 400 },
        { operation: 'bibs.items.scanIn', fault },
      );
      void window.ask('receiving.receive', { ...expected, intent: randomUUID() }).catch(() => undefined);
      await until(() =>
        testStation.journal.unsettled().some(({ operation }) => operation === 'bibs.items.scanIn'),
      );
      testStation.restart();
      const now = testStation.window();
      const [remaining] = unfinished(now);
      expect(remaining).toMatchObject({ pid, running: false });
      await testStation.faults();
      const [lost] = await now.unclear();
      expect(lost?.operation).toBe('bibs.items.scanIn');
      await rest(testStation);
      expect(testStation.journal.entry(lost?.id ?? '')?.state).toBe(
        fault === 'drop-after' ? 'accepted' : 'notSent',
      );
      expect(await now.ask('receiving.finish', { id: remaining?.id ?? '' })).toEqual({
        unfinished: [],
        alerts: [],
      });
      expect(await itemOf(testStation, view, pid)).toMatchObject({
        process_type: { value: 'WORK_ORDER_DEPARTMENT' },
      });
    },
  );

  test('is received first where a read shows that it was not', async () => {
    const { testStation, window } = await open();
    const { view, pid, expected } = await order(window);
    await lostBefore(testStation, 'acq.pol.items.receive', () =>
      window.ask('receiving.receive', { ...expected, intent: randomUUID() }),
    );
    const [remaining, ...more] = unfinished(window);
    expect(more).toEqual([]);
    await window.ask('receiving.finish', { id: remaining?.id ?? '' });
    expect(await itemOf(testStation, view, pid)).toMatchObject({
      process_type: { value: 'WORK_ORDER_DEPARTMENT' },
    });
    expect((await window.ask('receiving.refresh', {})).items[0]?.received).toBe(`${today}Z`);
  });

  test('leaves the list when a person has seen to it, and is not of another service', async () => {
    const { testStation, window } = await open();
    const { expected } = await order(window);
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'status', status: 400 });
    await window.ask('receiving.receive', { ...expected, intent: randomUUID() });
    const [remaining] = unfinished(window);
    expect(remaining?.elsewhere).toBeNull();
    expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 1 });
    testStation.journal.keepLibrary(here, { address: '', root: '', code: '', key: 'here' });
    testStation.library = elsewhere;
    testStation.domain.serviceChanged();
    // It is not forgotten there, and is nothing of that library's.
    expect(unfinished(window)).toMatchObject([
      { id: remaining?.id, elsewhere: { mode: 'practice', name: 'Here' } },
    ]);
    expect(testStation.domain.pendingCounts()).toEqual({ unclear: 0, unfinished: 0 });
    expect(await window.failure('receiving.finish', { id: remaining?.id ?? '' })).toMatchObject({
      reason: 'moved',
    });
    testStation.library = here;
    testStation.domain.serviceChanged();
    expect(unfinished(window)).toMatchObject([{ id: remaining?.id, elsewhere: null }]);
    expect(await window.ask('receiving.settle', { id: remaining?.id ?? '' })).toEqual({ unfinished: [] });
  });
});

describe('a barcode', () => {
  test('is given by a whole update of the order line, which keeps everything else', async () => {
    const { testStation, window } = await open();
    const { view, pid } = await order(window, code('polNoBarcode'));
    const read = () => testStation.client.call('acq.pol.get', { path: { pol_id: view.pol } });
    const before = await read();
    const values = { pol: view.pol, pid, barcode: '31234000099991' };
    const misread = { ...values, barcode: '31234000099990', intent: randomUUID() };
    expect(await window.failure('receiving.setBarcode', misread)).toMatchObject({ field: 'barcode' });
    const after = await window.done('receiving.setBarcode', {
      ...values,
      barcode: 'NEW-1',
      intent: randomUUID(),
    });
    expect(after.items[0]?.barcode).toBe('NEW-1');
    const { location: was, ...rest } = before;
    const { location: is, ...same } = await read();
    expect(same).toEqual(rest);
    expect(JSON.stringify(is)).not.toBe(JSON.stringify(was));
    expect((await window.ask('receiving.refresh', {})).items[0]?.barcode).toBe('NEW-1');
  });

  test('is not given where the copy has another by now, nor twice', async () => {
    const { testStation, window } = await open();
    const other = testStation.window();
    const { view, pid } = await order(window, code('polNoBarcode'));
    await order(other, code('polNoBarcode'));
    const values = { pol: view.pol, pid };
    expect(
      await window.failure('receiving.setBarcode', {
        ...values,
        barcode: code('itemFree1'),
        intent: randomUUID(),
      }),
    ).toMatchObject({ kind: 'refused', code: ours.barcodeInUse });
    const path = { pol_id: view.pol };
    const pol = await testStation.client.call('acq.pol.get', { path });
    const text = JSON.stringify(pol).replace(/"barcode":(?:null|"")/, '"barcode":"ELSEWHERE"');
    const body = JSON.parse(
      text.includes('ELSEWHERE') ? text : text.replace('"pid"', '"barcode":"ELSEWHERE","pid"'),
    ) as typeof pol;
    await testStation.client.call('acq.pol.update', { path, body });
    expect(
      await window.failure('receiving.setBarcode', { ...values, barcode: 'MINE', intent: randomUUID() }),
    ).toEqual({ kind: 'conflict', differences: [{ field: 'barcode', was: '', is: 'ELSEWHERE' }] });
  });

  test.each([
    ['', 'required'],
    ['a\u0001b', 'controlCharacters'],
    ['x'.repeat(300), 'tooLong'],
    [code('patronGood'), 'malformed'],
    ['POL-1', 'malformed'],
  ])('%j is refused as %s', async (barcode, reason) => {
    const { window } = await open();
    const { view, pid } = await order(window, code('polNoBarcode'));
    const values = { pol: view.pol, pid, barcode, intent: randomUUID() };
    expect(await window.failure('receiving.setBarcode', values)).toMatchObject({ field: 'barcode', reason });
  });

  test('is looked up when its answer does not come', async () => {
    const { testStation, window } = await open();
    const { view, pid } = await order(window, code('polNoBarcode'));
    const give = () =>
      window.done('receiving.setBarcode', { pol: view.pol, pid, barcode: 'NEW-2', intent: randomUUID() });
    await lostBefore(testStation, 'acq.pol.update', give);
    await testStation.faults({ operation: 'acq.pol.update', fault: 'drop-after', count: 1 });
    expect((await give()).items[0]?.barcode).toBe('NEW-2');
  });
});

test('two barcodes of one order line at once: neither update undoes the other', async () => {
  const { testStation, window } = await open();
  const other = testStation.window();
  const { view } = await order(window);
  await order(other);
  await testStation.faults({ operation: 'acq.pol.update', fault: 'delay', ms: 50 });
  const give = (from: Window, nth: number) =>
    from.done('receiving.setBarcode', {
      pol: view.pol,
      pid: view.items[nth]?.pid ?? '',
      barcode: `NEW-${nth}`,
      intent: randomUUID(),
    });
  await Promise.all([give(window, 0), give(other, 1)]);
  const { items } = await window.ask('receiving.refresh', {});
  expect(items.slice(0, 2).map(({ barcode }) => barcode)).toEqual(['NEW-0', 'NEW-1']);
});

test('a barcode given behind an update that its window gave up does not undo that', async () => {
  const { testStation, window } = await open();
  const { view } = await order(window);
  await testStation.faults({ operation: 'acq.pol.update', fault: 'delay', ms: 100, count: 1 });
  const inputOf = (nth: number) => ({
    pol: view.pol,
    pid: view.items[nth]?.pid ?? '',
    barcode: `NEW-${nth}`,
    intent: randomUUID(),
  });
  const [first, impatient] = [inputOf(0), new AbortController()];
  const failing = window.failure('receiving.setBarcode', first, { signal: impatient.signal });
  await until(() => testStation.journal.entry(first.intent)?.state === 'sent');
  impatient.abort();
  expect(await failing).toMatchObject({ kind: 'unknown-outcome' });
  await window.done('receiving.setBarcode', inputOf(1));
  const { items } = await window.ask('receiving.refresh', {});
  expect(items.slice(0, 2).map(({ barcode }) => barcode)).toEqual(['NEW-0', 'NEW-1']);
});
