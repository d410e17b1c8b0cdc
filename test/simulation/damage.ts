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
import type { Chance } from './chance.ts';

/** The tables whose rows a salvage counts. */
const tables = ['entries', 'scans', 'owed'] as const;

/** The ids of a journal's rows, by their table. */
export type Rows = Readonly<Record<(typeof tables)[number], ReadonlySet<string>>>;

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
  const ids = (table: string): ReadonlySet<string> =>
    new Set(
      db
        .prepare(`SELECT id FROM ${table}`)
        .all()
        .map(({ id }) => String(id)),
    );
  return { entries: ids('entries'), scans: ids('scans'), owed: ids('owed') };
};

/** Of a journal that is open, which nobody else may look into: a copy is looked at. */
export function rowsIn(folder: string): Rows {
  const copy = path.join(folder, 'looked at');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of ['journal.sqlite', 'journal.sqlite-wal'])
    if (existsSync(path.join(folder, name))) copyFileSync(path.join(folder, name), path.join(copy, name));
  return within(copy, rowsOf);
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
    for (let left = 1 + chance.below(2); left > 0; left -= 1) {
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

/** As a version to come would leave it. */
export const makeNewer = (folder: string): void =>
  within(folder, (db) => db.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA user_version = 99'));

/** Its bytes, to see whether somebody has changed it. */
export const bytesIn = (folder: string): Buffer => readFileSync(fileIn(folder));

/** This version can read it after all. */
export function makeOurs(folder: string, version: number): void {
  within(folder, (db) => db.exec(`PRAGMA user_version = ${version}`));
}

export const versionIn = (folder: string): number =>
  within(folder, (db) => Number(db.prepare('PRAGMA user_version').get()?.user_version));

/** What is wrong with what somebody was told of a damaged journal, by what was in it before and is now. */
export function wrongLoss(
  before: Rows,
  now: Rows,
  { saved, lost }: Pick<JournalLoss, 'saved' | 'lost'>,
): string | null {
  let kept = 0;
  let missing = 0;
  for (const table of tables) {
    for (const id of before[table]) {
      if (now[table].has(id)) kept += 1;
      else missing += 1;
    }
  }
  if (lost !== null && lost < missing) return `${missing} rows are lost, and ${lost} were told`;
  return saved === kept ? null : `${kept} rows were saved, and ${saved} were told`;
}
