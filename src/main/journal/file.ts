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

/** Another program has the journal open. The file was not changed. */
export class JournalInUse extends Error {
  override readonly name = 'InUse';
}

/** Translates SQLite's "busy" into `JournalInUse`; returns any other error as it is. */
export function inUseOr(error: unknown): unknown {
  return resultCodeOf(error) === sqlite.busy ? new JournalInUse('in use', { cause: error }) : error;
}

/**
 * Takes the lock file beside a file and holds it while the connection is open; the system releases it however the
 * program ends. It is held while the file itself is checked, set aside and created, which a lock on that file cannot
 * cover. A journal also has its own lock, which keeps out programs that do not know the lock file. Throws
 * `JournalInUse`.
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

/** The file was written by a newer version, and stays unchanged. */
export class NewerJournal extends Error {
  override readonly name = 'NewerJournal';
  /** The version that wrote it; null if the file does not say. */
  readonly writtenBy: string | null;

  constructor(writtenBy: string | null) {
    super('newer');
    this.writtenBy = writtenBy;
  }
}

/** The journal's file: open, locked, undamaged, and of this version. */
export interface JournalFile {
  /** Its path, or `:memory:`. */
  readonly name: string;
  readonly db: DatabaseSync;
  /** The ids of the keys of its rows; `''` for rows from before keys had ids. */
  readonly keyIds: readonly string[];
  /** Writes the ids of the keys of its rows, the newest first. */
  noteKeys(ids: readonly string[]): void;
  /** Something in it cannot be read: the next run checks the whole file and saves what can be saved. */
  suspect(): void;
  close(): void;
}

/** The mark beside a file in which something could not be read. */
const suspectMarkOf = (file: string): string => `${file}.damaged`;

/** If the mark cannot be written, the next read of that place finds the damage again. */
function markSuspect(file: string): void {
  try {
    fs.writeFileSync(suspectMarkOf(file), '', { mode: 0o600, flush: true });
  } catch {
    // The disk is full or read-only: the caller's error already has another reason.
  }
}

interface InspectedFile {
  readonly db: DatabaseSync;
  readonly why: Unusable | null;
}

/** Creates the file before SQLite does: only the OS user can read it, and so its companions. */
function makeEmpty(file: string): void {
  fs.rmSync(file, { force: true });
  fs.closeSync(fs.openSync(file, 'wx', 0o600));
}

function connect(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 1000 });
  // Before the first read: in exclusive mode the log needs no shared memory, and no other program can open the file.
  db.exec('PRAGMA locking_mode = EXCLUSIVE');
  return db;
}

/**
 * Whether the file is shorter than its pages, which SQLite would read as zeros. After the checkpoint, the file must
 * have all its pages.
 */
function isCutShort(db: DatabaseSync, file: string): boolean {
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  return fs.statSync(file).size !== Number(pragma(db, 'page_count')) * Number(pragma(db, 'page_size'));
}

function inspect(file: string): InspectedFile {
  const db = connect(file);
  try {
    const why =
      whyUnusable(db, fs.existsSync(suspectMarkOf(file))) ?? (isCutShort(db, file) ? 'damaged' : null);
    return { db, why };
  } catch (error) {
    if (journalTroubleOf(error) === 'damaged') return { db, why: 'damaged' };
    db.close();
    throw inUseOr(error);
  }
}

/** From now on every commit is flushed to the disk. */
function makeDurable(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
}

/**
 * Creates a new journal under a temporary name and renames it when it is complete, so that there is never a half one.
 */
function create(file: string, fill: (db: DatabaseSync) => void): void {
  const unfinished = `${file}.new`;
  // SQLite removes the companions of an earlier attempt: they do not belong to an empty file.
  makeEmpty(unfinished);
  const db = new DatabaseSync(unfinished);
  try {
    fill(db);
    migrate(db);
  } finally {
    db.close();
  }
  fs.renameSync(unfinished, file);
}

/** Sets a file aside, saves what can be saved into a new one, and notes what was lost. */
function salvageInto(file: string, cause: Salvage['cause'], now: Date): void {
  const progressFile = `${file}.salvage`;
  // If the program ended in the middle, continue from there.
  const unfinishedName = fs.existsSync(progressFile) ? fs.readFileSync(progressFile, 'utf8') : '';
  const keptAs = unfinishedName === '' ? path.basename(asideName(file, now)) : unfinishedName;
  fs.writeFileSync(progressFile, keptAs, { mode: 0o600, flush: true });
  const aside = path.join(path.dirname(file), keptAs);
  if (!fs.existsSync(aside)) moveAside(file, aside, companions);
  create(file, (db) => {
    const { saved, lost } = salvageFrom(aside, db);
    migrate(db);
    noteSalvage(db, { keptAs, at: now.toISOString(), cause, saved, lost });
    // Every journal has the version that wrote it. One without it has also lost its notes about lost rows.
    if (lost !== 0 || metaOf(db, 'written_by') === null) noteDoubt(db);
  });
  fs.rmSync(progressFile);
}

function openDisk(file: string, now: Date): DatabaseSync {
  if (!fs.existsSync(file)) {
    if (fs.existsSync(`${file}.salvage`)) salvageInto(file, 'damaged', now);
    else {
      // A log without its file belongs to nothing.
      if (fs.existsSync(`${file}-wal`)) moveAside(file, asideName(file, now), companions);
      create(file, () => undefined);
    }
  }
  const { db, why } = inspect(file);
  if (why === null) {
    fs.rmSync(suspectMarkOf(file), { force: true });
    return db;
  }
  const writtenBy = why === 'newer' ? writtenByOf(db) : null;
  db.close();
  if (why === 'newer') throw new NewerJournal(writtenBy);
  fs.rmSync(`${file}.salvage`, { force: true });
  salvageInto(file, why, now);
  fs.rmSync(suspectMarkOf(file), { force: true });
  return inspect(file).db;
}

/**
 * Opens the journal's database and takes its lock. A file that is damaged, or not a journal, is set aside, and what can
 * be saved of it goes into a new one. Throws `JournalInUse`, `NewerJournal`, and errors that a new file would not solve
 * (a full disk, a read-only folder); then nothing was changed.
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
    const connection = db;
    return {
      name: file,
      db,
      keyIds: keys.map(({ id }) => String(id)),
      noteKeys(ids) {
        connection.exec('BEGIN IMMEDIATE; DELETE FROM seal_keys');
        const note = connection.prepare('INSERT OR IGNORE INTO seal_keys (id) VALUES (?)');
        for (const id of ids.toReversed()) note.run(id);
        connection.exec('COMMIT');
      },
      suspect() {
        if (lock) markSuspect(file);
      },
      close() {
        if (connection.isOpen) connection.close();
        if (lock?.isOpen) lock.close();
      },
    };
  } catch (error) {
    if (db?.isOpen) db.close();
    if (lock && journalTroubleOf(error) === 'damaged') markSuspect(file);
    lock?.close();
    throw inUseOr(error);
  }
}
