import type { EditedRow, LostRow, TableColumn, TableRow } from '../../../contract/configuration-tables.ts';
import type { GridModel } from '../../ui/grid/grid-model.svelte.ts';
import type { GridRow, GridRows } from '../../ui/grid/grid-types.ts';

/** A row of the grid is known by its place in the table as it was opened; a new one by a name of the grid's. */
const keyOf = (place: number): string => `opened ${place}`;
const placeOf = (key: string): number | null => {
  const place = /^opened (\d+)$/.exec(key)?.[1];
  return place === undefined ? null : Number(place);
};

/** The rows of a table that was opened, for a grid. */
export const openedRows = (rows: readonly TableRow[]): GridRows =>
  rows.map(({ cells }, place) => ({ key: keyOf(place), cells }));

/** The rows of a grid as they are sent: of those that are as they were opened only the place. */
export const editedRows = ({ state }: GridModel): EditedRow[] =>
  state.rows.map((row) => {
    const from = placeOf(row.key);
    return { from, cells: from !== null && state.stateOf(row) === null ? null : [...row.cells] };
  });

/** Cells of some columns in others: a column that they do not have is empty. */
export function cellsIn(
  before: readonly TableColumn[],
  now: readonly TableColumn[],
): (cells: readonly string[]) => string[] {
  const places = now.map(({ field }) => before.findIndex((column) => column.field === field));
  return (cells) => places.map((place) => cells[place] ?? '');
}

/** Other rows of the same table, such as those of a former one: each on its row of the table as it was opened. */
export function rowsInPlace(model: GridModel, rows: readonly TableRow[]): GridRows {
  const taken = new Set<number>();
  return rows.map(({ from, cells }): GridRow => {
    if (from === null || taken.has(from)) return model.newRow(cells);
    taken.add(from);
    const before = model.state.was(keyOf(from));
    return before?.join('\n') === cells.join('\n')
      ? { key: keyOf(from), cells: before }
      : { key: keyOf(from), cells };
  });
}

/** The rows of an edit with what was lost put back into them. */
export function withLost(model: GridModel, lost: readonly LostRow[]): GridRows {
  // In one go: a whole table may be lost.
  const at = Map.groupBy(lost, ({ row }) => keyOf(row));
  const goneOf = (some: readonly LostRow[] = []): GridRow[] =>
    some.flatMap(({ what, saved }) => (what === 'oursGone' && saved ? [model.newRow(saved)] : []));
  const rows = model.state.rows.flatMap((row): GridRow[] => {
    const found = at.get(row.key);
    at.delete(row.key);
    const isBack = found?.some(({ what }) => what === 'oursBack') === true;
    const saved = found?.find(({ what }) => what === 'oursChanged')?.saved;
    return [...goneOf(found), ...(isBack ? [] : [saved ? { key: row.key, cells: saved } : row])];
  });
  return [...rows, ...[...at.values()].flatMap(goneOf)];
}

/**
 * The rows of an edit on the table as it was read again: each on the row that it was made from. A row that someone else
 * has added or changed meanwhile is kept, at the end; where it is one of ours too, both are there and are marked.
 */
export function carriedOver(before: GridModel, now: GridModel): GridRows {
  const textOf = (cells: GridRow['cells']): string => JSON.stringify(cells);
  // The table may have other columns by now.
  const columns = now.columns.map(({ id }) => before.columns.findIndex((column) => column.id === id));
  const cellsNow = ({ cells }: GridRow): GridRow['cells'] => columns.map((column) => cells[column] ?? '');
  const places = Map.groupBy(now.state.rows, ({ cells }) => textOf(cells));
  // Of rows that are the same each one is taken once.
  const takes = new Map(
    before.state.loaded.map((row) => [row.key, places.get(textOf(cellsNow(row)))?.shift()]),
  );
  const rows = before.state.rows.map((row): GridRow => {
    const place = takes.get(row.key);
    if (!place) return now.newRow(cellsNow(row));
    return before.state.stateOf(row) === null ? place : { key: place.key, cells: cellsNow(row) };
  });
  return [...rows, ...[...places.values()].flat()];
}
