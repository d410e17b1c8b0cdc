import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

/** Tables that grow with the work at the desk. What else a journal has is about itself. */
const tables = ['entries', 'scans', 'owed', 'kept'] as const;
type Table = (typeof tables)[number];

/** The journal's own care for its rows is no work at the desk. */
const ownCare = new Set(['reduced_at']);

/** What is taken from rows that are old, to reduce them. */
const takenFromOld = new Set(['payload', 'before']);

const Mark = z.object({
  /** The highest number of a row. */
  last: z.int(),
  /** Of each column with a moment, how many rows have it, and the latest. */
  moments: z.record(z.string(), z.object({ rows: z.int(), last: z.string() })),
});

/**
 * What tells whether anything was recorded between two moments: whoever writes a row raises the highest number, and
 * whoever settles one adds a moment.
 */
export const RowMarks = z.partialRecord(z.enum(tables), Mark);
export type RowMarks = z.output<typeof RowMarks>;

const One = z.object({ rows: z.int(), last: z.string().nullable() });

/** The marks of all rows of a journal, of any version of the schema. */
export function rowMarksOf(db: DatabaseSync): RowMarks {
  const marks: RowMarks = {};
  for (const table of tables) {
    const columns = db.prepare('SELECT name FROM pragma_table_info(?)').all(table);
    const names = columns.map(({ name }) => String(name));
    if (!names.includes('seq')) continue;
    const highest = db.prepare(`SELECT max(seq) AS last FROM ${table}`).get();
    const moments = names
      .filter((name) => (name === 'at' || name.endsWith('_at')) && !ownCare.has(name))
      .map((name) => {
        const found = db
          .prepare(`SELECT count("${name}") AS rows, max("${name}") AS last FROM ${table}`)
          .get();
        const { rows, last } = One.parse(found);
        return [name, { rows, last: last ?? '' }] as const;
      });
    marks[table] = { last: Number(highest?.last ?? 0), moments: Object.fromEntries(moments) };
  }
  return marks;
}

/** What a journal has that it did not have before. */
export interface RecordedSince {
  readonly scans: number;
  readonly commands: number;
  /** Other rows; and one for each table of which only rows of before were settled. */
  readonly others: number;
}

/**
 * The tables in which a row of a journal is another than in an earlier copy of it, row by row: a draft that was changed
 * raises no number, and where the clock was set back no moment either. Columns that only one of them has are left out,
 * and so is what was taken from old rows. The copy is only read. Throws SQLite's errors of a copy that cannot be read.
 */
export function changedSince(copy: string, db: DatabaseSync): ReadonlySet<Table> {
  db.prepare('ATTACH ? AS former').run(copy);
  try {
    return new Set(tables.filter((table) => isChanged(table, db)));
  } finally {
    db.exec('DETACH former');
  }
}

function isChanged(table: Table, db: DatabaseSync): boolean {
  const columnsIn = (schema: 'main' | 'former'): readonly string[] =>
    db
      .prepare('SELECT name FROM pragma_table_info(?, ?)')
      .all(table, schema)
      .map(({ name }) => String(name));
  const present = columnsIn('main');
  const common = columnsIn('former').filter((name) => present.includes(name));
  if (!common.includes('seq')) return false;
  const differs = (names: readonly string[]): string =>
    names.map((name) => `now."${name}" IS NOT then_."${name}"`).join(' OR ');
  const reduced = common.filter((name) => takenFromOld.has(name));
  const isReduced = common.includes('reduced_at') ? 'now.reduced_at IS then_.reduced_at' : 'true';
  const others = common.filter((name) => !takenFromOld.has(name) && !ownCare.has(name));
  const taken = reduced.length === 0 ? '' : ` OR (${isReduced} AND (${differs(reduced)}))`;
  const query = `SELECT 1 FROM main.${table} AS now JOIN former.${table} AS then_ ON now.seq = then_.seq
    WHERE ${differs(others)}${taken} LIMIT 1`;
  return db.prepare(query).get() !== undefined;
}

/**
 * What was recorded between two moments, with the tables of which rows are known to be changed. Rows that were deleted
 * because of their age are none of it.
 */
export function recordedSince(
  before: RowMarks,
  now: RowMarks,
  changed: ReadonlySet<string> = new Set(),
): RecordedSince {
  const more = (table: Table): number => Math.max(0, (now[table]?.last ?? 0) - (before[table]?.last ?? 0));
  const isOnlySettled = (table: Table): boolean => {
    const then = before[table]?.moments ?? {};
    const present = Object.entries(now[table]?.moments ?? {});
    const isMore = present.some(
      ([name, { rows, last }]) => rows > (then[name]?.rows ?? 0) || last > (then[name]?.last ?? ''),
    );
    return (isMore || changed.has(table)) && more(table) === 0;
  };
  return {
    scans: more('scans'),
    commands: more('entries'),
    others: more('owed') + more('kept') + tables.filter(isOnlySettled).length,
  };
}

export const isNothing = ({ scans, commands, others }: RecordedSince): boolean =>
  scans + commands + others === 0;
