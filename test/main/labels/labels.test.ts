import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallName, Input, ReplyTo } from '../../../src/contract/index.ts';
import type { LabelQueueView } from '../../../src/contract/labels.ts';
import { Failed, failureOf } from '../../../src/main/failure.ts';
import { labelHandlers } from '../../../src/main/labels/calls.ts';
import type { PrintPlace } from '../../../src/main/ports.ts';
import { createRouter, type Handlers } from '../../../src/main/router.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { codes } from '../../../src/service/codes.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { commonStock } from '../../../src/shared/label-stock.ts';
import { startSample } from '../../sample/server.ts';
import { stationOver } from '../station/support.ts';
import { heldClock } from '../support/ports.ts';

let server: RunningServer;
let folder: string;
beforeAll(async () => {
  server = await startSample({});
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'carrel-labels-'));
});
afterEach(() => rm(folder, { recursive: true }));

type World = ReturnType<typeof stationOver>;

/** The labels of a station over the practice library, and a printer that keeps what it was given. */
async function open(world: World = stationOver(server)) {
  const { station, journal, log } = world;
  const printed: string[] = [];
  const places: PrintPlace[] = [];
  const pdfs: unknown[] = [];
  const trouble = { dialog: 'answered' as 'answered' | 'closed', breaks: false };
  const printer = {
    print: (page: string, place: PrintPlace) => {
      if (trouble.breaks)
        return Promise.reject(new Failed({ kind: 'printer', why: 'refused', detail: 'jam' }));
      printed.push(page);
      places.push(place);
      return Promise.resolve(trouble.dialog === 'answered');
    },
    pdf: (_page: string, sheet?: unknown) => {
      pdfs.push(sheet);
      return Promise.resolve(Buffer.from('%PDF-'));
    },
  };
  const handlers = labelHandlers({ station, journal, printer, clock: heldClock(), log });
  const router = createRouter(handlers as Handlers, (error) => failureOf(error, log));
  const views: LabelQueueView[] = [];
  const report = (_id: string, view: unknown): unknown => views.push(view as LabelQueueView);
  const call = (name: CallName, input: unknown) =>
    router.call({ window: 1, report }, name, crypto.randomUUID(), input);
  void call('labels.watch', {});
  const ask = async <K extends CallName>(name: K, input: Input<K>) => (await call(name, input)) as ReplyTo<K>;
  await station.service();
  const add = async (barcode: string, more: Partial<Input<'labels.add'>> = {}) =>
    ask('labels.add', { mmsId: '', holdingId: '', pid: '', barcode, title: 'As ordered', ...more });
  const change = async (input: Input<'labels.change'>) =>
    expect(await ask('labels.change', input)).toMatchObject({ ok: true });
  const view = (): LabelQueueView | undefined => views.at(-1);
  return { world, ask, add, change, view, printed, places, pdfs, trouble, log };
}

const waiting = (view: LabelQueueView | undefined): readonly string[] =>
  (view?.waiting ?? []).map(({ title }) => title);

describe('a book', () => {
  test('has its labels by its record: read by its barcode, or by its ids', async () => {
    const { world, add, view } = await open();
    const byBarcode = await add(code('itemFree1'));
    expect(byBarcode).toMatchObject({
      value: { already: false, printed: null, failure: null, labels: { title: 'The Overstory', count: 2 } },
    });
    const { client } = await world.station.service();
    const item = await client.call('items.byBarcode', { query: { item_barcode: code('itemHebrew') } });
    const { bib_data: bib, holding_data: holding, item_data: data } = item;
    const ids = {
      mmsId: String(bib?.mms_id),
      holdingId: String(holding?.holding_id),
      pid: String(data?.pid),
    };
    // The order line may not have its barcode yet, or an older one.
    expect(await add('', ids)).toMatchObject({ value: { labels: { barcode: code('itemHebrew') } } });
    expect(view()?.waiting.map(({ callNumber }) => callNumber !== '')).toEqual([true, true]);
    expect(view()).toMatchObject({ used: 4, places: 24, again: false });
  });

  test('that waits already does not wait twice', async () => {
    const { add, view } = await open();
    await add(code('itemFree1'));
    expect(await add(code('itemFree1'))).toMatchObject({ value: { already: true } });
    expect(view()?.waiting).toHaveLength(1);
  });

  test('without ids or barcode, or one that the library does not have, is said, and nothing waits', async () => {
    const { add, view } = await open();
    expect(await add('')).toMatchObject({ failure: { kind: 'invalid', field: 'item', reason: 'noIds' } });
    expect(await add('39999999999999')).toMatchObject({
      failure: { kind: 'refused', code: codes.noItemForBarcode },
    });
    expect(view()?.waiting).toEqual([]);
  });

  test('is taken off the list; one that is not there is said', async () => {
    const { ask, add, view } = await open();
    await add(code('itemFree1'));
    const id = view()?.waiting[0]?.id ?? '';
    expect(await ask('labels.remove', { id })).toMatchObject({ ok: true });
    expect(view()?.waiting).toEqual([]);
    expect(await ask('labels.remove', { id })).toMatchObject({ failure: { reason: 'gone' } });
  });

  test('waits through the end of the program', async () => {
    const { world, add } = await open();
    await add(code('itemFree1'));
    const { view } = await open(stationOver(server, world.settings.now, world.journal));
    expect(waiting(view())).toEqual(['The Overstory']);
  });
});

