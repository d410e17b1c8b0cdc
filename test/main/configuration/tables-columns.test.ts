import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { rowsOf } from '../../../src/service/read.ts';
import type { TableKind, TableView } from '../../../src/contract/configuration-tables.ts';
import { openTestStation, type TestStation, type Window } from '../support/test-station.ts';
import { codeTable, opened, put, saveOf, untouched, withRow } from './tables.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-table-columns-'));
afterAll(() => rmSync(folder, { recursive: true }));

const open = async () => {
  const station = await openTestStation(folder);
  return { station, window: station.window() };
};
const tables: Readonly<Record<TableKind, { name: string; before: object[]; after: object[] }>> = {
  code: {
    name: 'RequestCancellationReasons',
    before: [
      { code: 'A', description: 'a', strange: 'kept' },
      { code: 'B', description: 'b' },
    ],
    after: [
      { code: 'A', description: 'a' },
      { code: 'B', description: 'b' },
    ],
  },
  mapping: {
    name: 'SlipPrinters',
    before: [
      { column0: 'A', column1: 'a', column3: 'kept' },
      { column0: 'B', column1: 'b' },
    ],
    after: [
      { column0: 'A', column1: 'a' },
      { column0: 'B', column1: 'b' },
    ],
  },
};
const stored = async (station: TestStation, kind: TableKind): Promise<readonly object[]> => {
  const { name } = tables[kind];
  if (kind === 'code') return rowsOf(await codeTable(station, name));
  return rowsOf(await station.client.call('conf.mappingTables.get', { path: { table_name: name } }));
};

/** Saves an edit here while the column is there, and has another program take the column away. */
async function withoutItsColumn(station: TestStation, window: Window, kind: TableKind): Promise<TableView> {
  const { name, before, after } = tables[kind];
  await put(station, name, before, kind);
  const view = await opened(window, name, kind);
  await (await saveOf(window, view, [...untouched(view)].reverse())).save();
  await put(station, name, after, kind);
  return opened(window, name, kind);
}

describe.each(['code', 'mapping'] as const)('of a %s table', (kind) => {
  test('a former state is put back with a column that no row has any more', async () => {
    const { station, window } = await open();
    const view = await withoutItsColumn(station, window, kind);
    const fields = (columns: TableView['columns']) => columns.map(({ field }) => field);
    const missing = kind === 'code' ? 'strange' : 'column3';
    expect(fields(view.columns)).not.toContain(missing);
    const ask = { id: view.former[0]?.id ?? '', opened: view.opened };
    const { rows, wider } = await window.ask('configuration.tables.former', ask);
    if (!wider) throw new Error('the former state has another column');
    expect(fields(wider.columns)).toContain(missing);
    // What the window has under the first name is still in the first columns.
    await saveOf(window, view, withRow(view, 1, { [fields(view.columns)[1] ?? '']: 'still' }));
    await (await saveOf(window, { ...view, ...wider }, rows)).save();
    expect(await stored(station, kind)).toEqual(tables[kind].before);
    // Once every column is there, it needs no other ones.
    const again = await opened(window, tables[kind].name, kind);
    const last = { id: view.former[0]?.id ?? '', opened: again.opened };
    expect((await window.ask('configuration.tables.former', last)).wider).toBeNull();
  });
});

test('a row that lost a text with its column is put back with it', async () => {
  const { station, window } = await open();
  const { name, before, after } = tables.code;
  await put(station, name, before);
  const view = await opened(window, name);
  await (await saveOf(window, view, withRow(view, 0, { description: 'ours' }))).save();
  const lossy = after.map((row, place) => (place === 0 ? { ...row, description: 'ours' } : row));
  await put(station, name, lossy);
  const now = await opened(window, name);
  expect(now.lost).toMatchObject([{ what: 'oursChanged', row: 0 }]);
  const [lost] = now.lost;
  expect(lost?.saved).not.toEqual(lost?.now);
  const edit = untouched(now).map((row, place) =>
    place === 0 ? { ...row, cells: lost?.saved ?? null } : row,
  );
  await (await saveOf(window, now, edit)).save();
  expect(await stored(station, 'code')).toEqual([
    { code: 'A', description: 'ours', strange: 'kept' },
    { code: 'B', description: 'b' },
  ]);
});
