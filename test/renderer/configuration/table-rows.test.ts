import { describe, expect, test } from 'vitest';
import type { LostRow, TableColumn, TableRow } from '../../../src/contract/configuration-tables.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { gridColumns } from '../../../src/renderer/configuration/tables/column-names.ts';
import { rowProblems } from '../../../src/renderer/configuration/tables/row-problems.ts';
import {
  carriedOver,
  editedRows,
  openedRows,
  rowsInPlace,
  withLost,
} from '../../../src/renderer/configuration/tables/table-rows.ts';
import { GridModel } from '../../../src/renderer/ui/grid/grid-model.svelte.ts';

const columns: readonly TableColumn[] = [
  { field: 'code', flag: false, editable: true },
  { field: 'description', flag: false, editable: true },
];
const rows = (...codes: readonly string[]): TableRow[] =>
  codes.map((code, from) => ({ from, cells: [code, `about ${code}`] }));

function open(...codes: readonly string[]): GridModel {
  const model = new GridModel(gridColumns('code', columns), rowProblems('code', columns));
  model.load(openedRows(rows(...codes)));
  return model;
}
const codes = (model: GridModel): (string | undefined)[] => model.state.rows.map(({ cells }) => cells[0]);

describe('what is sent of an edit', () => {
  test('is the place of a row that is as it was opened, and the texts of the others', () => {
    const model = open('a', 'b');
    model.setCell({ row: 'opened 1', column: 0 }, 'B');
    model.addRow();
    expect(editedRows(model)).toEqual([
      { from: 0, cells: null },
      { from: null, cells: ['', ''] },
      { from: 1, cells: ['B', 'about b'] },
    ]);
    // Typed back as it was, it is as it was.
    model.setCell({ row: 'opened 1', column: 0 }, 'b');
    expect(editedRows(model)[2]).toEqual({ from: 1, cells: null });
  });

  test('of a former table is each row in its place, and none twice', () => {
    const model = open('a', 'b');
    const former: TableRow[] = [
      { from: 1, cells: ['b', 'about b'] },
      { from: 1, cells: ['b', 'again'] },
      { from: null, cells: ['z', 'gone since'] },
    ];
    model.replaceAll(rowsInPlace(model, former));
    expect(editedRows(model)).toEqual([
      { from: 1, cells: null },
      { from: null, cells: ['b', 'again'] },
      { from: null, cells: ['z', 'gone since'] },
    ]);
    model.undo();
    expect(model.state.isUnsaved).toBe(false);
  });
});

test('an edit is carried over to the table as it is read again, with what others did to it', () => {
  const before = open('a', 'b', 'c', 'same', 'same');
  before.setCell({ row: 'opened 1', column: 1 }, 'mine');
  before.select({ row: 'opened 2', column: 0 });
  before.removeRows();
  before.addRow();
  before.commitText();
  const now = open('b', 'theirs', 'a', 'same', 'c', 'same');
  now.replaceAll(carriedOver(before, now));
  const carried = now.state.rows.map(({ cells }) => cells.join(' · '));
  expect(carried).toEqual([
    ...['a · about a', 'b · mine', 'same · about same', ' · ', 'same · about same', 'theirs · about theirs'],
  ]);
  expect(now.state.unsaved).toMatchObject({ added: 1, changed: 1, removed: 1 });
});

test('an edit is carried over to a table that has other columns by now', () => {
  const columnsOf = (...fields: readonly string[]): readonly TableColumn[] =>
    fields.map((field) => ({ field, flag: field === 'enabled', editable: true }));
  const mapping = (fields: readonly string[], ...all: readonly string[][]): GridModel => {
    const model = new GridModel(gridColumns('mapping', columnsOf(...fields)));
    model.load(openedRows(all.map((cells, from) => ({ from, cells }))));
    return model;
  };
  const before = mapping(['column0', 'column1', 'enabled'], ['MAIN', 'SCI', 'true'], ['LAW', 'SCI', 'true']);
  before.setCell({ row: 'opened 1', column: 1 }, 'MAIN');
  const now = mapping(
    ['column0', 'column1', 'column2', 'enabled'],
    ['LAW', 'SCI', '', 'true'],
    ['MAIN', 'SCI', '', 'true'],
    ['MAIN', 'LAW', 'theirs', 'true'],
  );
  now.replaceAll(carriedOver(before, now));
  expect(now.state.rows.map(({ cells }) => cells.join(' '))).toEqual([
    ...['MAIN SCI  true', 'LAW MAIN  true', 'MAIN LAW theirs true'],
  ]);
  expect(now.state.unsaved).toMatchObject({ added: 0, changed: 1, removed: 0 });
});