describe('labels', () => {
  test('are printed at the printer and on the stock of the station, and the next begin behind them', async () => {
    const { ask, add, change, view, printed, places } = await open();
    const zebra = { at: 'printer', name: 'Zebra' } as const;
    await change({ printer: zebra, stock: commonStock.letterBy30 });
    await change({ next: 3 });
    await add(code('itemFree1'));
    await add(code('itemFree2'));
    expect(printed).toEqual([]);
    expect(await ask('labels.print', {})).toEqual({ ok: true, value: { file: null, count: 4, sheets: 1 } });
    expect(places).toEqual([{ printer: zebra, roll: null, sheet: { width: 215.9, height: 279.4 } }]);
    expect(printed[0]?.match(/<div class="label"><\/div>/g)).toHaveLength(2);
    expect(view()).toEqual({ waiting: [], used: 6, places: 30, again: true });
    expect(await ask('labels.print', {})).toEqual({ ok: true, value: { file: null, count: 0, sheets: 0 } });
    expect(printed).toHaveLength(1);
  });

  test('are printed by themselves when their sheet is full, and not where the station does not want that', async () => {
    const { add, change, view, printed } = await open();
    await change({ next: 21 });
    expect(await add(code('itemFree1'))).toMatchObject({ value: { printed: null } });
    expect(await add(code('itemFree2'))).toMatchObject({
      value: { printed: { file: null, count: 4, sheets: 1 }, failure: null },
    });
    expect(view()).toMatchObject({ waiting: [], used: 0 });
    await change({ whenFull: false });
    await change({ next: 23 });
    expect(await add(code('itemFree3'))).toMatchObject({ value: { printed: null } });
    expect(printed).toHaveLength(1);
    expect(view()).toMatchObject({ used: 24, places: 24 });
  });

  test('of a roll are printed at once, each on a page of its own', async () => {
    const { add, change, printed, places } = await open();
    await change({ stock: commonStock.roll });
    expect(await add(code('itemFree1'))).toMatchObject({ value: { printed: { count: 2, sheets: 2 } } });
    expect(places[0]?.sheet).toEqual({ width: 57, height: 32 });
    expect(printed[0]?.match(/<section class="sheet"/g)).toHaveLength(2);
  });

  test('wait on where the printer refuses, or the person closes its dialog', async () => {
    const { ask, add, change, view, trouble } = await open();
    await change({ stock: commonStock.roll });
    trouble.breaks = true;
    expect(await add(code('itemFree1'))).toMatchObject({
      value: { printed: null, failure: { kind: 'printer', why: 'refused' } },
    });
    expect(await ask('labels.print', {})).toMatchObject({ failure: { kind: 'printer', why: 'refused' } });
    trouble.breaks = false;
    trouble.dialog = 'closed';
    expect(await ask('labels.print', {})).toMatchObject({ value: { stopped: true, count: 0 } });
    expect(view()?.waiting).toHaveLength(1);
    expect(await ask('labels.again', {})).toMatchObject({ failure: { field: 'labels', reason: 'gone' } });
    trouble.dialog = 'answered';
    expect(await ask('labels.print', {})).toMatchObject({ value: { count: 2 } });
    expect(view()?.waiting).toEqual([]);
  });

  test('are printed again from the next place on, after a jam', async () => {
    const { ask, add, view, printed } = await open();
    await add(code('itemFree1'));
    await ask('labels.print', {});
    await add(code('itemFree2'));
    expect(await ask('labels.again', {})).toMatchObject({ value: { count: 2, sheets: 1 } });
    expect(printed[1]).toContain(code('itemFree1'));
    expect(printed[1]).not.toContain(code('itemFree2'));
    expect(printed[1]?.match(/<div class="label"><\/div>/g)).toHaveLength(2);
    expect(view()).toMatchObject({ used: 6 });
    expect(waiting(view())).toHaveLength(1);
  });

  test('are printed again only for the library whose books they are of', async () => {
    const { world, ask, add, view, printed } = await open();
    await add(code('itemFree1'));
    await ask('labels.print', {});
    const here = world.station.library();
    if (!here) throw new Error('not connected');
    const library = vi.spyOn(world.station, 'library').mockReturnValue({ ...here, id: 'another' });
    await ask('labels.change', { next: 5 });
    expect(await ask('labels.again', {})).toMatchObject({ failure: { field: 'labels', reason: 'gone' } });
    void ask('labels.watch', {});
    expect(view()).toMatchObject({ again: false });
    expect(printed).toHaveLength(1);
    library.mockRestore();
    expect(await ask('labels.again', {})).toMatchObject({ value: { count: 2 } });
  });

  test('printed from two windows at once are printed once, and never on one place', async () => {
    const { ask, add, printed } = await open();
    await add(code('itemFree1'));
    const both = await Promise.all([ask('labels.print', {}), ask('labels.print', {})]);
    expect(both.map((reply) => reply.ok && reply.value.count)).toEqual([2, 0]);
    expect(printed).toHaveLength(1);
  });

  test('go into the folder of the slips as a file of the size of their page', async () => {
    const world = stationOver(server);
    const { ask, add, change, pdfs } = await open(world);
    await change({ to: 'pdf' });
    await add(code('itemFree1'));
    expect(await ask('labels.print', {})).toMatchObject({ failure: { kind: 'printer', why: 'noFolder' } });
    world.station.changeSlips({ ...world.station.slips, folder });
    expect(await ask('labels.print', {})).toMatchObject({ value: { count: 2 } });
    expect(await readdir(folder)).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d{6} labels\.pdf$/)]);
    expect(pdfs).toEqual([{ width: 210, height: 297 }]);
  });

  test('that cannot be made are left on the list, with the reason', async () => {
    const { ask, add, change, view } = await open();
    await change({ what: 'barcode' });
    await change({
      stock: { ...commonStock.roll, page: { width: 20, height: 20 }, label: { width: 20, height: 20 } },
    });
    expect(await add(code('itemFree1'))).toMatchObject({
      value: { printed: null, labels: { count: 0, problems: ['barcodeTooLong'] } },
    });
    expect(await ask('labels.print', {})).toMatchObject({ value: { count: 0 } });
    expect(view()?.waiting).toMatchObject([{ count: 0, problems: ['barcodeTooLong'] }]);
  });
});

