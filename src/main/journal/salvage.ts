import fs from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { attempt, carriedRows, countedRows, type ReadableRows } from './salvage-rows.ts';
import { isOurs, migrate, newest, pragma } from './schema.ts';

/** The tables in which lost rows are counted. */
const countedTables = ['entries', 'scans', 'owed', 'kept'] as const;
/** The other tables that are copied. */
const otherTables = ['libraries', 'library_marks', 'seal_keys', 'salvages', 'meta'] as const;

/** How many rows were saved, and how many were lost at most; null if that is unknown. */
export interface SalvageCounts {
  readonly saved: number;
  readonly lost: number | null;
}

const nothing: SalvageCounts = { saved: 0, lost: null };

/** Copies a table row by row, so that a damaged page loses only its own rows. */
function copy(from: DatabaseSync, to: DatabaseSync, table: string, rows: ReadableRows): SalvageCounts {
  const read = attempt(() => from.prepare(`SELECT rowid AS row_number, * FROM ${table} WHERE rowid = ?`));
  if (read === null) return nothing;
  const columns = to.prepare(`SELECT name FROM pragma_table_info(?)`).all(table);
  const names = columns.map(({ name }) => String(name));
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${table} (rowid, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})`,
  );
  const saved = new Set<number>();
  for (const number of rows.numbers) {
    const row = attempt(() => read.answer.get(number))?.answer;
    const cleaned = row && rows.clean(number, row);
    if (!cleaned) continue;
    const values = names.map((name): SQLOutputValue => cleaned[name] ?? null);
    // A row that lacks a required column, or has another row's id, is ignored and so lost.
    if (attempt(() => insert.run(number, ...values))?.answer.changes === 1) saved.add(number);
  }
  return { saved: saved.size, lost: rows.lost(saved) };
}

/** The sealed columns. The values of one row may be sealed with different keys. */
const sealedColumns = {
  entries: ['lane', 'about', 'payload', 'before', 'failure'],
  scans: ['text', 'code', 'result', 'failure'],
  owed: ['data', 'failure'],
  kept: ['data'],
} as const;

/** An earlier version has not all of them. */
function columnsThere(db: DatabaseSync, table: string, names: readonly string[]): readonly string[] {
  const there = db.prepare(`SELECT name FROM pragma_table_info(?)`).all(table);
  return names.filter((name) => there.some((column) => column.name === name));
}

/**
 * Finds the ids of the keys in the sealed values, because the list of keys may be lost. Damaged ids in that list are
 * removed: they would be searched for without end.
 */
function noteKeys(to: DatabaseSync): void {
  to.exec(`DELETE FROM seal_keys WHERE id <> '' AND (length(id) <> 16 OR id GLOB '*[^0-9a-f]*')`);
  for (const [table, columns] of Object.entries(sealedColumns))
    for (const column of columnsThere(to, table, columns))
      to.exec(
        `INSERT OR IGNORE INTO seal_keys (id) SELECT DISTINCT lower(hex(substr(${column}, 2, 8))) FROM ${table}
         WHERE substr(${column}, 1, 1) = x'02'`,
      );
}

/**
 * Restores the list of libraries from the other rows, if it is lost. The user is then asked about each by the marks
 * that are left. Otherwise it could not be connected, and its unclear commands could not be looked up.
 */
function noteLibraries(to: DatabaseSync, tables: ReadonlySet<unknown>): void {
  // What is kept may be all that is left of a library; journals of earlier versions keep nothing.
  const kept = tables.has('kept') ? 'UNION SELECT library FROM kept' : '';
  // Source: Libraries; a practice library has no address.
  to.exec(
    `INSERT OR IGNORE INTO libraries (id, mode, name)
     SELECT library, iif(library IN (SELECT library FROM library_marks WHERE address = ''), 'practice', 'institution'), ''
     FROM (SELECT library FROM entries UNION SELECT library FROM scans UNION SELECT library FROM owed
           UNION SELECT library FROM library_marks ${kept})
     WHERE library <> '' ORDER BY library`,
  );
}

/**
 * Saves what can be read of a damaged journal into an empty file, which then has that journal's version. Sealed values
 * are copied as they are: no key is needed, and a damaged value is noticed when it is opened.
 */
export function salvageFrom(file: string, to: DatabaseSync): SalvageCounts {
  // The file that was set aside stays unchanged, and nothing is written beside it.
  const url = pathToFileURL(file);
  if (!fs.existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  // In defensive mode, SQLite reads nothing of a file that is shorter than it says.
  const from = new DatabaseSync(url, { readOnly: true, defensive: false });
  try {
    from.exec('PRAGMA writable_schema = ON');
    if (!isOurs(from)) return nothing;
    const version = Number(pragma(from, 'user_version'));
    migrate(to, Math.min(version, newest));
    const tables = new Set(
      to
        .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
        .all()
        .map(({ name }) => name),
    );
    // The marks of a library are copied even if the library itself is lost.
    to.exec('BEGIN; PRAGMA defer_foreign_keys = ON');
    const parts = countedTables
      .filter((name) => tables.has(name))
      .map((name) => copy(from, to, name, countedRows(from, name)));
    for (const name of otherTables.filter((one) => tables.has(one)))
      copy(from, to, name, carriedRows(from, name));
    if (tables.has('seal_keys')) noteKeys(to);
    if (tables.has('libraries')) noteLibraries(to, tables);
    to.exec('COMMIT');
    return {
      saved: parts.reduce((sum, { saved }) => sum + saved, 0),
      lost: parts.reduce<number | null>(
        (sum, { lost }) => (sum === null || lost === null ? null : sum + lost),
        0,
      ),
    };
  } catch {
    return nothing; // nothing of it can be read at all
  } finally {
    from.close();
  }
}
