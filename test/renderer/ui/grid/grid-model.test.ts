import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { GridModel } from '../../../../src/renderer/ui/grid/grid-model.svelte.ts';
import type { GridColumn, GridRows } from '../../../../src/renderer/ui/grid/grid-types.ts';

const columns: readonly GridColumn[] = [
  { id: 'code', label: 'Code', kind: 'text', fresh: '' },
  { id: 'description', label: 'Description', kind: 'text', fresh: '' },
  { id: 'enabled', label: 'Enabled', kind: 'flag', fresh: 'true' },
  { id: 'other', label: 'Other', kind: 'readonly', fresh: '' },
];
const rowsOf = (...codes: readonly string[]): GridRows =>
  codes.map((code, index) => ({ key: `r${index}`, cells: [code, `about ${code}`, 'true', '-'] }));

function open(...codes: readonly string[]): GridModel {
  const model = new GridModel(columns);
  model.load(rowsOf(...codes));
  return model;
}
const codes = (model: GridModel): readonly string[] => model.state.rows.map(({ cells }) => cells[0] ?? '');
const seen = (model: GridModel): readonly string[] => model.state.view.map(({ cells }) => cells[0] ?? '');
const keyAt = (model: GridModel, index: number): string => model.state.view[index]?.key ?? '';
const stand = (model: GridModel, row: number, column = 0): void =>
  model.select({ row: keyAt(model, row), column });
const chooseRows = (model: GridModel, from: number, to: number): void =>
  model.select({ row: keyAt(model, from), column: 0 }, { row: keyAt(model, to), column: 3 });

describe('a block', () => {
  test('grows with Shift, and back through the cell that it began at', () => {
    const model = open('a', 'b', 'c');
    stand(model, 1, 1);
    model.move({ rows: 1 }, true);
    model.move({ columns: 1 }, true);
    expect(model.block).toEqual({ top: 1, bottom: 2, left: 1, right: 2 });
    model.move({ rows: -2 }, true);
    expect(model.block).toEqual({ top: 0, bottom: 1, left: 1, right: 2 });
    expect(model.selection?.at).toEqual({ row: 'r1', column: 1 });
  });

  test('is copied, cleared and pasted elsewhere; a flag is never empty, and what is not ours stays', () => {
    const model = open('a', 'b', 'c');
    model.selectAll();
    const text = model.copy();
    expect(text.split('\n')).toHaveLength(3);
    model.clear();
    expect(model.state.rows.map(({ cells }) => cells.join())).toEqual([',,true,-', ',,true,-', ',,true,-']);
    stand(model, 0);
    model.paste(text);
    expect(codes(model)).toEqual(['a', 'b', 'c']);
    expect(model.state.isUnsaved).toBe(false);
    expect(model.note).toBeNull();
  });

  test('is filled by one cell', () => {
    const model = open('a', 'b', 'c');
    model.select({ row: 'r0', column: 0 }, { row: 'r2', column: 1 });
    model.paste('x');
    expect(model.state.rows.map(({ cells }) => cells.slice(0, 2).join())).toEqual(['x,x', 'x,x', 'x,x']);
    model.undo();
    expect(codes(model)).toEqual(['a', 'b', 'c']);
  });
});