describe('the settings of labels', () => {
  test('refuse a stock that does not fit its page, with the field and the reason; nothing is changed', async () => {
    const { world, ask } = await open();
    const before = world.station.labels;
    const { a4By24 } = commonStock;
    expect(await ask('labels.change', { stock: { ...a4By24, columns: 4, rows: 9 } })).toEqual({
      ok: false,
      failure: {
        ...{ kind: 'invalid', field: 'stock.columns', reason: 'offPage', detail: '' },
        others: [{ field: 'stock.rows', reason: 'offPage', detail: '' }],
      },
    });
    expect(await ask('labels.change', { stock: { ...a4By24, rows: 1.5 } })).toMatchObject({
      failure: { field: 'stock.rows', reason: 'notWhole' },
    });
    expect(world.station.labels).toEqual(before);
  });

  test('have a next place that the sheet has; another stock begins a new sheet', async () => {
    const { world, ask, change } = await open();
    for (const next of [0, 25, -1])
      expect(await ask('labels.change', { next })).toMatchObject({
        failure: { field: 'next', reason: 'outOfRange' },
      });
    expect(await ask('labels.change', { next: 1.5 })).toMatchObject({
      failure: { field: 'next', reason: 'notWhole' },
    });
    await change({ next: 24 });
    await change({ what: 'spine' });
    expect(world.station.labels.next).toBe(24);
    await change({ stock: commonStock.a4By65 });
    expect(world.station.labels.next).toBe(1);
  });

  test('are shown on a sheet of made-up labels, with what is used marked; a test sheet has the outlines', async () => {
    const { ask, change, printed, places } = await open();
    await change({ next: 3 });
    const reply = await ask('labels.preview', {});
    if (!reply.ok) throw new Error(reply.failure.kind);
    const { html, css, page } = reply.value;
    expect(html.match(/class="label used"/g)).toHaveLength(2);
    expect(html).toContain('dir="rtl"');
    expect(page).toEqual({ width: 210, height: 297 });
    expect(css).not.toContain('@page');
    expect(await ask('labels.test', {})).toEqual({ ok: true, value: { file: null } });
    expect(printed[0]).toMatch(/>1<\/div><div class="label">2</);
    expect(places[0]?.sheet).toEqual({ width: 210, height: 297 });
  });
});
