import type { DatabaseSync } from 'node:sqlite';
import type { Row } from './database.ts';

/** No station gets to a number that high: one that is higher is nonsense, and nobody counts up to it. */
const highestNumber = 10_000_000;

/** What a damaged file still tells of the rows that a table had. */
export interface KnownRows {
  /** Under which numbers one may be found. */
  readonly numbers: Iterable<number>;
  /** What stands under a number, as it can be kept; null where it is nonsense. */
  kept(number: number, row: Row): Row | null;
  /** How many there were beside these, at most; null where nobody can tell. */
  lost(saved: ReadonlySet<number>): number | null;
}

/** What is asked of a damaged file: an answer, or that it cannot give one. */
export function asked<T>(ask: () => T): { readonly answer: T } | null {
  try {
    return { answer: ask() };
  } catch {
    return null;
  }
}

/** Bytes that nobody wrote are read as a text too: by what no text of a journal has in it, it is known. */
const isNonsense = (value: unknown): boolean => typeof value === 'string' && /[\p{Cc}\uFFFD]/u.test(value);

/**
 * What was written over ends a row from some point on: its date may be nonsense by now, by which it is old, its library
 * nobody's, and what is sealed in it opens to nobody. It is not saved.
 */
const isTorn = (row: Row): boolean => Object.values(row).some(isNonsense);

function numberIn(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 && value <= highestNumber ? value : null;
}

/**
 * The ids of a table's rows by their numbers, as the index of its ids has them, which lies on other pages than they do;
 * null where it cannot be read, or is torn: nonsense is in no order.
 */
function listed(from: DatabaseSync, table: string): ReadonlyMap<number, string> | null {
  const all = asked(() =>
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

/** The numbers of the rows as they lie in the file, from either end, up to what cannot be read. */
function inOrder(from: DatabaseSync, table: string, order: 'ASC' | 'DESC') {
  const numbers: number[] = [];
  const text = `SELECT rowid AS number FROM ${table} NOT INDEXED ORDER BY rowid ${order}`;
  const whole = asked(() => {
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

/** The highest number that was ever given; null where that cannot be read. */
function noted(from: DatabaseSync, table: string): number | null {
  const row = asked(() => from.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table));
  return numberIn(row?.answer?.seq);
}

/** `Math.max` takes no hundred thousand of them. */
function highestOf(numbers: Iterable<number>): number {
  let highest = 0;
  for (const number of numbers) highest = Math.max(highest, number);
  return highest;
}

function* upTo(last: number): Iterable<number> {
  for (let number = 1; number <= last; number += 1) yield number;
}

/** The rows of a table whose rows are counted. */
export function countedRows(from: DatabaseSync, table: string): KnownRows {
  const ids = listed(from, table);
  const forward = inOrder(from, table, 'ASC');
  const seq = noted(from, table);
  const found = [...forward.numbers, ...inOrder(from, table, 'DESC').numbers.slice(0, 1)];
  // Of what was found, a number may be nonsense, and however high: what was noted of them is on a page of its own.
  const last = Math.max(highestOf(ids?.keys() ?? []), seq ?? 0) || highestOf(found);
  return {
    numbers: upTo(last),
    kept(number, row) {
      const whole = { ...row, id: ids?.get(number) ?? row.id ?? null };
      return isTorn(whole) ? null : whole;
    },
    lost(saved) {
      const missing = (numbers: Iterable<number>) =>
        [...numbers].filter((number) => !saved.has(number)).length;
      if (ids) return missing(ids.keys());
      if (forward.isWhole) return missing(forward.numbers);
      if (seq === null) return null;
      // What is not there was deleted in its time, or is lost. What was deleted is the oldest, mostly: where the file
      // begins with the first that was saved, nothing before that is lost.
      const [first = 0] = saved;
      const before = forward.numbers[0] === first ? first - 1 : 0;
      return seq - before - saved.size;
    },
  };
}

/** The rows of a table of which there are few. */
export function carriedRows(from: DatabaseSync, table: string): KnownRows {
  const index = asked(() =>
    from.prepare(`SELECT rowid AS number FROM ${table} INDEXED BY sqlite_autoindex_${table}_1`).all(),
  );
  const numbers = [
    ...(index?.answer ?? []).flatMap(({ number }) => numberIn(number) ?? []),
    ...inOrder(from, table, 'ASC').numbers,
    ...inOrder(from, table, 'DESC').numbers,
  ];
  return {
    numbers: [...new Set(numbers)].toSorted((one, other) => one - other),
    kept: (_, row) => (isTorn(row) ? null : row),
    lost: () => null,
  };
}
