import type { DatabaseSync } from 'node:sqlite';
import type { SqlRow } from './database.ts';

/** The highest plausible row number: a higher one is damage, and it would take too long to count up to it. */
const highestNumber = 10_000_000;

/** What can still be read about the rows of a table in a damaged file. */
export interface ReadableRows {
  /** The row numbers that may exist. */
  readonly numbers: Iterable<number>;
  /** The row as it can be saved; null if it is damaged. */
  clean(number: number, row: SqlRow): SqlRow | null;
  /** How many rows were lost at most, beside the saved ones; null if that is unknown. */
  lost(saved: ReadonlySet<number>): number | null;
}

/** Reads something from a damaged file: the answer, or null if it cannot be read. */
export function attempt<T>(ask: () => T): { readonly answer: T } | null {
  try {
    return { answer: ask() };
  } catch {
    return null;
  }
}

/** Damaged bytes may still be read as text. They are recognized by characters that no text of a journal has. */
const isNonsense = (value: unknown): boolean => typeof value === 'string' && /[\p{Cc}\uFFFD]/u.test(value);

/**
 * Whether a row was partly overwritten. Its date may then be wrong, so that it looks old, its library unknown, and its
 * sealed columns unreadable. Such a row is not saved.
 */
const isTorn = (row: SqlRow): boolean => Object.values(row).some(isNonsense);

function numberIn(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 && value <= highestNumber ? value : null;
}

/**
 * The ids of a table's rows by row number, from the index of the ids, which is on other pages than the rows. Null if
 * the index cannot be read or is damaged: damaged entries are not in order.
 */
function idsInIndex(from: DatabaseSync, table: string): ReadonlyMap<number, string> | null {
  const all = attempt(() =>
    from
      .prepare(`SELECT rowid AS number, id FROM ${table} INDEXED BY sqlite_autoindex_${table}_1 ORDER BY id`)
      .all(),
  );
  if (all === null) return null;
  const ids = new Map<number, string>();
  let before = Buffer.alloc(0);
  for (const row of all.answer) {
    const number = numberIn(row.number);
    if (number === null || typeof row.id !== 'string' || isTorn(row) || ids.has(number)) return null;
    const bytes = Buffer.from(row.id);
    if (Buffer.compare(before, bytes) >= 0) return null;
    before = bytes;
    ids.set(number, row.id);
  }
  return ids;
}

/** The row numbers in the order of the file, from either end, up to the first that cannot be read. */
function numbersInOrder(from: DatabaseSync, table: string, order: 'ASC' | 'DESC') {
  const numbers: number[] = [];
  const text = `SELECT rowid AS number FROM ${table} NOT INDEXED ORDER BY rowid ${order}`;
  const whole = attempt(() => {
    for (const row of from.prepare(text).iterate()) {
      const number = numberIn(row.number);
      const before = numbers.at(-1);
      if (number === null) return false;
      if (before !== undefined && (order === 'ASC' ? number <= before : number >= before)) return false;
      numbers.push(number);
    }
    return true;
  });
  return { numbers, isWhole: whole?.answer ?? false };
}

/** The highest row number that was ever used; null if it cannot be read. */
function highestAssigned(from: DatabaseSync, table: string): number | null {
  const row = attempt(() => from.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table));
  return numberIn(row?.answer?.seq);
}

/** `Math.max` does not take a hundred thousand arguments. */
function highestOf(numbers: Iterable<number>): number {
  let highest = 0;
  for (const number of numbers) highest = Math.max(highest, number);
  return highest;
}

function* upTo(last: number): Iterable<number> {
  for (let number = 1; number <= last; number += 1) yield number;
}

/** The rows of a table in which lost rows are counted. */
export function countedRows(from: DatabaseSync, table: string): ReadableRows {
  const ids = idsInIndex(from, table);
  const forward = numbersInOrder(from, table, 'ASC');
  const seq = highestAssigned(from, table);
  const found = [...forward.numbers, ...numbersInOrder(from, table, 'DESC').numbers.slice(0, 1)];
  // A row number that was read may be damaged and far too high. The highest used number is on a page of its own.
  const last = Math.max(highestOf(ids?.keys() ?? []), seq ?? 0) || highestOf(found);
  return {
    numbers: upTo(last),
    clean(number, row) {
      const whole = { ...row, id: ids?.get(number) ?? row.id ?? null };
      return isTorn(whole) ? null : whole;
    },
    lost(saved) {
      const missing = (numbers: Iterable<number>) =>
        [...numbers].filter((number) => !saved.has(number)).length;
      if (ids) return missing(ids.keys());
      if (forward.isWhole) return missing(forward.numbers);
      if (seq === null) return null;
      // A missing row was deleted when it was old, or is lost. Mostly the oldest rows are deleted: if the file begins
      // with the first saved row, nothing before that is lost.
      const [first = 0] = saved;
      const before = forward.numbers[0] === first ? first - 1 : 0;
      return seq - before - saved.size;
    },
  };
}

/** The rows of a small table. */
export function carriedRows(from: DatabaseSync, table: string): ReadableRows {
  const index = attempt(() =>
    from.prepare(`SELECT rowid AS number FROM ${table} INDEXED BY sqlite_autoindex_${table}_1`).all(),
  );
  const numbers = [
    ...(index?.answer ?? []).flatMap(({ number }) => numberIn(number) ?? []),
    ...numbersInOrder(from, table, 'ASC').numbers,
    ...numbersInOrder(from, table, 'DESC').numbers,
  ];
  return {
    numbers: [...new Set(numbers)].toSorted((one, other) => one - other),
    clean: (_, row) => (isTorn(row) ? null : row),
    lost: () => null,
  };
}
