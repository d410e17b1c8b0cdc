import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inUseOr, takeLock } from '../journal/file.ts';
import {
  changedSince,
  isNothing,
  recordedSince,
  type RecordedSince,
  rowMarksOf,
} from '../journal/row-marks.ts';
import { readerOf } from '../journal/schema.ts';
import { type Former, formerJournal } from './former.ts';

/** How the former version can go on here. */
export type WayBack =
  /** With the present journal and settings, as they are. */
  | { readonly with: 'present' }
  /** With the journal and settings as they were: nothing was recorded since. */
  | { readonly with: 'kept' }
  /** Not at all: it cannot read the journal, and this much was recorded since its own. */
  | { readonly with: 'nothing'; readonly lost: RecordedSince };

const journalIn = (folder: string): string => path.join(folder, 'journal.sqlite');

/** Judges a journal that nobody has open; what is not sure counts as lost. */
function judge(db: DatabaseSync, former: Former): WayBack {
  if (readerOf(db) <= former.knows) return { with: 'present' };
  const kept = formerJournal(former);
  const isKept = former.marks !== null && fs.existsSync(kept);
  const changed = isKept ? changedSince(kept, db) : new Set<string>();
  const lost = recordedSince(former.marks ?? {}, rowMarksOf(db), changed);
  return isKept && isNothing(lost) ? { with: 'kept' } : { with: 'nothing', lost };
}

/**
 * How the former version could go on with this station's journal. Throws `JournalInUse`, and SQLite's errors of a file
 * that cannot be read: then there is no way back, and the file needs to be saved first.
 */
export function wayBack(folder: string, former: Former): WayBack {
  const file = journalIn(folder);
  if (!fs.existsSync(file)) return { with: 'present' };
  return underLock(file, () => inDatabase(file, (db) => judge(db, former)));
}

/** Keeps other programs of this one from the journal while the work lasts. */
function underLock<T>(file: string, work: () => T): T {
  const lock = takeLock(file);
  try {
    return work();
  } catch (error) {
    throw inUseOr(error);
  } finally {
    lock.close();
  }
}

function inDatabase<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    db.exec('PRAGMA locking_mode = EXCLUSIVE');
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * Makes this station ready for the former version: where its own journal is needed, it takes the place of the present
 * one in one step of the file system, and the present one stays beside it under another name. It is judged again under
 * the journal's lock, so that no copy ever takes the place of a journal with newer rows. Returns the way that was gone;
 * where that is `nothing`, nothing was changed.
 */
export function goBack(folder: string, former: Former, now: Date): WayBack {
  const file = journalIn(folder);
  if (!fs.existsSync(file)) return { with: 'present' };
  return underLock(file, () => {
    const way = inDatabase(file, (db) => {
      // What is in the log goes into the file: the file alone is set aside.
      db.exec('PRAGMA journal_mode = DELETE');
      return judge(db, former);
    });
    if (way.with === 'kept') putBack(folder, former, now);
    return way;
  });
}

/**
 * The journal comes last: once it is back, there is nothing to do any more. A program that is killed before that does
 * both again.
 */
function putBack(folder: string, former: Former, now: Date): void {
  const suffix = `.newer-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const settings = path.join(former.folder, 'settings.json');
  if (fs.existsSync(settings)) replace(path.join(folder, 'settings.json'), settings, suffix);
  replace(journalIn(folder), formerJournal(former), suffix);
}

/** Replaces a file by a copy of another; the file itself gets another name. At no moment there is none. */
function replace(file: string, by: string, suffix: string): void {
  fs.copyFileSync(by, `${file}.back`);
  fs.chmodSync(`${file}.back`, 0o600);
  flush(`${file}.back`);
  if (fs.existsSync(file)) {
    fs.rmSync(file + suffix, { force: true });
    fs.linkSync(file, file + suffix);
  }
  fs.renameSync(`${file}.back`, file);
}

function flush(file: string): void {
  const opened = fs.openSync(file, 'r+');
  fs.fsyncSync(opened);
  fs.closeSync(opened);
}