test('a whole table that was lost is put back in one go', () => {
  const count = 40_000;
  const all = Array.from({ length: count }, (_, index) => String(index));
  const model = open(...all);
  const lost = all.map((code, row): LostRow => ({
    what: 'oursChanged',
    row,
    saved: [code, 'ours'],
    now: [code, 'theirs'],
  }));
  const rows = withLost(model, lost);
  expect(rows.every(({ cells }) => cells[1] === 'ours')).toBe(true);
});

test('what was lost is put back: changed again, there again, gone again; what was typed since stays', () => {
  const model = open('a', 'b', 'c', 'd');
  model.setCell({ row: 'opened 3', column: 1 }, 'typed');
  const lost: LostRow[] = [
    { what: 'oursGone', row: 0, saved: ['z', 'ours'], now: null },
    { what: 'oursChanged', row: 1, saved: ['b', 'ours'], now: ['b', 'about b'] },
    { what: 'oursBack', row: 2, saved: null, now: ['c', 'about c'] },
    { what: 'theirsAdded', row: 3, saved: null, now: ['d', 'about d'] },
    { what: 'oursGone', row: 4, saved: ['y', 'ours'], now: null },
  ];
  model.replaceAll(withLost(model, lost));
  expect(codes(model)).toEqual(['z', 'a', 'b', 'd', 'y']);
  expect(model.state.rows[2]?.cells[1]).toBe('ours');
  expect(model.state.rows[3]?.cells[1]).toBe('typed');
});

describe('a code', () => {
  const wordsOf = (...all: readonly string[]): (string | undefined)[] => {
    const model = open(...all);
    return model.state.rows.map(({ key }) => model.problems.get(key)?.get(0));
  };
  const words = {
    noCode: m.configuration_tables_problem_no_code(),
    twice: m.configuration_tables_problem_twice(),
    tooLong: m.configuration_tables_problem_too_long(),
    case: m.configuration_tables_problem_case(),
    blanks: m.configuration_tables_problem_blanks(),
  };

  test('is there, once, short enough, and looks like no other', () => {
    expect(wordsOf('a', 'b', 'a')).toEqual([words.twice, undefined, words.twice]);
    expect(wordsOf('', ' ', 'b')).toEqual([words.noCode, words.noCode, undefined]);
    expect(wordsOf('a', 'A')).toEqual([words.case, words.case]);
    expect(wordsOf('a', 'a ')).toEqual([words.case, words.blanks]);
    expect(wordsOf('x'.repeat(256), 'x'.repeat(255))).toEqual([words.tooLong, undefined]);
  });

  test('of a mapping table is all of its columns', () => {
    const both: readonly TableColumn[] = ['column0', 'column1'].map((field) => ({
      ...{ field, flag: false, editable: true },
    }));
    const model = new GridModel(gridColumns('mapping', both), rowProblems('mapping', both));
    model.load(
      openedRows([
        { from: 0, cells: ['MAIN', 'SCI'] },
        { from: 1, cells: ['MAIN', 'LAW'] },
        { from: 2, cells: ['MAIN', 'SCI'] },
      ]),
    );
    expect([...model.problems.keys()]).toEqual(['opened 0', 'opened 2']);
    expect(model.columns.map(({ label }) => label)).toEqual([
      m.configuration_tables_column_number({ number: '1' }),
      m.configuration_tables_column_number({ number: '2' }),
    ]);
  });
});
