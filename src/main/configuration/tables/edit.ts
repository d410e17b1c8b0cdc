import { isDeepStrictEqual } from 'node:util';
import type { Cells, EditedRow } from '../../../contract/configuration-tables.ts';
import { mergeTables, type Merged, type MyRow } from './merge.ts';
import type { OpenedTable } from './opened.ts';
import type { WholeTable } from './read.ts';
import { cellsOf, newRow, patched } from './rows.ts';

/** An edit of a table as a window sends it. */
export interface TableEdit {
  readonly rows: readonly EditedRow[];
  readonly choices: Readonly<Record<string, 'mine' | 'theirs'>>;
}

/** The texts of the rows of an edit. */
export const textsOf = ({ columns, rows: was }: OpenedTable, edited: readonly EditedRow[]): Cells[] =>
  edited.map(({ from, cells }) => cells ?? cellsOf(columns, (from === null ? undefined : was[from]) ?? {}));

/** The rows of an edit as they are written: what was not touched is as it came. */
function rowsOfEdit(opened: OpenedTable, edited: readonly EditedRow[]): MyRow[] {
  const { kind, columns, rows: was, restorable } = opened;
  return edited.map(({ from, cells }) => {
    const row = from === null ? undefined : was[from];
    if (row && (!cells || isDeepStrictEqual(cells, cellsOf(columns, row)))) return { from, row };
    const restored = restorable.get(JSON.stringify(cells ?? []));
    if (!row) return { from: null, row: restored ?? newRow(kind, columns, cells ?? []) };
    return { from, row: restored ?? patched(columns, row, cells ?? []) };
  });
}

/** An edit, merged with the table as it is now. */
export const mergeEdit = (opened: OpenedTable, { rows, choices }: TableEdit, fresh: WholeTable): Merged =>
  mergeTables({
    kind: opened.kind,
    was: opened.rows,
    mine: rowsOfEdit(opened, rows),
    theirs: fresh.rows,
    choices,
  });
