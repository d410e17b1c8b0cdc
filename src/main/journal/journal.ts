import type { Clock } from '../ports.ts';
import type { Journal } from './port.ts';
import { JournalDatabase, type UnreadableRow } from './database.ts';
import { entriesIn, tillsIn } from './entries.ts';
import { type JournalFile, openJournalFile } from './file.ts';
import { clockNotice, type ClockNotice, forgetOld } from './forget.ts';
import { librariesIn } from './libraries.ts';
import { acknowledgeSalvage, type Salvage, salvagesIn } from './meta.ts';
import { stepsIn } from './steps.ts';
import { scansIn } from './scans.ts';
import { reducingIn } from './reduce.ts';
import type { Seal } from './seal.ts';
import { journalTroubleOf } from './trouble.ts';

export { AlreadyIntended } from './entries.ts';

/** What the journal has to say about itself. */
export type JournalNotice =
  /** What was there could not be used; somebody has to know. */
  | ({ readonly kind: 'salvaged' } & Salvage)
  /** A row that cannot be read. It is kept. Told once in a run. */
  | ({ readonly kind: 'unreadable' } & UnreadableRow)
  | ({ readonly kind: 'clock' } & ClockNotice);

export interface JournalOptions {
  /** A path, `:memory:`, or a file that is open already. */
  readonly file: string | JournalFile;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
  readonly notice?: (notice: JournalNotice) => void;
}

/** The journal, and what it has to say about itself. */
export interface OpenJournal extends Journal {
  /** What was damaged, and what was saved of it, until somebody acknowledges it. */
  salvages(): readonly Salvage[];
  /** Somebody has seen what was lost. */
  acknowledgeSalvages(keptAs: readonly string[]): void;
  /** How many rows could not be read when they were last asked for. */
  readonly unreadable: number;
  /**
   * Reduces some of the commands that are over and that an earlier version kept whole. Answers whether there may be
   * more.
   */
  reduceSome(): boolean;
  /** A key is back: what was unreadable is read anew. */
  keyIsBack(): void;
}

type Watched = <A extends readonly unknown[], T>(call: (...given: A) => T) => (...given: A) => T;

/** Does what is asked of a journal; where something in it cannot be read, the next run looks at all of it. */
const watching =
  (file: JournalFile): Watched =>
  (call) =>
  (...given) => {
    try {
      return call(...given);
    } catch (error) {
      if (journalTroubleOf(error) === 'damaged') file.suspect();
      throw error;
    }
  };

function allOf<T extends object>(watched: Watched, calls: T): T {
  type Call = (...given: readonly unknown[]) => unknown;
  const each = Object.entries<Call>(calls as never).map(([name, call]) => [name, watched(call.bind(calls))]);
  // Each call is as it was, under its own name.
  return Object.fromEntries(each) as T;
}

/** How many commands of earlier versions are reduced at once: no scan waits for it. */
const batch = 100;

/** Opens the journal: what this station asked of the service, and what came of it. Source: design, "The journal". */
export function openJournal({ file: given, seal, clock, notice }: JournalOptions): OpenJournal {
  const name = typeof given === 'string' ? given : given.name;
  const file = typeof given === 'string' ? openJournalFile(given, clock.now()) : given;
  const { db } = file;
  const unreadable = new Set<string>();
  const rows = new JournalDatabase({
    ...{ db, seal, clock },
    unreadable(row) {
      const known = unreadable.size;
      unreadable.add(`${row.table}/${row.id}`);
      if (unreadable.size > known) notice?.({ kind: 'unreadable', ...row });
    },
  });

  const watched = watching(file);
  watched(() => {
    db.prepare('INSERT OR IGNORE INTO seal_keys (id) VALUES (?)').run(seal.sealsWith);
    const wrongClock = clockNotice(db, clock.now());
    if (wrongClock) notice?.({ kind: 'clock', ...wrongClock });
    for (const salvage of salvagesIn(db)) notice?.({ kind: 'salvaged', ...salvage });
    forgetOld(db, rows, name, clock.now());
  })();

  const reducing = reducingIn(rows);
  let reducedTo: number | null = 0;
  return {
    ...allOf(watched, entriesIn(rows, reducing)),
    ...allOf(watched, librariesIn(rows)),
    ...allOf(watched, tillsIn(rows)),
    ...allOf(watched, scansIn(rows)),
    ...allOf(watched, stepsIn(rows)),
    marks: (text) => seal.marks(text),
    salvages: () => salvagesIn(db),
    acknowledgeSalvages(keptAs) {
      for (const one of keptAs) acknowledgeSalvage(db, one, clock.now().toISOString());
    },
    get unreadable() {
      return unreadable.size;
    },
    reduceSome() {
      if (reducedTo !== null) reducedTo = reducing.some(reducedTo, batch);
      return reducedTo !== null;
    },
    keyIsBack() {
      unreadable.clear();
      reducedTo = 0;
    },
    close: () => file.close(),
  };
}
