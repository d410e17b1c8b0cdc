import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TableKind } from '../../../src/contract/configuration-tables.ts';
import { differenceOf } from '../../../src/main/configuration/tables/difference.ts';
import { mergeTables, type Merged, type MyRow } from '../../../src/main/configuration/tables/merge.ts';
import { columnsOf, keyOf, type Row, saysOf } from '../../../src/main/configuration/tables/rows.ts';
import { woven } from '../../../src/main/configuration/tables/weave.ts';

const row = (code: string, description = ''): Row => ({ code, description });
const kept = (rows: readonly Row[]): MyRow[] => rows.map((one, from) => ({ from, row: one }));
const merge = (
  was: readonly Row[],
  mine: readonly MyRow[],
  theirs: readonly Row[],
  choices: Readonly<Record<string, 'mine' | 'theirs'>> = {},
  kind: TableKind = 'code',
) => mergeTables({ kind, was, mine, theirs, choices });
const rowsIn = ({ all, order }: Merged): Row[] => order.map((id) => all.get(id)?.row ?? {});
const codesIn = (merged: Merged): unknown[] => rowsIn(merged).map((one) => one['code']);
const conflictsIn = ({ all }: Merged): string[] =>
  [...all.values()].flatMap(({ conflict }) => conflict ?? []);
const [a, b, c] = [row('A'), row('B'), row('C')];

