import type { LostRow, TableKind } from '../../../contract/configuration-tables.ts';
import { isAsSent, keyOf, type Row } from './rows.ts';
import { RowsByKey } from './saved-rows.ts';

/** A row that was not read back as it was sent. */
export interface NotAsSent {
  readonly what: LostRow['what'];
  readonly saved: Row | null;
  readonly now: Row | null;
  readonly row: number | null;
}

/**
 * Compares a table that was read back with what was sent: what the service made of a row, or somebody else of the table
 * since. What was there before tells a row that was dropped, and is there again, from one that nobody here knows of.
 */
export function readBack(
  kind: TableKind,
  { rows: sent, before }: { readonly rows: readonly Row[]; readonly before: readonly Row[] },
  now: readonly Row[],
): NotAsSent[] {
  const there = new RowsByKey(kind, now);
  const known = new Set<number>();
  const ours = sent.flatMap((saved): NotAsSent[] => {
    const row = there.placeOf(keyOf(kind, saved), saved);
    const is = row === null ? null : (now[row] ?? null);
    if (row === null || is === null) return [{ what: 'oursGone', saved, now: null, row: null }];
    known.add(row);
    return isAsSent(kind, saved, is) ? [] : [{ what: 'oursChanged', saved, now: is, row }];
  });
  const dropped = new Set(before.map((row) => keyOf(kind, row)));
  const others = [...now.entries()].flatMap(([row, is]): NotAsSent[] => {
    if (known.has(row)) return [];
    const what = dropped.has(keyOf(kind, is)) ? 'oursBack' : 'theirsAdded';
    return [{ what, saved: null, now: is, row }];
  });
  return [...ours, ...others];
}
