import type { DatabaseSync } from 'node:sqlite';

/** Marks a SQLite file as a journal of this program ("Crrl"). */
const applicationId = 0x4372726c;

/** Each migration raises the file by one version. Never edited once released; BLOB columns are sealed. */
const migrations: readonly string[] = [
  `
  CREATE TABLE entries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    operation TEXT NOT NULL,
    mode TEXT NOT NULL,
    state TEXT NOT NULL,
    at TEXT NOT NULL,
    settled_at TEXT,
    tracking_id TEXT,
    lane BLOB NOT NULL,
    about BLOB NOT NULL,
    payload BLOB NOT NULL,
    before BLOB NOT NULL,
    failure BLOB
  ) STRICT;
  CREATE INDEX entries_unsettled ON entries (seq) WHERE state IN ('intended', 'sent', 'unknown');

  CREATE TABLE scans (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    session TEXT NOT NULL,
    room TEXT NOT NULL,
    mode TEXT NOT NULL,
    position INTEGER NOT NULL,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    action TEXT NOT NULL,
    state TEXT NOT NULL,
    recovered INTEGER NOT NULL,
    ended_at TEXT,
    text BLOB NOT NULL,
    result BLOB,
    failure BLOB
  ) STRICT;
  CREATE INDEX scans_session ON scans (session);
  CREATE INDEX scans_open ON scans (room, seq) WHERE ended_at IS NULL;

  CREATE TABLE owed (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    done_at TEXT,
    data BLOB NOT NULL,
    failure BLOB
  ) STRICT;
  `,
  // Money is counted by the till it went into: a window's, for as long as the window is open.
  `
  ALTER TABLE entries ADD COLUMN till TEXT;
  ALTER TABLE entries ADD COLUMN reported_at TEXT;
  CREATE INDEX entries_till ON entries (till, seq) WHERE till IS NOT NULL;
  `,
  // Every row belongs to a library. What is older knew only practice from institution, and is asked about once.
  `
  CREATE TABLE libraries (id TEXT PRIMARY KEY, mode TEXT NOT NULL, name TEXT NOT NULL) STRICT;
  CREATE TABLE library_marks (
    library TEXT NOT NULL REFERENCES libraries (id),
    address TEXT NOT NULL,
    root TEXT NOT NULL,
    code TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (library, address, root, code, key)
  ) STRICT;
  INSERT INTO libraries (id, mode, name)
    SELECT 'before-' || mode, mode, '' FROM (SELECT 'practice' AS mode UNION SELECT 'institution')
    WHERE EXISTS (SELECT 1 FROM entries) OR EXISTS (SELECT 1 FROM owed);
  ALTER TABLE entries ADD COLUMN library TEXT NOT NULL DEFAULT '';
  UPDATE entries SET library = 'before-' || mode;
  ALTER TABLE entries DROP COLUMN mode;
  ALTER TABLE scans ADD COLUMN library TEXT NOT NULL DEFAULT '';
  UPDATE scans SET library = coalesce((SELECT library FROM entries WHERE entries.id = scans.id), '');
  ALTER TABLE owed ADD COLUMN library TEXT NOT NULL DEFAULT '';

  ALTER TABLE entries ADD COLUMN settled_by TEXT;
  ALTER TABLE entries ADD COLUMN recheck TEXT;
  ALTER TABLE entries ADD COLUMN late_seen_at TEXT;
  CREATE INDEX entries_recheck ON entries (seq) WHERE recheck IS NOT NULL;
  CREATE INDEX entries_late ON entries (seq) WHERE settled_by = 'late' AND late_seen_at IS NULL;
  DROP INDEX entries_unsettled;
  CREATE INDEX entries_unsettled ON entries (seq) WHERE state NOT IN ('accepted', 'refused', 'notSent');

  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE seal_keys (id TEXT PRIMARY KEY) STRICT;
  INSERT INTO seal_keys (id) SELECT '' -- rows sealed before keys had ids
    WHERE EXISTS (SELECT 1 FROM entries) OR EXISTS (SELECT 1 FROM scans) OR EXISTS (SELECT 1 FROM owed);
  CREATE TABLE salvages (
    kept_as TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    cause TEXT NOT NULL,
    saved INTEGER NOT NULL,
    lost INTEGER,
    acknowledged_at TEXT
  ) STRICT;

  ALTER TABLE entries ADD COLUMN reduced_at TEXT;
  CREATE INDEX entries_unreduced ON entries (seq) WHERE reduced_at IS NULL;
  `,
  // A scan keeps the code that the service is asked for, sealed with the same key as its text, and says in which shape
  // it is written. See scan-row.ts.
  `
  ALTER TABLE scans ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE scans ADD COLUMN code BLOB;
  ALTER TABLE scans ADD COLUMN code_is TEXT NOT NULL DEFAULT 'barcode';
  `,
  // Records that the station keeps for later: a table as it was before it was replaced, the report of a closed till.
  // When a scan was settled is kept from now on.
  `
  CREATE TABLE kept (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    library TEXT NOT NULL,
    at TEXT NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE INDEX kept_kind ON kept (library, kind, seq);
  ALTER TABLE scans ADD COLUMN settled_at TEXT;
  `,
  // The later command that one undid which turned up late.
  `
  ALTER TABLE entries ADD COLUMN undid TEXT;
  `,
];

