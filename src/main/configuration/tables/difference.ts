import type {
  Cells,
  RowChange,
  RowConflict,
  TableColumn,
  TableDifference,
} from '../../../contract/configuration-tables.ts';
import type { Merged, MergedRow } from './merge.ts';
import type { OpenedTable } from './opened.ts';
import { cellsOf, type Row, saysOf } from './rows.ts';

type Lists = Omit<TableDifference, 'against' | 'problems'>;

/** What saving a merged table would do to the one that is there now, row by row, and what somebody else did to it. */
export function differenceOf(
  { kind, columns }: Pick<OpenedTable, 'kind' | 'columns'>,
  merged: Merged,
): Lists {
  const none = { added: [], changed: [], dropped: [], reordered: false, theirs: [], conflicts: [] };
  if (merged.cannotMerge) return { ...none, cannotMerge: true };
  const cells = (row: Row | null): Cells | null => row && cellsOf(columns, row);
  const change = (before: Row | null, after: Row | null): RowChange => ({
    before: cells(before),
    after: cells(after),
  });
  const isSame = (one: Row | null, other: Row | null): boolean =>
    one === other || (one !== null && other !== null && saysOf(kind, one) === saysOf(kind, other));

  const decided = [...inOrderOf(merged)].filter(({ conflict, chosen }) => conflict === null || chosen);
  const ours = decided.filter(({ theirs, row }) => !isSame(theirs, row));
  const changes = (has: (one: MergedRow) => boolean): RowChange[] =>
    ours.filter(has).map(({ theirs, row }) => change(theirs, row));
  return {
    added: changes(({ theirs }) => theirs === null),
    changed: changes(({ theirs, row }) => theirs !== null && row !== null),
    dropped: changes(({ row }) => row === null),
    reordered: merged.reordered,
    theirs: [...merged.all.values()]
      .filter(({ was, theirs }) => !isSame(was, theirs))
      .map(({ was, theirs }) => change(was, theirs)),
    conflicts: [...merged.all.values()].flatMap((one) => conflictOf(columns, one)),
    cannotMerge: false,
  };
}

/** The rows in the order of the merged table, those that are not in it last. */
function* inOrderOf({ all, order }: Merged): Generator<MergedRow> {
  const done = new Set(order);
  for (const id of order) {
    const row = all.get(id);
    if (row) yield row;
  }
  for (const [id, row] of all) if (!done.has(id)) yield row;
}

function conflictOf(
  columns: readonly TableColumn[],
  { conflict, was, mine, theirs }: MergedRow,
): RowConflict[] {
  if (conflict === null) return [];
  const cells = (row: Row | null): Cells | null => row && cellsOf(columns, row);
  return [{ key: conflict, was: cells(was), mine: cells(mine), theirs: cells(theirs) }];
}
