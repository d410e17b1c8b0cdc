import fs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { resultCodeOf, sqlite } from './trouble.ts';

/** Another program has the journal. Nothing of it was touched. */
export class InUse extends Error {
  override readonly name = 'InUse';
}

/** What another program answers for is told as that. */
export function inUseOr(error: unknown): unknown {
  return resultCodeOf(error) === sqlite.busy ? new InUse('in use', { cause: error }) : error;
}

/**
 * Takes the lock beside a file, for as long as the connection is open: the system gives it back, however the program
 * ends. It is held while the file itself is looked at, set aside and made anew, which a lock on that file cannot cover;
 * a journal also has one of its own, which keeps out programs that know nothing of this one. Throws `InUse`.
 */
export function takeLock(file: string): DatabaseSync {
  const lock = `${file}.lock`;
  fs.closeSync(fs.openSync(lock, 'a', 0o600));
  const db = new DatabaseSync(lock, { timeout: 0 });
  try {
    db.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    throw inUseOr(error);
  }
}
