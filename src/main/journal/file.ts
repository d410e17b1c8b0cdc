import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { asideName, moveAside } from '../own-files.ts';
import {
  metaOf,
  noteDoubt,
  noteForgottenAsides,
  noteSalvage,
  type Salvage,
  setMeta,
  writtenByOf,
} from './meta.ts';
import { salvageFrom } from './salvage.ts';
import { migrate, pragma, type Unusable, whyUnusable } from './schema.ts';
import { journalTroubleOf, resultCodeOf, sqlite } from './trouble.ts';

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

const companions = ['-wal', '-shm'];

/** The file was written by a newer version, and is left as it is. */
export class NewerJournal extends Error {
  override readonly name = 'NewerJournal';
  /** Which version that was; null where the file does not say. */
  readonly writtenBy: string | null;

  constructor(writtenBy: string | null) {
    super('newer');
    this.writtenBy = writtenBy;
  }
}

/** The journal's file: open, locked, whole, and of this version. */
export interface JournalFile {
  /** Its path, or `:memory:`. */
  readonly name: string;
  readonly db: DatabaseSync;
  /** The ids of the keys that its rows are sealed with; `''` for rows from before keys had ids. */
  readonly keyIds: readonly string[];
  /** Notes by which keys its rows are sealed, the newest first. */
  noteKeys(ids: readonly string[]): void;
  /** Something in it cannot be read: whoever opens it next looks at all of it, and saves what can be saved. */
  suspect(): void;
  close(): void;
}

/** Beside a file in which something could not be read. */
const suspectedIn = (file: string): string => `${file}.damaged`;

/** Where it cannot be noted either, whoever reads there next finds it again. */
function suspectIn(file: string): void {
  try {
    fs.writeFileSync(suspectedIn(file), '', { mode: 0o600, flush: true });
  } catch {
    // A disk that is full or cannot be written to: what was asked for has failed for another reason.
  }
}

interface Opened {
  readonly db: DatabaseSync;
  readonly why: Unusable | null;
}

/** Makes the file before SQLite does: readable by the OS user only, as its companions then are. */
function make(file: string): void {
  fs.rmSync(file, { force: true });
  fs.closeSync(fs.openSync(file, 'wx', 0o600));
}

function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 1000 });
  // Before the file is first read: a log that nobody shares needs no memory of its own, and nobody else gets in.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  return db;
}

/** Whether a page is cut off: what SQLite would read as zeros. With the log written back, the file has all its pages. */
function isCutShort(db: DatabaseSync, file: string): boolean {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return fs.statSync(file).size !== Number(pragma(db, 'page_count')) * Number(pragma(db, 'page_size'));
}

function look(file: string): Opened {
  const db = connect(file);
  try {
    const why =
      whyUnusable(db, fs.existsSync(suspectedIn(file))) ?? (isCutShort(db, file) ? 'damaged' : null);
    return { db, why };
  } catch (error) {
    if (journalTroubleOf(error) === 'damaged') return { db, why: 'damaged' };
    db.close();
    throw inUseOr(error);
  }
}

/** From here on: a flush to the disk with every commit. */
function makeDurable(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}

/** A new journal is made complete under another name, and then given its own: a half of one is never ours. */
function create(file: string, fill: (db: DatabaseSync) => void): void {
  const unfinished = `${file}.new`;
  // What an earlier try left beside it SQLite removes: to an empty file it belongs no more.
  make(unfinished);
  const db = new DatabaseSync(unfinished);
  try {
    fill(db);
    migrate(db);
  } finally {
    db.close();
  }
  fs.renameSync(unfinished, file);
}

/** Set aside, and what can be saved of it put into a new file, with a note of what could not. */
function salvage(file: string, cause: Salvage['cause'], now: Date): void {
  const mark = `${file}.salvage`;
  // An end of the program in the middle: the next one goes on from here.
  const begun = fs.existsSync(mark) ? fs.readFileSync(mark, 'utf8') : '';
  const keptAs = begun === '' ? path.basename(asideName(file, now)) : begun;
  fs.writeFileSync(mark, keptAs, { mode: 0o600, flush: true });
  const aside = path.join(path.dirname(file), keptAs);
  if (!fs.existsSync(aside)) moveAside(file, aside, companions);
  create(file, (db) => {
    const { saved, lost } = salvageFrom(aside, db);
    migrate(db);
    noteSalvage(db, { keptAs, at: now.toISOString(), cause, saved, lost });
    // Every journal says which version wrote it: one that does not has lost what it said of doubts, too.
    if (lost !== 0 || metaOf(db, 'written_by') === null) noteDoubt(db);
  });
  fs.rmSync(mark);
}

function openDisk(file: string, now: Date): DatabaseSync {
  if (!fs.existsSync(file)) {
    if (fs.existsSync(`${file}.salvage`)) salvage(file, 'damaged', now);
    else {
      // Without its file, a log belongs to nothing.
      if (fs.existsSync(`${file}-wal`)) moveAside(file, asideName(file, now), companions);
      create(file, () => undefined);
    }
  }
  const { db, why } = look(file);
  if (why === null) {
    fs.rmSync(suspectedIn(file), { force: true });
    return db;
  }
  const writtenBy = why === 'newer' ? writtenByOf(db) : null;
  db.close();
  if (why === 'newer') throw new NewerJournal(writtenBy);
  fs.rmSync(`${file}.salvage`, { force: true });
  salvage(file, why, now);
  fs.rmSync(suspectedIn(file), { force: true });
  return look(file).db;
}

/**
 * Opens the journal's database and takes its lock. One that is damaged, or not ours, is set aside, and what can be saved
 * of it goes into a new one. Throws `InUse`, `NewerJournal`, and what a new file would not cure (a full disk, a folder
 * that nothing can be written to), having changed nothing.
 */
export function openJournalFile(file: string, now: Date, version = ''): JournalFile {
  const lock = file === ':memory:' ? null : takeLock(file);
  let db: DatabaseSync | null = null;
  try {
    db = lock === null ? new DatabaseSync(file) : openDisk(file, now);
    makeDurable(db);
    migrate(db);
    if (lock) noteForgottenAsides(db, file, now);
    setMeta(db, 'written_by', version);
    const keys = db.prepare('SELECT id FROM seal_keys ORDER BY rowid DESC').all();
    const opened = db;
    return {
      name: file,
      db,
      keyIds: keys.map(({ id }) => String(id)),
      noteKeys(ids) {
        opened.exec('BEGIN IMMEDIATE; DELETE FROM seal_keys');
        const note = opened.prepare('INSERT OR IGNORE INTO seal_keys (id) VALUES (?)');
        for (const id of ids.toReversed()) note.run(id);
        opened.exec('COMMIT');
      },
      suspect() {
        if (lock) suspectIn(file);
      },
      close() {
        if (opened.isOpen) opened.close();
        if (lock?.isOpen) lock.close();
      },
    };
  } catch (error) {
    if (db?.isOpen) db.close();
    if (lock && journalTroubleOf(error) === 'damaged') suspectIn(file);
    lock?.close();
    throw inUseOr(error);
  }
}