describe('a paste', () => {
  test('of more rows than there are adds rows, as one step', () => {
    const model = open('a', 'b');
    stand(model, 1);
    model.paste('x\tone\nY\ttwo\nz\tthree\r\n');
    expect(codes(model)).toEqual(['a', 'x', 'Y', 'z']);
    expect(model.state.rows[3]?.cells).toEqual(['z', 'three', 'true', '']);
    expect(model.state.unsaved).toEqual({ added: 2, changed: 1, removed: 0, reordered: false });
    expect(model.block).toEqual({ top: 1, bottom: 3, left: 0, right: 1 });
    model.undo();
    expect(codes(model)).toEqual(['a', 'b']);
    expect(model.state.isUnsaved).toBe(false);
    model.redo();
    expect(codes(model)).toEqual(['a', 'x', 'Y', 'z']);
  });

  test('takes what a spreadsheet calls true, and says what did not fit', () => {
    const model = open('a', 'b');
    stand(model, 0, 2);
    model.paste('FALSE\tmine\tmore\nperhaps\t-');
    expect(model.state.rows.map(({ cells }) => cells[2])).toEqual(['false', 'true']);
    expect(model.note).toEqual({ kind: 'left', count: 3 });
  });

  test('into a filtered view changes the rows that are seen, and no others', async () => {
    const model = open('ax', 'b', 'cx');
    await model.state.setFilter('x');
    stand(model, 0, 1);
    model.paste('one\ntwo');
    expect(model.state.rows.map(({ cells }) => cells[1])).toEqual(['one', 'about b', 'two']);
    expect(seen(model)).toEqual(['ax', 'cx']);
  });

  test('fills an empty table', () => {
    const model = open();
    expect(model.selection).toBeNull();
    model.paste('a\nb');
    expect(codes(model)).toEqual(['a', 'b']);
  });
});

describe('rows', () => {
  test('are added below the current one, duplicated and deleted', () => {
    const model = open('a', 'b', 'c');
    stand(model, 0);
    model.addRow();
    expect(codes(model)).toEqual(['a', '', 'b', 'c']);
    expect(model.selection?.at).toEqual({ row: keyAt(model, 1), column: 0 });
    chooseRows(model, 2, 3);
    model.duplicate();
    expect(codes(model)).toEqual(['a', '', 'b', 'c', 'b', 'c']);
    model.removeRows();
    expect(codes(model)).toEqual(['a', '', 'b', 'c']);
    chooseRows(model, 0, 3);
    model.removeRows();
    expect(codes(model)).toEqual([]);
    model.undo();
    expect(codes(model)).toEqual(['a', '', 'b', 'c']);
    expect(model.block).toEqual({ top: 0, bottom: 3, left: 0, right: 3 });
  });

  test('are moved by one place and to a place, and not past the ends', () => {
    const model = open('a', 'b', 'c', 'd');
    chooseRows(model, 1, 2);
    model.moveRows(1);
    expect(codes(model)).toEqual(['a', 'd', 'b', 'c']);
    expect(model.moveRows(1)).toBe(false);
    model.moveRows(-1);
    model.moveRows(-1);
    expect(codes(model)).toEqual(['b', 'c', 'a', 'd']);
    expect(model.moveRows(-1)).toBe(false);
    model.moveRowsTo(4);
    expect(codes(model)).toEqual(['a', 'd', 'b', 'c']);
    expect(model.state.unsaved).toMatchObject({ changed: 0, reordered: true });
  });

  test('are not moved while they are sorted or filtered, and it is said why', async () => {
    const model = open('b', 'a');
    await model.state.setSort({ column: 0, descending: false });
    expect(model.moveRows(1)).toBe(false);
    expect(model.note).toEqual({ kind: 'noMoving', why: 'sorted' });
    await model.state.setSort(null);
    await model.state.setFilter('a');
    expect(model.moveRows(1)).toBe(false);
    expect(model.note).toEqual({ kind: 'noMoving', why: 'filtered' });
  });
});

