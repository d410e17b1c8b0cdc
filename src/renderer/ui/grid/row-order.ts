import { nextTask } from '../next-task.ts';
import type { GridRow, GridRows } from './grid-types.ts';

/** What a row says in one text, to be searched in: made once for each row, as rows are never changed. */
const texts = new WeakMap<GridRow, string>();

function textOf(row: GridRow): string {
  let text = texts.get(row);
  if (text === undefined) texts.set(row, (text = row.cells.join('\n').toLocaleLowerCase()));
  return text;
}

/** How many rows are looked at before a key that was pressed meanwhile has its turn. */
const slice = 4000;

/**
 * The keys of the rows that do not have a text; null where it was given up. In slices: a long table does not hold the
 * window up.
 */
export async function hiddenBy(
  rows: GridRows,
  text: string,
  isOver: () => boolean,
): Promise<ReadonlySet<string> | null> {
  const wanted = text.trim().toLocaleLowerCase();
  const hidden = new Set<string>();
  for (let from = 0; from < rows.length; from += slice) {
    if (from > 0) await nextTask();
    if (isOver()) return null;
    for (const row of rows.slice(from, from + slice)) if (!textOf(row).includes(wanted)) hidden.add(row.key);
  }
  return hidden;
}

/** Rows that are sorted in one go, and rows that are merged in one: some milliseconds each. */
const sortedAtOnce = 1000;

/**
 * The keys of the rows in the order of a column, those that are the same in it as they are saved; null where it was given
 * up. Sorted in small parts and merged, with the window free in between.
 */
export async function orderBy(
  rows: GridRows,
  { column, descending }: { readonly column: number; readonly descending: boolean },
  locale: string,
  isOver: () => boolean,
): Promise<readonly string[] | null> {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const sign = descending ? -1 : 1;
  const order = (one: GridRow, other: GridRow): number =>
    sign * compare(one.cells[column] ?? '', other.cells[column] ?? '');
  let work = 0;
  const pause = async (amount: number): Promise<boolean> => {
    work += amount;
    if (work > sortedAtOnce) {
      work = 0;
      await nextTask();
    }
    return isOver();
  };
  let runs: GridRow[][] = [];
  for (let from = 0; from < rows.length; from += sortedAtOnce) {
    const some = rows.slice(from, from + sortedAtOnce);
    runs.push(some.toSorted(order));
    if (await pause(some.length)) return null;
  }
  while (runs.length > 1) {
    const merged: GridRow[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other] = [runs[at], runs[at + 1]];
      const both = other ? await merge(one, other, order, pause) : one;
      if (!both) return null;
      merged.push(both);
    }
    runs = merged;
  }
  return (runs[0] ?? []).map(({ key }) => key);
}

async function merge(
  one: readonly GridRow[],
  other: readonly GridRow[],
  order: (one: GridRow, other: GridRow) => number,
  pause: (amount: number) => Promise<boolean>,
): Promise<GridRow[] | null> {
  const both: GridRow[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [first, second] = [one[left], other[right]];
    const takesFirst = first && (!second || order(first, second) <= 0);
    const next = takesFirst ? first : second;
    if (next) both.push(next);
    if (takesFirst) left += 1;
    else right += 1;
    if (both.length % sortedAtOnce === 0 && (await pause(sortedAtOnce * 3))) return null;
  }
  return both;
}

/** The order that is shown, with keys that are new in it: after the row with a key, or at the end. */
export function withNew(
  order: readonly string[],
  keys: readonly string[],
  after: string | null,
): readonly string[] {
  const known = new Set(order);
  const fresh = keys.filter((key) => !known.has(key));
  if (fresh.length === 0) return order;
  const at = after === null ? -1 : order.indexOf(after);
  return at < 0 ? [...order, ...fresh] : order.toSpliced(at + 1, 0, ...fresh);
}
