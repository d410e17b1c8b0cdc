import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { SentItem } from '../../../src/contract/department-work.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { codeOf, textOf } from '../../../src/service/read.ts';
import { rest } from '../support/lost.ts';
import type { TestStation, Window } from '../support/test-station.ts';
import { later, openTrolley, scanned } from './trolley.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-department-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const single = code('polNoBarcode');

const listOf = (window: Window) => window.ask('receiving.department.list', {});
const dayMs = 86_400_000;

/** The item as the library has it. */
async function atLibrary({ client }: TestStation, item: Pick<SentItem, 'pol' | 'pid'>) {
  const { items } = await client.call('acq.pol.items.list', { path: { pol_id: item.pol } });
  const copy = items.find(({ pid }) => textOf(pid) === item.pid);
  const { item_data: data } = await client.call('items.byBarcode', {
    query: { item_barcode: textOf(copy?.barcode) },
  });
  return {
    process: codeOf(data?.process_type),
    at: codeOf(data?.work_order_at),
    status: codeOf(data?.work_order_status),
  };
}

const read = (window: Window, ids: readonly string[], progress: unknown[] = []) =>
  window.ask('receiving.department.read', { ids: [...ids] }, { report: (one) => progress.push(one) });

describe('the work of a department', () => {
  test('is what this station has kept there, oldest first; its status changes, and once done it is sent on', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, several);
    await later(testStation);
    const book = await scanned(window, several);
    expect(book.state).toBe('asks');
    const [kept, ...others] = await listOf(window);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      ...{ state: 'department', pol: several, department: 'CAT', workOrder: 'AcqWorkOrder' },
      ...{ status: 'CopyCataloging', readAt: '' },
    });
    if (!kept) throw new Error('nothing is followed');

    const change = { intent: randomUUID(), id: kept.id, status: 'Labelling' };
    const { item } = await window.ask('receiving.department.status', change);
    expect(item.status).toBe('Labelling');
    expect(await atLibrary(testStation, kept)).toMatchObject({ at: 'CAT', status: 'Labelling' });
    expect(await window.failure('receiving.department.status', change)).toMatchObject({
      reason: 'alreadySent',
    });

    const { item: gone, next } = await window.ask('receiving.department.done', {
      intent: randomUUID(),
      id: kept.id,
    });
    expect(gone).toBeNull();
    expect(next.to).toBe('shelf');
    expect(await atLibrary(testStation, kept)).toMatchObject({ process: '' });
    expect(await listOf(window)).toEqual([]);
  });

  test('is known after a restart, and to the next run as it is at the library', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, several);
    testStation.restart();
    const again = testStation.window();
    const [kept] = await listOf(again);
    expect(kept).toMatchObject({ state: 'department', pol: several, status: 'CopyCataloging' });
  });

  test('is not changed where another desk has sent it on: that is said, and it is followed no more', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, several);
    const [kept] = await listOf(window);
    if (!kept) throw new Error('nothing is followed');
    const barcode = { query: { item_barcode: kept.barcode } };
    const item = await testStation.client.call('items.byBarcode', barcode);
    await testStation.client.call('bibs.items.scanIn', {
      path: {
        mms_id: textOf(item.bib_data?.mms_id),
        ...{ holding_id: textOf(item.holding_data?.holding_id), item_pid: kept.pid },
      },
      query: { library: 'MAIN', department: 'CAT', done: true, register_in_house_use: false },
    });
    const failure = await window.failure('receiving.department.done', { intent: randomUUID(), id: kept.id });
    expect(failure).toMatchObject({ kind: 'invalid', reason: 'notInDepartment' });
    expect(await listOf(window)).toEqual([]);
  });

  test('is not changed from here once another desk has sent it to another department', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, several);
    const [kept] = await listOf(window);
    if (!kept) throw new Error('nothing is followed');
    const { bib_data: bib, holding_data: holding } = await testStation.client.call('items.byBarcode', {
      query: { item_barcode: kept.barcode },
    });
    await testStation.client.call('bibs.items.scanIn', {
      path: {
        ...{ mms_id: textOf(bib?.mms_id), holding_id: textOf(holding?.holding_id), item_pid: kept.pid },
      },
      query: {
        ...{ library: 'MAIN', department: 'ACQ', work_order_type: 'AcqWorkOrder', status: 'Labelling' },
        register_in_house_use: false,
      },
    });
    await read(window, [kept.id]);
    expect(await listOf(window)).toMatchObject([
      { id: kept.id, state: 'department', department: 'ACQ', departmentLibrary: '', status: 'Labelling' },
    ]);
    const change = { intent: randomUUID(), id: kept.id, status: 'CopyCataloging' };
    expect(await window.failure('receiving.department.status', change)).toMatchObject({
      reason: 'notInDepartment',
    });
    expect(await atLibrary(testStation, kept)).toMatchObject({ at: 'ACQ', status: 'Labelling' });
    // Scanned in here it is this department's again.
    const { item } = await window.ask('receiving.department.scanIn', {
      ...{ intent: randomUUID(), code: kept.barcode, department: 'CAT', departmentLibrary: 'MAIN' },
      ...{ workOrderType: 'AcqWorkOrder', status: 'CopyCataloging' },
    });
    expect(item).toMatchObject({ id: kept.id, department: 'CAT', departmentLibrary: 'MAIN' });
  });

  test('is also what is scanned in: a second scan leaves the status as it is', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await scanned(window, several);
    const [onItsWay] = await listOf(window);
    expect(onItsWay?.state).toBe('sentOn');
    if (!onItsWay) throw new Error('nothing is followed');
    const where = { department: 'CAT', departmentLibrary: 'MAIN', workOrderType: 'AcqWorkOrder' };
    const scan = (status: string) =>
      window.ask('receiving.department.scanIn', {
        ...{ intent: randomUUID(), code: onItsWay.barcode, ...where, status },
      });
    const { item } = await scan('Labelling');
    expect(item).toMatchObject({ id: onItsWay.id, state: 'department', status: 'Labelling' });
    await scan('CopyCataloging');
    expect(await listOf(window)).toMatchObject([{ id: onItsWay.id, status: 'Labelling' }]);
    expect(await atLibrary(testStation, item)).toMatchObject({ at: 'CAT', status: 'Labelling' });
  });

  test('whose answer was lost is found out: done is done once', async () => {
    const { testStation, window } = await openTrolley(folder);
    await scanned(window, several);
    const [kept] = await listOf(window);
    if (!kept) throw new Error('nothing is followed');
    await testStation.faults({ operation: 'bibs.items.scanIn', fault: 'drop-after', count: 1 });
    const { next } = await window.ask('receiving.department.done', { intent: randomUUID(), id: kept.id });
    expect(next.to).toBe('shelf');
    expect(await listOf(window)).toEqual([]);
    await rest(testStation);
    expect(await window.unclear()).toEqual([]);
  });
});