describe('what is seen', () => {
  test('is sorted without the saved order changing; a new row is seen where it was put', async () => {
    const model = open('b10', 'a', 'b2');
    await model.state.setSort({ column: 0, descending: false });
    expect(seen(model)).toEqual(['a', 'b2', 'b10']);
    expect(codes(model)).toEqual(['b10', 'a', 'b2']);
    expect(model.state.isUnsaved).toBe(false);
    stand(model, 1);
    model.duplicate();
    expect(seen(model)).toEqual(['a', 'b2', 'b2', 'b10']);
    expect(codes(model)).toEqual(['b10', 'a', 'b2', 'b2']);
    model.undo();
    model.redo();
    expect(seen(model)).toEqual(['a', 'b2', 'b2', 'b10']);
    await model.state.setSort({ column: 0, descending: true });
    expect(seen(model)).toEqual(['b10', 'b2', 'b2', 'a']);
    await model.state.setSort(null);
    expect(seen(model)).toEqual(codes(model));
  });

  test('is filtered by any cell; a new row that does not match stays seen until the filter changes', async () => {
    const model = open('alpha', 'beta', 'gamma');
    await model.state.setFilter('ABOUT B');
    expect(seen(model)).toEqual(['beta']);
    model.addRow();
    expect(seen(model)).toEqual(['beta', '']);
    stand(model, 0);
    model.edit('over', 'now another');
    model.commitText();
    expect(seen(model)).toEqual(['now another', '']);
    await model.state.setFilter('gam');
    expect(seen(model)).toEqual(['gamma']);
    expect(model.selection?.at.row).toBe('r2');
    await model.state.setFilter('');
    expect(codes(model)).toEqual(['alpha', 'now another', '', 'gamma']);
  });

  test('of many rows is the same as if it were sorted at once', async () => {
    vi.useRealTimers();
    const values = Array.from({ length: 5321 }, (_, index) => String((index * 7919) % 5321));
    const model = open(...values);
    await model.state.setSort({ column: 0, descending: false });
    expect(seen(model)).toEqual(values.toSorted((one, other) => Number(one) - Number(other)));
  });
});

test('a flag is set in all rows of the block, and cleared where all have it', () => {
  const model = open('a', 'b');
  model.setCell({ row: 'r0', column: 2 }, 'false');
  chooseRows(model, 0, 1);
  model.toggle(2);
  expect(model.state.rows.map(({ cells }) => cells[2])).toEqual(['true', 'true']);
  model.toggle(2);
  expect(model.state.rows.map(({ cells }) => cells[2])).toEqual(['false', 'false']);
});

/** Anything that can be done to rows, as numbers choose. */
const acts: readonly ((model: GridModel, one: number, other: number) => unknown)[] = [
  (model, one) => {
    stand(model, one % Math.max(1, model.state.view.length), one % 2);
    model.edit('over', `typed ${one}`);
    model.commitText();
  },
  (model, one, other) => {
    const count = Math.max(1, model.state.view.length);
    chooseRows(model, one % count, other % count);
  },
  (model) => model.addRow(),
  (model) => model.duplicate(),
  (model) => model.removeRows(),
  (model) => model.clear(),
  (model) => model.toggle(2),
  (model, one) => model.moveRows(one % 2 === 0 ? 1 : -1),
  (model, one) => model.moveRowsTo(one % (model.state.rows.length + 1)),
  (model, one, other) => model.paste(`p${one}\tq\n${other}\tr\n`),
  (model) => model.replaceAll(model.state.rows.toReversed()),
];

test('whatever is done, all of it undone is the beginning, and all of it redone the end', () => {
  const act = fc.tuple(fc.nat({ max: acts.length - 1 }), fc.nat({ max: 30 }), fc.nat({ max: 30 }));
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (done) => {
      const model = open('a', 'b', 'c', 'd');
      const beginning = model.state.rows;
      for (const [which, one, other] of done) acts[which]?.(model, one, other);
      const end = model.state.rows;
      while (model.state.canUndo) model.undo();
      expect(model.state.rows).toEqual(beginning);
      expect(model.state.isUnsaved).toBe(false);
      while (model.state.canRedo) model.redo();
      expect(model.state.rows).toEqual(end);
      expect(new Set(end.map(({ key }) => key)).size).toBe(end.length);
    }),
  );
});

test('undoing holds so many rows at most, and always the last step', () => {
  const model = open(...Array.from({ length: 50_000 }, (_, index) => String(index)));
  for (let times = 0; times < 8; times += 1) model.replaceAll(model.state.rows.toReversed());
  let undone = 0;
  for (; model.state.canUndo; undone += 1) model.undo();
  expect(undone).toBeGreaterThan(0);
  expect(undone).toBeLessThan(5);
});