/** The number of the newest version of the schema. */
export const newest = migrations.length;

/**
 * Programs that know at least this version of the schema can read and go on with what this one writes: later
 * migrations only add what they leave alone. Every journal says this of itself, so that there is a way back from a bad
 * update with the journal as it is; the feed of updates says it too. Raised by a migration that an older program would
 * misread.
 */
export const oldestReader = 5;

/** Where a journal says so. */
const readableFrom = 'readable_from';

/** Why a file cannot be used as the journal as it is. */
export type Unusable = 'empty' | 'foreign' | 'newer' | 'damaged';

/** The one value of a pragma. */
export function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}

/** Whether the file is a journal of this program. */
export const isOurs = (db: DatabaseSync): boolean =>
  Number(pragma(db, 'application_id')) === applicationId && Number(pragma(db, 'user_version')) > 0;

/** The version of the schema that a program must know to use the journal. */
export function readerOf(db: DatabaseSync): number {
  const version = Number(pragma(db, 'user_version'));
  // What this version made itself needs no word of its own; a newer file says whether this version can use it.
  const said = version > newest ? Number(valueOf(db, readableFrom) ?? version) : version;
  return Number.isInteger(said) && said > 0 ? Math.min(said, version) : version;
}

/** A value of the table `meta` of any version; null if it does not have it. */
function valueOf(db: DatabaseSync, name: string): string | null {
  try {
    const row = db.prepare('SELECT value FROM meta WHERE name = ?').get(name);
    return typeof row?.value === 'string' ? row.value : null;
  } catch {
    return null; // a version that keeps it elsewhere
  }
}

/**
 * Why the file cannot be used as the journal; null if it can. `whole`: every entry of an index is checked as well,
 * which takes several times as long.
 */
export function whyUnusable(db: DatabaseSync, whole: boolean): Unusable | null {
  if (Number(pragma(db, 'schema_version')) === 0) return 'empty';
  if (!isOurs(db)) return 'foreign';
  if (readerOf(db) > newest) return 'newer';
  return pragma(db, whole ? 'integrity_check(1)' : 'quick_check(1)') === 'ok' ? null : 'damaged';
}

/** Migrates a file to a version, the newest by default. */
export function migrate(db: DatabaseSync, to = newest): void {
  const from = Number(pragma(db, 'user_version'));
  if (from === 0) db.exec(`PRAGMA application_id = ${applicationId}`);
  migrations.slice(from, to).forEach((statements, i) => {
    db.exec(`BEGIN IMMEDIATE; ${statements} PRAGMA user_version = ${from + i + 1}; COMMIT;`);
  });
  // A newer file keeps what the version says that made it.
  if (from <= newest && to === newest) {
    db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(
      readableFrom,
      String(oldestReader),
    );
  }
}
