import { describe, expect, test } from 'vitest';
import type { TableDifference, TableView } from '../../../src/contract/configuration-tables.ts';
import { OpenTable } from '../../../src/renderer/configuration/tables/open-table.svelte.ts';
import { main } from '../support/main.ts';
import { away } from '../support/views.ts';

const view: TableView = {
  ...{
    kind: 'code',
    name: 'NoteTypes',
    description: '',
    subsystem: '',
    opened: 'once',
    lost: [],
    former: [],
  },
  columns: [{ field: 'code', flag: false, editable: true }],
  rows: [
    { from: 0, cells: ['A'] },
    { from: 1, cells: ['constructor'] },
  ],
};
const difference: TableDifference = {
  ...{ against: 'now', added: [], changed: [], dropped: [], reordered: false, theirs: [], problems: [] },
  conflicts: [],
  cannotMerge: false,
};

async function opened(): Promise<OpenTable> {
  const table = new OpenTable({ kind: 'code', name: 'NoteTypes', description: '', subsystem: '' });
  const reading = table.read();
  await main.open('configuration.tables.open').answer(view);
  await reading;
  return table;
}

describe('what saving would do', () => {
  test('is not saved while what is shown is not what was chosen since', async () => {
    const table = await opened();
    table.model?.setCell({ row: 'opened 0', column: 0 }, 'a');
    table.look();
    const conflicts = [
      { key: 'A', was: ['A'], mine: null, theirs: ['AA'] },
      { key: 'constructor', was: ['constructor'], mine: null, theirs: ['c'] },
    ];
    const added = [{ before: null, after: ['new'] }];
    await main.open('configuration.tables.compare').answer({ ...difference, added, conflicts });
    const { review } = table;
    if (!review) throw new Error('it is not looked at');
    // No name of JavaScript's own is a choice.
    expect(review.undecided).toBe(2);
    const choosing = review.chooseAll('mine');
    await main.open('configuration.tables.compare').fail(away);
    await choosing;
    expect(review.undecided).toBe(0);
    expect(review.noSaving).toBe('notCompared');
    expect(await review.save()).toBeNull();
    expect(main.all('configuration.tables.save')).toEqual([]);

    const again = review.compare();
    const dropped = conflicts.map(({ theirs }) => ({ before: theirs, after: null }));
    await main.open('configuration.tables.compare').answer({ ...difference, added, dropped, conflicts });
    await again;
    expect(review.noSaving).toBe('drops');
  });
});

test('while a table is read again, nothing is put into rows that make room for others', async () => {
  const table = await opened();
  table.model?.setCell({ row: 'opened 0', column: 0 }, 'a');
  const former = { id: 'former', at: '', rowCount: 1 };
  const asked = table.putBackFormer(former);
  const reading = table.read();
  table.look();
  expect(table.review).toBeNull();
  expect(await table.putBackFormer(former)).toBe(false);
  await main.open('configuration.tables.open').answer({ ...view, opened: 'twice' });
  await reading;
  await main.open('configuration.tables.former').answer({
    rows: [{ from: 0, cells: ['old'] }],
    wider: null,
  });
  await asked;
  expect(table.isUnsaved).toBe(false);
  expect(table.putBack).toBe(false);
});

test('an edit of a table that is not at hand any more stays while the table cannot be read', async () => {
  const table = await opened();
  table.model?.setCell({ row: 'opened 0', column: 0 }, 'a');
  table.look();
  const gone = { kind: 'invalid', field: 'opened', reason: 'gone', detail: '' } as const;
  await main.open('configuration.tables.compare').fail(gone);
  const reading = table.readKeeping();
  await main.open('configuration.tables.open').fail(away);
  await reading;
  expect(table.review?.isGone).toBe(true);
  expect(table.reading.failure).toEqual(away);
  expect(table.isUnsaved).toBe(true);
});

test('a former table with another column is put on the same edit, which one undo shows again', async () => {
  const table = await opened();
  table.lost = [{ what: 'oursChanged', row: 0, saved: ['A'], now: ['a'] }];
  table.model?.setCell({ row: 'opened 0', column: 0 }, 'edited');
  const asked = table.putBackFormer({ id: 'former', at: '', rowCount: 1 });
  const columns = [...view.columns, { field: 'strange', flag: false, editable: false }];
  const now = [
    { from: 0, cells: ['A', ''] },
    { from: 1, cells: ['constructor', ''] },
  ];
  await main.open('configuration.tables.former').answer({
    rows: [{ from: 0, cells: ['A', 'kept'] }],
    wider: { opened: 'wider', columns, rows: now },
  });
  await asked;
  expect(table.edited).toMatchObject({ opened: 'wider', rows: [{ from: 0, cells: ['A', 'kept'] }] });
  expect(table.lost).toMatchObject([{ saved: ['A', ''], now: ['a', ''] }]);
  table.model?.undo();
  expect(table.edited?.rows).toEqual([
    { from: 0, cells: ['edited', ''] },
    { from: 1, cells: null },
  ]);
  table.model?.undo();
  expect(table.isUnsaved).toBe(false);
});
