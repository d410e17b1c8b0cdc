/** Labels on their sheets: null for a place that stays empty. Trailing places of a sheet are left out. */
export interface Sheets<T> {
  readonly sheets: readonly (readonly (T | null)[])[];
  /** The place behind the last label, from 1; 1 where that sheet is full. */
  readonly next: number;
}

/**
 * Lays labels out on sheets of so many places, from a place (1 is the first) on. The labels of one book stay on one
 * sheet, where a sheet has room for them at all: the rest of the sheet before stays empty.
 */
export function layOut<T>(groups: readonly (readonly T[])[], places: number, first: number): Sheets<T> {
  const sheets: (T | null)[][] = [];
  let sheet: (T | null)[] | null = Array.from({ length: startOf(places, first) - 1 }, () => null);
  for (const group of groups) {
    if (sheet && sheet.length + group.length > places && group.length <= places) sheet = null;
    for (const label of group) {
      if (sheet === null || sheet.length === places) sheet = [];
      if (sheets.at(-1) !== sheet) sheets.push(sheet);
      sheet.push(label);
    }
  }
  const last = sheets.at(-1)?.length ?? startOf(places, first) - 1;
  return { sheets, next: last === places ? 1 : last + 1 };
}

/** A place that the sheet has: the stock may have been changed since. */
const startOf = (places: number, first: number): number => (first > places ? 1 : first);

/**
 * How many of the books, the oldest first, are on sheets that are full: on which no place is free, or too few for the
 * labels of the next book.
 */
export function fullBooks(counts: readonly number[], places: number, first: number): number {
  let full = 0;
  let used = startOf(places, first) - 1;
  for (const [index, count] of counts.entries()) {
    if (used > 0 && used + count > places) {
      full = index;
      used = 0;
    }
    // More labels than a sheet has places go on over several.
    used = ((used + count - 1) % places) + 1;
    if (used === places) {
      full = index + 1;
      used = 0;
    }
  }
  return full;
}