describe('what was sent on', () => {
  test('is followed until a read finds that it has arrived', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await scanned(window, several);
    await scanned(window, single);
    const sent = await listOf(window);
    expect(sent.map(({ pol, state }) => [pol, state])).toEqual([
      [several, 'sentOn'],
      [single, 'sentOn'],
    ]);
    await testStation.clock.pass(15 * dayMs);
    const ids = sent.map(({ id }) => id);
    const progress: unknown[] = [];
    expect(await read(window, ids, progress)).toEqual({ unread: 0 });
    expect(progress).toHaveLength(2);
    expect(await listOf(window)).toMatchObject([{ pol: several, state: 'sentOn' }, { pol: single }]);
    expect((await listOf(window))[0]?.readAt).not.toBe('');

    const [first] = sent;
    const item = await testStation.client.call('items.byBarcode', {
      query: { item_barcode: first?.barcode ?? '' },
    });
    await testStation.client.call('bibs.items.scanIn', {
      path: {
        mms_id: textOf(item.bib_data?.mms_id),
        ...{ holding_id: textOf(item.holding_data?.holding_id), item_pid: first?.pid ?? '' },
      },
      query: { library: 'MAIN', circ_desk: 'DEFAULT_CIRC_DESK', register_in_house_use: false },
    });
    await read(window, ids, progress);
    expect(progress.at(-2)).toMatchObject({ id: first?.id, item: null });
    expect((await listOf(window)).map(({ pol }) => pol)).toEqual([single]);
  });

  test('that cannot be read stays, and is counted; without the service nothing more is tried', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await scanned(window, several);
    const [item] = await listOf(window);
    await testStation.faults({ fault: 'status', status: 400 });
    expect(await read(window, [item?.id ?? ''])).toEqual({ unread: 1 });
    expect(await listOf(window)).toHaveLength(1);
    await testStation.faults({ fault: 'drop-before' });
    expect(await window.failure('receiving.department.read', { ids: [item?.id ?? ''] })).toMatchObject({
      kind: 'unreachable',
    });
    expect(await listOf(window)).toHaveLength(1);
    await window.ask('receiving.department.remove', { id: item?.id ?? '' });
    expect(await listOf(window)).toEqual([]);
    expect(await window.failure('receiving.department.remove', { id: 'x' })).toMatchObject({
      reason: 'gone',
    });
  });

  test('is read though one before it is gone meanwhile, or cannot be read', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await scanned(window, several);
    await scanned(window, single);
    const ids = (await listOf(window)).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    await testStation.faults({ operation: 'bibs.items.get', fault: 'status', status: 400, count: 1 });
    const progress: unknown[] = [];
    expect(await read(window, ['gone', ...ids], progress)).toEqual({ unread: 1 });
    expect(progress).toMatchObject([{ done: 3, total: 3, id: ids[1] }]);
  });

  test('was never sent where the receipt was refused', async () => {
    const { testStation, window } = await openTrolley(folder, { mode: 'receive' });
    await testStation.faults({ operation: 'acq.pol.items.receive', fault: 'status', status: 400, count: 1 });
    expect((await scanned(window, several)).state).toBe('refused');
    expect(await listOf(window)).toEqual([]);
  });
});
