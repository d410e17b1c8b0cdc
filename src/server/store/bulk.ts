import { CompiledQuery } from 'kysely';
import type { Db, Schema } from './schema.ts';

/** Rows in one statement: the widest table has 12 columns, and SQLite takes 32,766 values. */
const CHUNK = 250;

/**
 * Writes many rows of one table. The statement is put together once and its text stays the same, so that the database
 * keeps it prepared: building it anew for each thousand rows takes longer than writing them.
 */
export async function insertMany(db: Db, table: keyof Schema, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const one = `(${columns.map(() => '?').join(', ')})`;
  const into = `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')}) values `;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK) as readonly Readonly<Record<string, unknown>>[];
    const values = chunk.flatMap((row) => columns.map((name) => row[name]));
    await db.executeQuery(CompiledQuery.raw(into + chunk.map(() => one).join(', '), values));
  }
}

/** Carries out a load as one transaction: all of it is there afterwards, or nothing. */
export function loadAll<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}
