import fs from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isOurs, migrate, newest, pragma } from './schema.ts';

/** The tables whose rows say what happened: these are counted. */
const counted = ['entries', 'scans', 'owed'] as const;
/** What else is carried over. */
const carried = ['libraries', 'library_marks', 'seal_keys', 'salvages', 'meta'] as const;

type Name = (typeof counted)[number] | (typeof carried)[number];

/** How many rows were saved, and how many were not, at most; null where nobody can tell. */
export interface Saved {
  readonly saved: number;
  readonly lost: number | null;
}

const nothing: Saved = { saved: 0, lost: null };

/** What is asked of a damaged file: an answer, or that it cannot give one. */
function asked<T>(ask: () => T): { readonly answer: T } | null {
  try {
    return { answer: ask() };
  } catch {
    return null;
  }
}

/**
 * The numbers of a table's rows, by the index of their ids, which lies on other pages than they do; null where it cannot
 * be read.
 */
function listed(from: DatabaseSync, table: Name): ReadonlySet<number> | null {
  const index = `sqlite_autoindex_${table}_1`;
  const rows = asked(() => from.prepare(`SELECT rowid AS number FROM ${table} INDEXED BY ${index}`).all());
  return rows && new Set(rows.answer.map(({ number }) => Number(number)));
}

/** The highest number that a row of this table has had; null where the file cannot say. */
function highest(from: DatabaseSync, table: Name): number | null {
  const noted = asked(() => from.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?').get(table)?.seq);
  const last = asked(() => from.prepare(`SELECT max(rowid) AS last FROM ${table}`).get()?.last);
  const known = [noted, last].flatMap((one) => (typeof one?.answer === 'number' ? [one.answer] : []));
  // A row's number may be nonsense by now, and however high: what was noted of them is on a page of its own.
  const [first] = known;
  if (first !== undefined) return first;
  return noted === null && last === null ? null : 0;
}

/** Copies a table row by row, each by its number: what lies on a damaged page fails alone. */
function copy(from: DatabaseSync, to: DatabaseSync, table: Name): Saved {
  const last = highest(from, table);
  const read = asked(() => from.prepare(`SELECT rowid AS row_number, * FROM ${table} WHERE rowid = ?`));
  if (last === null || read === null) return nothing;
  const columns = to.prepare(`SELECT name FROM pragma_table_info(?)`).all(table);
  const names = columns.map(({ name }) => String(name));
  const insert = to.prepare(
    `INSERT OR IGNORE INTO ${table} (rowid, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})`,
  );
  const ids = listed(from, table);
  let saved = 0;
  let lost = 0;
  for (let number = 1; number <= last; number += 1) {
    const row = asked(() => read.answer.get(number));
    if (row?.answer === undefined) {
      // What is not there was deleted in its time, or is lost: the index knows. Without it, what lies between rows may be.
      if (row === null || (ids ? ids.has(number) : saved > 0)) lost += 1;
      continue;
    }
    const { answer } = row;
    const values = names.map((name): SQLOutputValue => answer[name] ?? null);
    if (asked(() => insert.run(number, ...values)) === null) lost += 1;
    else saved += 1;
  }
  return { saved, lost };
}

/** Each sealed value names its key: where the list of keys is lost, they are still known, and looked for. */
function noteKeys(to: DatabaseSync): void {
  for (const [table, column] of [
    ['entries', 'payload'],
    ['scans', 'text'],
    ['owed', 'data'],
  ] as const) {
    to.exec(
      `INSERT OR IGNORE INTO seal_keys (id) SELECT DISTINCT lower(hex(substr(${column}, 2, 8))) FROM ${table}
       WHERE substr(${column}, 1, 1) = x'02'`,
    );
  }
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
    const parts = counted.filter((name) => tables.has(name)).map((name) => copy(from, to, name));
    for (const name of carried.filter((one) => tables.has(one))) copy(from, to, name);
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
