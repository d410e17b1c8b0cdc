import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { Failed } from '../../../src/main/failure.ts';
import { rowsOf } from '../../../src/service/read.ts';
import { openTestStation } from '../support/test-station.ts';
import { codeTable, opened, put, saveOf, withRow } from './tables.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const name = 'RequestCancellationReasons';
const open = async () => {
  const station = await openTestStation(folder);
  return { station, window: station.window() };
};

describe('tables', () => {
  test('are listed by name, of either kind', async () => {
    const { window } = await open();
    const codes = await window.ask('configuration.tables.list', { kind: 'code' });
    expect(codes).toContainEqual(expect.objectContaining({ kind: 'code', name }));
    const names = codes.map((one) => one.name);
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other)));
    const mappings = await window.ask('configuration.tables.list', { kind: 'mapping' });
    expect(mappings).toContainEqual({
      kind: 'mapping',
      name: 'SlipPrinters',
      description: 'Which printer prints a slip: letter, library, printer',
      subsystem: 'Fulfillment',
    });
  });

  test('are opened with their columns, known ones first', async () => {
    const { window, station } = await open();
    await put(station, name, [
      { code: 'A', strange: { deep: [1] }, enabled: true },
      { code: 'B', description: 'b', default: { value: 'false' }, note: 'n' },
    ]);
    const view = await opened(window, name);
    expect(view.columns).toEqual([
      { field: 'code', flag: false, editable: true },
      { field: 'description', flag: false, editable: true },
      { field: 'default', flag: true, editable: true },
      { field: 'enabled', flag: true, editable: true },
      { field: 'note', flag: false, editable: false },
      { field: 'strange', flag: false, editable: false },
    ]);
    expect(view.rows.map(({ cells }) => cells)).toEqual([
      ['A', '', '', 'true', '', '{"deep":[1]}'],
      ['B', 'b', 'false', '', 'n', ''],
    ]);
    expect(view).toMatchObject({ lost: [], former: [] });
  });

  test('are saved whole, with all that was not edited as it came', async () => {
    const { window, station } = await open();
    const rows = [
      { enabled: true, code: 'A', strange: { deep: [1] }, default: 'false' },
      { code: 'B', enabled: { value: 'false', desc: 'No' } },
      { code: 'C', description: 'before', enabled: { value: 'true', desc: 'Yes' }, extra: 1 },
      { code: 'D', description: 'dropped' },
    ];
    await put(station, name, rows);
    const view = await opened(window, name);
    const edited = withRow(view, 2, { description: 'after', enabled: 'false' })
      .filter(({ from }) => from !== 3)
      .concat({ from: null, cells: ['E', 'new', '', 'true', '', ''] });
    const { difference, save } = await saveOf(window, view, edited);
    expect(difference).toMatchObject({
      added: [{ before: null, after: ['E', 'new', '', 'true', '', ''] }],
      changed: [
        { before: ['C', 'before', '', 'true', '1', ''], after: ['C', 'after', '', 'false', '1', ''] },
      ],
      dropped: [{ before: ['D', 'dropped', '', '', '', ''], after: null }],
      ...{ theirs: [], conflicts: [], problems: [], reordered: false, cannotMerge: false },
    });
    const saved = await save();
    expect(saved.readBack).toEqual([]);
    expect(saved.record?.former).toMatchObject([{ rowCount: 4 }]);
    const now = rowsOf(await codeTable(station, name));
    expect(JSON.stringify(now)).toBe(
      JSON.stringify([
        rows[0],
        rows[1],
        { code: 'C', description: 'after', enabled: { value: 'false' }, extra: 1 },
        { code: 'E', description: 'new', enabled: { value: 'true' } },
      ]),
    );
  });

  test('are found by a text in a row, and those that could not be read are named', async () => {
    const { window, station } = await open();
    const progress: unknown[] = [];
    const report = (one: unknown): unknown => progress.push(one);
    const search = { kind: 'code', text: 'CANNOTBE' } as const;
    expect(await window.ask('configuration.tables.find', search, { report })).toMatchObject({
      found: [{ name, rows: 1 }],
      unread: [],
    });
    expect(progress.at(-1)).toEqual({ read: progress.length - 1, total: progress.length - 1 });
    station.odd = {
      'conf.codeTables.get': (answer) => ((answer as { name: string }).name === name ? { name } : answer),
    };
    expect(await window.ask('configuration.tables.find', search)).toMatchObject({
      found: [],
      unread: [{ name }],
    });
    // A service that is not there is not asked for one table after the other.
    const reads: string[] = [];
    const away = { kind: 'unreachable', why: 'connectionRefused', detail: '' } as const;
    station.odd = {
      'conf.codeTables.get': (answer) => {
        reads.push((answer as { name: string }).name);
        throw new Failed(away);
      },
    };
    expect(await window.failure('configuration.tables.find', search)).toEqual(away);
    expect(reads).toHaveLength(1);
    station.odd = {};
    const stop = new AbortController();
    stop.abort();
    expect(await window.failure('configuration.tables.find', search, { signal: stop.signal })).toEqual({
      kind: 'cancelled',
    });
  });

  test('the former state is put back by a new edit, once for each save', async () => {
    const { window, station } = await open();
    await put(station, name, [
      { code: 'A', strange: 1 },
      { code: 'B', hidden: { deep: true } },
    ]);
    const view = await opened(window, name);
    const { save } = await saveOf(window, view, withRow(view, 0, { description: 'x' }).slice(0, 1));
    const { record } = await save();
    if (!record) throw new Error('it was not read back');
    const [former] = record.former;
    const { rows, wider } = await window.ask('configuration.tables.former', {
      id: former?.id ?? '',
      opened: record.opened,
    });
    expect(rows.map(({ from }) => from)).toEqual([0, null]);
    await (await saveOf(window, { ...record, ...wider }, rows)).save();
    expect(rowsOf(await codeTable(station, name))).toEqual([
      { code: 'A', strange: 1 },
      { code: 'B', hidden: { deep: true } },
    ]);
    expect((await opened(window, name)).former).toHaveLength(2);
    expect(
      await window.failure('configuration.tables.former', { id: randomUUID(), opened: record.opened }),
    ).toMatchObject({ kind: 'invalid', reason: 'gone' });
  });
});
