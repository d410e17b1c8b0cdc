import { countOf, isFields, rowsOf, type Fields } from '../../../service/read.ts';
import { invalid } from '../../failure.ts';
import type { Table } from './kinds.ts';
import type { Row } from './rows.ts';

/**
 * The rows of a table that was read whole. Throws `incomplete` where it may not have been: the answer has no rows at
 * all, not even none, or it states another number of them. What is not among the rows of such an answer may still be
 * there, and would be dropped with the next save. Source: Configuration (whole-table replacement drops rows).
 */
export function wholeRows(table: Table): readonly Row[] {
  const { row, rows } = table as Fields;
  const inside = isFields(rows) ? rows['row'] : undefined;
  if ((row ?? inside ?? null) === null) throw invalid('table', 'incomplete');
  const found = rowsOf(table) as readonly Row[];
  const stated = statedCount(table);
  if (stated !== null && stated !== found.length) throw incomplete(found.length, stated);
  return found;
}

/** A table that came with another number of rows than it should have. */
export const incomplete = (found: number, stated: number) =>
  invalid('table', 'incomplete', `${String(found)} / ${String(stated)}`);

/** How many rows a table says that it has; null where it says nothing. */
export function statedCount(table: Table): number | null {
  const { rows } = table as Fields;
  for (const part of [table as Fields, isFields(rows) ? rows : {}])
    for (const name of countNames) {
      const count = part[name];
      const read = typeof count === 'number' || typeof count === 'string' ? countOf(count) : null;
      if (read !== null) return read;
    }
  return null;
}

/** Under which names a table may state how many rows it has. Source: List envelopes. */
export const countNames = ['total_record_count', 'row_count', 'rows_count'] as const;

/** How many rows a list says, or shows, that a table has at least, and exactly where it says so. */
export interface ListedCount {
  readonly atLeast: number;
  readonly exactly: number | null;
}

export const listedCount = (table: Table): ListedCount => ({
  atLeast: rowsOf(table).length,
  exactly: statedCount(table),
});

/** Whether a table of so many rows can be the one that is listed. */
export const fits = ({ atLeast, exactly }: ListedCount, rows: number): boolean =>
  rows >= atLeast && (exactly === null || rows === exactly);