describe('two edits of one table', () => {
  test('in different rows are merged', () => {
    const mine: MyRow[] = [
      { from: 0, row: row('A', 'mine') },
      { from: 1, row: b },
      { from: null, row: row('M') },
      { from: 2, row: c },
    ];
    const theirs = [a, row('B', 'theirs'), row('T'), row('U')];
    const merged = merge([a, b, c], mine, theirs);
    expect(rowsIn(merged)).toEqual([row('A', 'mine'), row('B', 'theirs'), row('T'), row('U'), row('M')]);
    expect(conflictsIn(merged)).toEqual([]);
    const lists = differenceOf({ kind: 'code', columns: columnsOf('code', [a]) }, merged);
    expect(lists).toMatchObject({
      added: [{ after: ['M', '', '', ''] }],
      changed: [{ before: ['A', '', '', ''], after: ['A', 'mine', '', ''] }],
      dropped: [],
      reordered: false,
      theirs: [
        { before: ['B', '', '', ''], after: ['B', 'theirs', '', ''] },
        { before: ['C', '', '', ''], after: null },
        { before: null, after: ['T', '', '', ''] },
        { before: null, after: ['U', '', '', ''] },
      ],
    });
  });

  test('of one row are a conflict, and it becomes what a person chooses', () => {
    const mine = [{ from: 0, row: row('A', 'mine') }];
    const theirs = [row('A', 'theirs')];
    const merged = merge([a], mine, theirs);
    expect(conflictsIn(merged)).toEqual(['A']);
    const lists = differenceOf({ kind: 'code', columns: columnsOf('code', [a]) }, merged);
    expect(lists).toMatchObject({
      changed: [],
      conflicts: [
        { key: 'A', was: ['A', '', '', ''], mine: ['A', 'mine', '', ''], theirs: ['A', 'theirs', '', ''] },
      ],
    });
    expect(rowsIn(merge([a], mine, theirs, { A: 'mine' }))).toEqual([row('A', 'mine')]);
    expect(rowsIn(merge([a], mine, theirs, { A: 'theirs' }))).toEqual([row('A', 'theirs')]);
    expect(conflictsIn(merge([a], [{ from: 0, row: row('A', 'x') }], [row('A', 'x')]))).toEqual([]);
  });

  test('where one drops what the other changes is a conflict, either way', () => {
    expect(conflictsIn(merge([a, b], kept([a]), [a, row('B', 'theirs')]))).toEqual(['B']);
    const mine = [
      { from: 0, row: a },
      { from: 1, row: row('B', 'mine') },
    ];
    const other = merge([a, b], mine, [a]);
    expect(conflictsIn(other)).toEqual(['B']);
    expect(rowsIn(merge([a, b], mine, [a], { B: 'theirs' }))).toEqual([a]);
    expect(rowsIn(merge([a, b], mine, [a], { B: 'mine' }))).toEqual([a, row('B', 'mine')]);
    expect(codesIn(merge([a, b], kept([a]), [a, row('B', 'theirs')], { B: 'theirs' }))).toEqual(['A', 'B']);
    expect(codesIn(merge([a, b], kept([a]), [a, row('B', 'theirs')], { B: 'mine' }))).toEqual(['A']);
  });

  test('that add one code are one row, or a conflict', () => {
    const mine = [...kept([a]), { from: null, row: row('N', 'mine') }];
    expect(rowsIn(merge([a], mine, [a, row('N', 'mine')]))).toEqual([a, row('N', 'mine')]);
    expect(conflictsIn(merge([a], mine, [a, row('N', 'theirs')]))).toEqual(['N']);
    expect(rowsIn(merge([a], mine, [a, row('N', 'theirs')], { N: 'theirs' }))).toEqual([
      a,
      row('N', 'theirs'),
    ]);
    expect(rowsIn(merge([a], mine, [a, row('N', 'theirs')], { N: 'mine' }))).toEqual([a, row('N', 'mine')]);
  });

  test('where one renames a row to what the other added lose neither', () => {
    const mine = [
      { from: 0, row: row('N', 'mine') },
      { from: 1, row: b },
    ];
    const theirs = [a, b, row('N', 'theirs')];
    expect(conflictsIn(merge([a, b], mine, theirs))).toEqual(['N']);
    expect(rowsIn(merge([a, b], mine, theirs, { N: 'theirs' }))).toEqual([a, row('N', 'theirs'), b]);
    expect(rowsIn(merge([a, b], mine, theirs, { N: 'mine' }))).toEqual([row('N', 'mine'), b]);
    const changed = [row('A', 'theirs'), b, row('N', 'theirs')];
    expect(conflictsIn(merge([a, b], mine, changed)).sort()).toEqual(['A', 'N']);
  });

  test('keep my order if I moved rows, and theirs if only they did', () => {
    const moved: MyRow[] = [
      { from: 2, row: c },
      { from: 0, row: a },
      { from: 1, row: b },
    ];
    expect(codesIn(merge([a, b, c], moved, [a, row('T'), b, c]))).toEqual(['C', 'A', 'T', 'B']);
    const mine = [...kept([a, b, c]).slice(0, 2), { from: null, row: row('M') }, { from: 2, row: c }];
    const merged = merge([a, b, c], mine, [c, b, a]);
    expect(codesIn(merged)).toEqual(['C', 'B', 'M', 'A']);
    expect(merged.reordered).toBe(false);
    expect(merge([a, b, c], moved, [a, b, c]).reordered).toBe(true);
    const both = merge([a, b, c], moved, [b, a, c]);
    expect(codesIn(both)).toEqual(['C', 'A', 'B']);
    expect(both.reordered).toBe(true);
  });

  test('are not merged where rows cannot be told apart, and saved as ever where nobody else was there', () => {
    const was = [a, row('A', 'again')];
    expect(merge(was, kept(was), [...was, b]).cannotMerge).toBe(true);
    expect(merge([a, b], kept([a, b]), [a, a, b]).cannotMerge).toBe(true);
    const alone = merge(was, [...kept(was), { from: null, row: b }], was);
    expect(alone.cannotMerge).toBe(false);
    expect(codesIn(alone)).toEqual(['A', 'A', 'B']);
    const [one, other] = [
      { column0: 'X', column1: '1' },
      { column0: 'X', column1: '2' },
    ];
    const enabled = { ...one, enabled: { value: 'true' } };
    const mapping = (was3: readonly Row[], mine: readonly MyRow[], theirs: readonly Row[]) =>
      merge(was3, mine, theirs, {}, 'mapping');
    expect(rowsIn(mapping([one, other], kept([one, other]), [enabled, other]))).toEqual([enabled, other]);
    expect(mapping([one, { ...one }], kept([one]), [one, { ...one }, other]).cannotMerge).toBe(true);
    // Another column makes it another row: what I changed in it is not lost.
    const mine = [{ from: 0, row: { column0: 'X', column1: '9' } }];
    expect(conflictsIn(mapping([one], mine, [{ column0: 'X', column1: '8' }]))).toHaveLength(1);
  });

  test('see no change where only the form of a flag is another', () => {
    const was = [{ code: 'A', enabled: { value: 'true', desc: 'Yes' } }];
    const theirs = [{ code: 'A', enabled: true, description: '' }];
    const merged = merge(was, kept(was), theirs);
    expect(merged.theyChanged).toBe(false);
    expect(rowsIn(merged)).toEqual(theirs);
  });
});

test('what stands behind one stays behind it', () => {
  expect(woven(['a', 'b'], ['x', 'a', 'y', 'z'])).toEqual(['x', 'a', 'y', 'z', 'b']);
  expect(woven([], ['x', 'y'])).toEqual(['x', 'y']);
});

/** One of the edits of two people at random: rows changed, renamed, dropped, added and moved. */
const anEdit = fc.record({
  changes: fc.array(fc.tuple(fc.nat(7), fc.constantFrom('', 'p', 'q')), { maxLength: 4 }),
  renames: fc.array(fc.tuple(fc.nat(7), fc.constantFrom('A', 'B', 'N', 'M')), { maxLength: 2 }),
  drops: fc.array(fc.nat(7), { maxLength: 3 }),
  adds: fc.array(fc.tuple(fc.nat(9), fc.constantFrom('A', 'N', 'M', 'O'), fc.constantFrom('', 'p')), {
    maxLength: 3,
  }),
  move: fc.option(fc.tuple(fc.nat(7), fc.nat(7))),
});

