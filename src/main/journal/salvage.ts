import fs from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { asked, carriedRows, countedRows, type KnownRows } from './salvage-rows.ts';
import { isOurs, migrate, newest, pragma } from './schema.ts';

/** The tables whose rows say what happened: these are counted. */
const counted = ['entries', 'scans', 'owed'] as const;
/** What else is carried over. */
const carried = ['libraries', 'library_marks', 'seal_keys', 'salvages', 'meta'] as const;

/** How many rows were saved, and how many were not, at most; null where nobody can tell. */
export interface Saved {
  readonly saved: number;
  readonly lost: number | null;
}

const nothing: Saved = { saved: 0, lost: null };

/** Copies a table row by row, each by its number: what lies on a damaged page fails alone. */
function copy(from: DatabaseSync, to: DatabaseSync, table: string, rows: KnownRows): Saved {
  const read = asked(() => from.prepare(`SELECT rowid AS row_number, * FROM ${table} WHERE rowid = ?`));
  if (read === null) return nothing;
  const columns = to.prepare(`SELECT name FROM pragma_table_info(?)`).all(table);
  const names = columns.map(({ name }) => String(name));
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${table} (rowid, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})`,
  );
  const saved = new Set<number>();
  for (const number of rows.numbers) {
    const row = asked(() => read.answer.get(number))?.answer;
    const kept = row && rows.kept(number, row);
    if (!kept) continue;
    const values = names.map((name): SQLOutputValue => kept[name] ?? null);
    // One that lacks what each row has, or has another's id, is ignored, and thereby lost.
    if (asked(() => insert.run(number, ...values))?.answer.changes === 1) saved.add(number);
  }
  return { saved: saved.size, lost: rows.lost(saved) };
}

/** What is sealed. The values of one row may have been sealed by one key after the other. */
const sealed = {
  entries: ['lane', 'about', 'payload', 'before', 'failure'],
  scans: ['text', 'result', 'failure'],
  owed: ['data', 'failure'],
} as const;

/**
 * Each sealed value names its key: where the list of keys is lost, they are still known, and looked for. What a torn list
 * says in place of an id would be looked for until the end of time.
 */
function noteKeys(to: DatabaseSync): void {
  to.exec(`DELETE FROM seal_keys WHERE id <> '' AND (length(id) <> 16 OR id GLOB '*[^0-9a-f]*')`);
  for (const [table, columns] of Object.entries(sealed))
    for (const column of columns)
      to.exec(
        `INSERT OR IGNORE INTO seal_keys (id) SELECT DISTINCT lower(hex(substr(${column}, 2, 8))) FROM ${table}
         WHERE substr(${column}, 1, 1) = x'02'`,
      );
}

/**
 * Each row says which library it is of: where the list of libraries is lost, a person is asked about it by what is left
 * of what tells it from others. Nobody could connect to it otherwise, nor look up what is unclear there.
 */
function noteLibraries(to: DatabaseSync): void {
  // Source: Libraries; a practice library has no address.
  to.exec(
    `INSERT OR IGNORE INTO libraries (id, mode, name)
     SELECT library, iif(library IN (SELECT library FROM library_marks WHERE address = ''), 'practice', 'institution'), ''
     FROM (SELECT library FROM entries UNION SELECT library FROM scans UNION SELECT library FROM owed
           UNION SELECT library FROM library_marks)
     WHERE library <> '' ORDER BY library`,
  );
}

/**
 * Saves what can be read of a damaged journal into an empty file, which then has that journal's version. What is sealed
 * is carried over as it is: no key is needed, and a value that was damaged shows itself when it is opened.
 */
export function salvageFrom(file: string, to: DatabaseSync): Saved {
  // What is set aside stays as it is, and nothing is written beside it.
  const url = pathToFileURL(file);
  if (!fs.existsSync(`${file}-wal`)) url.searchParams.set('immutable', '1');
  // Defensive, SQLite would read nothing of a file that is shorter than it says.
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
    // What tells a library from others is carried over also where the library itself is lost.
    to.exec('BEGIN; PRAGMA defer_foreign_keys = ON');
    const parts = counted
      .filter((name) => tables.has(name))
      .map((name) => copy(from, to, name, countedRows(from, name)));
    for (const name of carried.filter((one) => tables.has(one)))
      copy(from, to, name, carriedRows(from, name));
    if (tables.has('seal_keys')) noteKeys(to);
    if (tables.has('libraries')) noteLibraries(to);
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
