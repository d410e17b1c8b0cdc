import fs from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { pragma } from './schema.ts';

/** What is in a journal, as numbers: nothing sealed is read. `bytes`: of the file and of what it has not taken in yet. */
export interface JournalCounts {
  readonly schema: number;
  readonly bytes: number;
  readonly rows: { readonly table: string; readonly state: string; readonly rows: number }[];
  readonly salvages: number;
}

/** By what the rows of each table are counted. */
const groups = [
  ['entries', 'state'],
  ['scans', 'state'],
  ['owed', "CASE WHEN done_at IS NULL THEN 'open' ELSE 'done' END"],
  ['kept', 'kind'],
] as const;

/** Counts the rows of a journal. Throws SQLite's errors. */
export function journalCountsIn(db: DatabaseSync, file: string): JournalCounts {
  const rows = groups.flatMap(([table, by]) =>
    db
      .prepare(`SELECT ${by} AS state, count(*) AS rows FROM ${table} GROUP BY 1 ORDER BY 1`)
      .all()
      .map(({ state, rows: count }) => ({ table, state: wordOf(state), rows: Number(count) })),
  );
  const salvages = db.prepare('SELECT count(*) AS rows FROM salvages').get()?.rows;
  const bytes = [file, `${file}-wal`].reduce((sum, one) => sum + sizeOf(one), 0);
  return { schema: Number(pragma(db, 'user_version')), bytes, rows, salvages: Number(salvages) };
}

/** A damaged file may have anything where a state is to be. */
const wordOf = (state: unknown): string =>
  typeof state === 'string' && /^\w{1,20}$/.test(state) && !/\d{4}/.test(state) ? state : 'other';

const sizeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
