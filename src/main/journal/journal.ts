import type { Clock } from '../ports.ts';
import type { Journal } from './port.ts';
import { JournalDatabase, type UnreadableRow } from './database.ts';
import { type JournalCounts, journalCountsIn } from './counts.ts';
import { entriesIn, tillsIn } from './entries.ts';
import { type JournalFile, openJournalFile } from './file.ts';
import { clockNotice, type ClockNotice, deleteExpired } from './retention.ts';
import { type RowMarks, rowMarksOf } from './row-marks.ts';
import { librariesIn } from './libraries.ts';
import { acknowledgeSalvage, type Salvage, salvagesIn } from './meta.ts';
import { keptIn } from './kept.ts';
import { stepsIn } from './steps.ts';
import { scanOutcomesIn } from './scan-outcomes.ts';
import { scansIn } from './scans.ts';
import { reducerIn } from './reducer.ts';
import type { Seal } from './seal.ts';
import { journalTroubleOf } from './trouble.ts';

export { AlreadyIntended } from './entries.ts';

/** What the journal reports about itself. */
export type JournalNotice =
  /** The file could not be used; the user has to know. */
  | ({ readonly kind: 'salvaged' } & Salvage)
  /** A row that cannot be read. It stays in the file. Reported once in a run. */
  | ({ readonly kind: 'unreadable' } & UnreadableRow)
  | ({ readonly kind: 'clock' } & ClockNotice);

export interface JournalOptions {
  /** A path, `:memory:`, or an open file. */
  readonly file: string | JournalFile;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
  readonly notice?: (notice: JournalNotice) => void;
}

/** The journal, and what it reports about itself. */
export interface OpenJournal extends Journal {
  /** What was damaged and what was saved, until the user acknowledges it. */
  salvages(): readonly Salvage[];
  /** The user has seen what was lost. */
  acknowledgeSalvages(keptAs: readonly string[]): void;
  /** How many rows could not be read when they were last read. */
  readonly unreadable: number;
  /** Reduces some settled commands that an earlier version stored in full. Returns whether there may be more. */
  reduceSome(): boolean;
  /** Writes a copy into a new file, and answers what it has recorded. Throws SQLite's errors. */
  copyTo(file: string): RowMarks;
  /** How many rows it has, in which states. */
  counts(): JournalCounts;
  /** A key is available again: rows that could not be read are read again. */
  keyIsBack(): void;
}

type DamageWatch = <A extends readonly unknown[], T>(call: (...args: A) => T) => (...args: A) => T;

/** Wraps the calls of a journal: where one finds damage, the next run checks the whole file. */
const watchDamage =
  (file: JournalFile): DamageWatch =>
  (call) =>
  (...args) => {
    try {
      return call(...args);
    } catch (error) {
      if (journalTroubleOf(error) === 'damaged') file.suspect();
      throw error;
    }
  };

function watchAll<T extends object>(watch: DamageWatch, calls: T): T {
  type Call = (...args: readonly unknown[]) => unknown;
  const each = Object.entries<Call>(calls as never).map(([name, call]) => [name, watch(call.bind(calls))]);
  // Each call keeps its name and its type.
  return Object.fromEntries(each) as T;
}

/** How many commands are reduced at once: few enough that no scan has to wait. */
const reduceBatch = 100;

/** Opens the journal: the commands of this station and their outcomes. Source: design, "The journal". */
export function openJournal({ file: fileOrPath, seal, clock, notice }: JournalOptions): OpenJournal {
  const name = typeof fileOrPath === 'string' ? fileOrPath : fileOrPath.name;
  const file = typeof fileOrPath === 'string' ? openJournalFile(fileOrPath, clock.now()) : fileOrPath;
  const { db } = file;
  const unreadable = new Set<string>();
  const rows = new JournalDatabase({
    ...{ db, seal, clock },
    onUnreadable(row) {
      const known = unreadable.size;
      unreadable.add(`${row.table}/${row.id}`);
      if (unreadable.size > known) notice?.({ kind: 'unreadable', ...row });
    },
  });

  const watch = watchDamage(file);
  watch(() => {
    db.prepare('INSERT OR IGNORE INTO seal_keys (id) VALUES (?)').run(seal.sealsWith);
    const wrongClock = clockNotice(db, clock.now());
    if (wrongClock) notice?.({ kind: 'clock', ...wrongClock });
    for (const salvage of salvagesIn(db)) notice?.({ kind: 'salvaged', ...salvage });
    deleteExpired(db, rows, name, clock.now());
  })();

  const reducer = reducerIn(rows);
  const kept = keptIn(rows);
  let reducedTo: number | null = 0;
  return {
    ...watchAll(watch, entriesIn(rows, reducer)),
    ...watchAll(watch, librariesIn(rows)),
    ...watchAll(watch, tillsIn(rows, kept)),
    ...watchAll(watch, scansIn(rows)),
    ...watchAll(watch, scanOutcomesIn(rows)),
    ...watchAll(watch, stepsIn(rows)),
    ...watchAll(watch, kept),
    marks: (text) => seal.marks(text),
    salvages: () => salvagesIn(db),
    acknowledgeSalvages(keptAs) {
      for (const one of keptAs) acknowledgeSalvage(db, one, clock.now().toISOString());
    },
    get unreadable() {
      return unreadable.size;
    },
    reduceSome() {
      if (reducedTo !== null) reducedTo = reducer.some(reducedTo, reduceBatch);
      return reducedTo !== null;
    },
    copyTo(copy) {
      // Nothing is written between the two: both are done before anything else runs.
      db.prepare('VACUUM INTO ?').run(copy);
      return rowMarksOf(db);
    },
    counts: () => journalCountsIn(db, name),
    keyIsBack() {
      unreadable.clear();
      reducedTo = 0;
    },
    close: () => file.close(),
  };
}
