import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setAside } from '../set-aside.ts';
import { NotOurJournal, prepareSchema } from './schema.ts';

/** SQLite's result codes for a file that is damaged, and for one that is no database. */
const damaged = new Set([11, 26]);

/** A file that could not be used, and the name under which it was kept. */
export interface SetAside {
  readonly why: NotOurJournal['why'];
  readonly keptAs: string;
}

function whyUnusable(error: unknown): NotOurJournal['why'] | null {
  if (error instanceof NotOurJournal) return error.why;
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
  return damaged.has(code & 0xff) ? 'damaged' : null;
}

function open(file: string): DatabaseSync {
  // Made before SQLite makes it: readable by the OS user only, as its companions then are.
  if (file !== ':memory:') fs.closeSync(fs.openSync(file, 'a', 0o600));
  const db = new DatabaseSync(file, { timeout: 2000 });
  try {
    prepareSchema(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * The journal's database. One that is damaged, or not ours, is set aside and a new one opened in its place; any
 * other error (a full disk, a file in use) is thrown, since a new file would not help.
 */
export function openFile(file: string, now: Date): { db: DatabaseSync; aside: SetAside | null } {
  try {
    return { db: open(file), aside: null };
  } catch (error) {
    const why = file === ':memory:' ? null : whyUnusable(error);
    if (why === null) throw error;
    const aside = { why, keptAs: setAside(file, now, ['-wal', '-shm']) };
    return { db: open(file), aside };
  }
}