function edited(was: readonly Row[], edit: typeof anEdit extends fc.Arbitrary<infer E> ? E : never): MyRow[] {
  let rows = kept(was);
  const at = (place: number): MyRow | undefined => rows[place];
  for (const [place, description] of edit.changes) {
    const one = at(place);
    if (one) rows[place] = { ...one, row: { ...one.row, description } };
  }
  for (const [place, code] of edit.renames) {
    const one = at(place);
    if (one) rows[place] = { ...one, row: { ...one.row, code } };
  }
  rows = rows.filter((_one, place) => !edit.drops.includes(place));
  for (const [place, code, description] of edit.adds)
    rows.splice(place, 0, { from: null, row: { code, description } });
  if (edit.move) {
    const [one] = rows.splice(edit.move[0], 1);
    if (one) rows.splice(edit.move[1], 0, one);
  }
  // Each program refuses a table with a code twice.
  const seen = new Set<string>();
  return rows.filter(({ row: one }) => {
    const key = keyOf('code', one);
    return !seen.has(key) && seen.add(key);
  });
}

test('no row of either side is lost untold, however two people edit one table', () => {
  const tables = fc.record({
    was: fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F'), { maxLength: 6 }),
    mine: anEdit,
    theirs: anEdit,
    choice: fc.constantFrom('mine' as const, 'theirs' as const, null),
  });
  fc.assert(
    fc.property(tables, ({ was: codes, mine: myEdit, theirs: theirEdit, choice }) => {
      const was = codes.map((code) => row(code));
      const mine = edited(was, myEdit);
      const theirs = edited(was, theirEdit).map(({ row: one }) => one);
      const open = merge(was, mine, theirs);
      const keys = conflictsIn(open);
      expect(new Set(keys).size).toBe(keys.length);
      const choices = choice === null ? {} : Object.fromEntries(keys.map((key) => [key, choice]));
      const merged = merge(was, mine, theirs, choices);
      if (merged.cannotMerge) return;
      const result = new Set(rowsIn(merged).map((one) => saysOf('code', one)));
      const columns = columnsOf('code', [row('A')]);
      const told = differenceOf({ kind: 'code', columns }, merged);
      const wasSays = new Set(was.map((one) => saysOf('code', one)));
      const mySays = new Set(mine.map(({ row: one }) => saysOf('code', one)));
      const theirSays = new Set(theirs.map((one) => saysOf('code', one)));
      const inConflicts = (one: Row): boolean =>
        told.conflicts.some(({ mine: here, theirs: there }) =>
          [here, there].some((cells) => cells?.[0] === one['code'] && cells?.[1] === one['description']),
        );
      const leaves = (one: Row): boolean =>
        [...told.dropped, ...told.changed].some(
          ({ before }) => before?.[0] === one['code'] && before?.[1] === one['description'],
        );
      // What they have is in the table, or I am told that it goes, or asked.
      for (const one of theirs)
        expect(result.has(saysOf('code', one)) || leaves(one) || inConflicts(one)).toBe(true);
      // What I changed or added is in the table, or I was asked.
      for (const { row: one } of mine)
        if (!wasSays.has(saysOf('code', one)))
          expect(result.has(saysOf('code', one)) || inConflicts(one)).toBe(true);
      // What nobody touched is in the table.
      for (const one of wasSays) if (mySays.has(one) && theirSays.has(one)) expect(result).toContain(one);
      // Nothing is in the table that nobody has.
      for (const one of result) expect(mySays.has(one) || theirSays.has(one) || wasSays.has(one)).toBe(true);
      // What was dropped here, and left alone there, is dropped.
      expect(new Set(merged.order).size).toBe(merged.order.length);
    }),
    { numRuns: 3000 },
  );
});

test('ten times as many rows take about ten times as long to merge', () => {
  const cost = (rows: number): number => {
    const was = Array.from({ length: rows }, (_none, index) =>
      row(`C${String(index)}`, `text ${String(index)}`),
    );
    const mine = kept(was).toReversed();
    const theirs = was
      .map((one, index) => (index % 3 === 0 ? { ...one, description: 'theirs' } : one))
      .slice(100);
    const before = process.cpuUsage();
    expect(merge(was, mine, theirs).order).toHaveLength(rows - 100);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  cost(2000); // What the first run costs is the compiler's.
  // A pass through all rows for each row takes a hundred times as long.
  expect(cost(20_000) / cost(2000)).toBeLessThan(50);
});
