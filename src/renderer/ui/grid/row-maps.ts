import type { Cells, GridRow, GridRows } from './grid-types.ts';

/** What of the rows differs from the rows as they were loaded. */
export interface Unsaved {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly reordered: boolean;
}

/** Nothing differs: always this object. */
export const nothingUnsaved: Unsaved = { added: 0, changed: 0, removed: 0, reordered: false };

// With a loop, and not from a list of pairs: these are made anew with each change of a long table.

export function rowsByKey(rows: GridRows): ReadonlyMap<string, GridRow> {
  const byKey = new Map<string, GridRow>();
  for (const row of rows) byKey.set(row.key, row);
  return byKey;
}

export function cellsByKey(rows: GridRows): ReadonlyMap<string, Cells> {
  const byKey = new Map<string, Cells>();
  for (const { key, cells } of rows) byKey.set(key, cells);
  return byKey;
}

/** Where each row is, by its key. */
export function placesOf(rows: GridRows): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  rows.forEach(({ key }, index) => places.set(key, index));
  return places;
}

/** The rows without those with one of these keys. */
export function rowsWithout(rows: GridRows, others: GridRows): GridRows {
  const gone = placesOf(others);
  return rows.filter(({ key }) => !gone.has(key));
}

export const sameCells = (one: Cells, other: Cells): boolean =>
  one === other || (one.length === other.length && one.every((cell, index) => cell === other[index]));

/** Counts what differs from the rows as they were loaded. */
export function unsavedOf(base: GridRows, baseCells: ReadonlyMap<string, Cells>, rows: GridRows): Unsaved {
  if (base === rows) return nothingUnsaved;
  let [added, changed, at] = [0, 0, 0];
  let reordered = false;
  const places = placesOf(base);
  for (const { key, cells } of rows) {
    const was = baseCells.get(key);
    if (!was) {
      added += 1;
      continue;
    }
    if (!sameCells(was, cells)) changed += 1;
    const place = places.get(key) ?? 0;
    if (place < at) reordered = true;
    at = place;
  }
  const removed = base.length - (rows.length - added);
  return added + changed + removed > 0 || reordered ? { added, changed, removed, reordered } : nothingUnsaved;
}
