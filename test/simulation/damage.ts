import {
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { JournalLoss } from '../../src/contract/journal.ts';
import { retentionDays } from '../../src/main/journal/retention.ts';
import type { Chance } from './chance.ts';

/** The tables whose rows a salvage counts. */
const tables = ['entries', 'scans', 'owed', 'kept'] as const;

type Table = (typeof tables)[number];

/** Since when each row of a journal is over, by table and id; null for one that is not. */
export type Rows = Readonly<Record<Table, ReadonlyMap<string, string | null>>>;

/** How many rows there are in all. */
export const countOf = (rows: Rows): number => tables.reduce((sum, table) => sum + rows[table].size, 0);

/** What is in a journal. */
interface Inside {
  readonly rows: Rows;
  /** The moment from which it counts the age of its rows. */
  readonly agedTo: string;
}

const fileIn = (folder: string): string => path.join(folder, 'journal.sqlite');

function within<T>(folder: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(fileIn(folder));
  try {
    return work(db);
  } finally {
    db.close();
  }
}

const rowsOf = (db: DatabaseSync): Rows => {
  const over = (table: Table, column: string): ReadonlyMap<string, string | null> =>
    new Map(
      db
        .prepare(`SELECT id, ${column} AS over FROM ${table}`)
        .all()
        .map((row) => [String(row.id), typeof row.over === 'string' ? row.over : null]),
    );
  return {
    entries: over('entries', 'settled_at'),
    scans: over('scans', 'ended_at'),
    owed: over('owed', 'done_at'),
    kept: over('kept', 'at'),
  };
};

/** Of a journal that is open, which nobody else may look into: a copy is looked at. */
export function inside(folder: string): Inside {
  const copy = path.join(folder, 'looked at');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of ['journal.sqlite', 'journal.sqlite-wal'])
    if (existsSync(path.join(folder, name))) copyFileSync(path.join(folder, name), path.join(copy, name));
  return within(copy, (db) => ({
    rows: rowsOf(db),
    agedTo: String(db.prepare(`SELECT value FROM meta WHERE name = 'aged_to'`).get()?.value),
  }));
}

/** Writes nonsense over pages of a journal that nobody has open, as a disk does that dies slowly; answers what was in it. */
export function damage(folder: string, chance: Chance): Rows {
  const { rows, size, count } = within(folder, (db) => {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const { page_size: pageSize } = db.prepare('PRAGMA page_size').get() ?? {};
    const { page_count: pages } = db.prepare('PRAGMA page_count').get() ?? {};
    return { rows: rowsOf(db), size: Number(pageSize), count: Number(pages) };
  });
  const file = openSync(fileIn(folder), 'r+');
  try {
    for (let remaining = 1 + chance.below(2); remaining > 0; remaining -= 1) {
      // The first page says what the file is.
      const at = (1 + chance.below(Math.max(1, count - 1))) * size;
      if (at + size > fstatSync(file).size) continue;
      const nonsense = Buffer.from(Array.from({ length: size }, () => chance.below(256)));
      // A page that is torn is half of it as it was.
      const part = chance.happens(0.5) ? nonsense : nonsense.subarray(size / 2);
      writeSync(file, part, 0, part.length, at + size - part.length);
    }
  } finally {
    closeSync(file);
  }
  return rows;
}

/** As a version to come would leave it, that this one cannot read. */
export const makeNewer = (folder: string): void =>
  within(folder, (db) =>
    db.exec(`
      UPDATE meta SET value = '99' WHERE name = 'readable_from';
      PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 99`),
  );

/** Its bytes, to see whether somebody has changed it. */
export const bytesIn = (folder: string): Buffer => readFileSync(fileIn(folder));

/** This version can read it after all. */
export function makeOurs(folder: string, version: number): void {
  within(folder, (db) => db.exec(`PRAGMA user_version = ${version}`));
}

export const versionIn = (folder: string): number =>
  within(folder, (db) => Number(db.prepare('PRAGMA user_version').get()?.user_version));

/** Whether a row that was over since then is forgotten by now: the journal does that as it is opened, before it is read. */
function isForgotten(table: Table, over: string | null, agedTo: string): boolean {
  if (over === null) return false;
  return Date.parse(over) < Date.parse(agedTo) - retentionDays[table] * 86_400_000;
}

/** What is wrong with what somebody was told of a damaged journal, by what was in it before and is now. */
export function wrongLoss(
  before: Rows,
  now: Inside,
  { saved, lost }: Pick<JournalLoss, 'saved' | 'lost'>,
): string | null {
  let [stored, missing, forgotten] = [0, 0, 0];
  for (const table of tables) {
    for (const [id, over] of before[table]) {
      if (now.rows[table].has(id)) stored += 1;
      // It was saved and then forgotten, or was lost: nobody can tell.
      else if (isForgotten(table, over, now.agedTo)) forgotten += 1;
      else missing += 1;
    }
  }
  if (lost !== null && lost < missing) return `${missing} rows are lost, and ${lost} were told`;
  const areRight = saved >= stored && saved <= stored + forgotten;
  return areRight ? null : `${stored} rows were saved, and ${saved} were told`;
}
