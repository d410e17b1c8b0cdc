import type { EditedRow, LostRow, TableRow } from '../../../contract/configuration-tables.ts';
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
  const rows = [...model.state.rows];
  // From the end: what is put in or taken out moves nothing that comes after.
  for (const { what, row, saved } of lost.toSorted((one, other) => other.row - one.row)) {
    const at = rows.findIndex(({ key }) => key === keyOf(row));
    if (what === 'oursChanged' && saved && at >= 0) rows[at] = { key: keyOf(row), cells: saved };
    else if (what === 'oursBack' && at >= 0) rows.splice(at, 1);
    else if (what === 'oursGone' && saved) rows.splice(at < 0 ? rows.length : at, 0, model.newRow(saved));
  }
  return rows;
}
