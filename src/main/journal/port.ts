import type { Failure } from '../../contract/failure.ts';
import type { Question, Room, ScanResult } from '../../contract/scans.ts';
import type { Command } from '../../service/endpoints.ts';
import type { ScanKind } from '../../shared/barcodes.ts';
import type { ScanState } from '../../shared/scan-state.ts';
import type { KnownLibrary, LibraryMark } from '../ports.ts';

/** The state of a command, written before its request is sent and after every answer. */
export type CommandState = 'intended' | 'sent' | 'accepted' | 'refused' | 'unknown' | 'notSent';

/**
 * How a command was settled: by the service's own answer, by a read that found its effect or the lack of it, by two
 * reads that found nothing long after it was sent (`silence`), by the user, because it was never sent, or by a read
 * that found its effect after `silence` (`late`).
 */
export type SettledBy = 'answer' | 'read' | 'silence' | 'person' | 'notLeft' | 'late';

/**
 * When a command that was settled by `silence` is read once more: after a while, or at the next start. `repeated`: the
 * same was done since by another command, and what a read finds is that one's effect.
 */
export type Recheck = 'due' | 'start' | 'repeated';

/** One command in the journal. `payload` and `before` are sealed on disk. */
export interface JournalEntry {
  /** Also the `external_transaction_id` or `external_id` at the service. */
  readonly id: string;
  /** A row of another version may have a name that this one does not know: then the user has to decide about it. */
  readonly operation: Command;
  /** Commands of one queue (a patron, an order line) are sent one at a time. */
  readonly queue: string;
  /** What the command is about, in the words of the record, for a user who has to decide. Sealed on disk. */
  readonly about: string;
  /** The path, query and body that were sent: plain data without secrets. */
  readonly payload: unknown;
  /** The state before the command, for the resolver. */
  readonly before: unknown;
  readonly state: CommandState;
  readonly failure: Failure | null;
  readonly trackingId: string | null;
  /** When it was requested and, once sent, when it was sent: it may have waited in its queue. */
  readonly at: string;
  readonly settledAt: string | null;
  readonly settledBy: SettledBy | null;
  /** The id of its library. */
  readonly library: string;
  /** The till where it moved money; its id says of which library and desk it is. */
  readonly till: string | null;
  readonly recheck: Recheck | null;
  /** The command that has replaced the same record since, by its id: if this one turns up late, it undid that one. */
  readonly undid: string | null;
  /**
   * Something in it cannot be read: its key is missing (and may come back), or the row is damaged. Then `queue` and
   * `about` are `''`, `payload` and `before` are null.
   */
  readonly unreadable?: true;
}

/** A command that moved money at a till, or may have. */
export interface TillEntry {
  readonly entry: JournalEntry;
  /** When it was included in a report of its till; null if it is in none yet. */
  readonly reportedAt: string | null;
}

/** One scan in main and in the journal. A window gets a `ScanView` of it, see `scanView`. */
export interface Scan {
  /** Also the id of the scan's command. */
  readonly id: string;
  /** 1, 2, 3 … within the session. */
  readonly order: number;
  /** When it was scanned, as an ISO date. */
  readonly at: string;
  /** The scanned text for display: control characters as their symbols, at most 200 characters. */
  readonly text: string;
  /** The code for the service: the text without what the scanner adds. */
  readonly code: string;
  /** What the code is: a barcode, or the id of an item that has no barcode. */
  readonly by: 'barcode' | 'itemId';
  readonly kind: ScanKind;
  readonly action: 'open' | 'lend' | 'return' | 'renew' | 'find' | 'command';
  readonly state: ScanState;
  readonly result: ScanResult | null;
  /** The title of an item that was refused; `''` until it is looked up. */
  readonly title: string;
  readonly failure: Failure | null;
  /** The question that the user has to answer; null if there is none, or it was answered. */
  readonly question: Question | null;
  /** The scan is from an earlier run of the program. */
  readonly recovered: boolean;
}

/**
 * A scan and its session, as stored in the journal. Text, code, result and failure are sealed on disk. Title and
 * question are not stored: the title is looked up for the screen, and the question was for a patron who has left.
 */
export interface ScanEntry {
  readonly session: string;
  /** The id of the library where it was scanned; `''` if none was known. */
  readonly library: string;
  readonly room: Room;
  readonly scan: Scan;
  /** `return` if the user asked for a return whatever is open. */
  readonly mode: 'auto' | 'return';
  /** Rows of the journal were lost since: the scan's command may have been sent although it has no row. */
  readonly afterLoss?: true;
}

/** What came of a scan, without what was scanned: nothing that names anyone. */
export interface ScanOutcome extends Pick<Scan, 'at' | 'kind' | 'action' | 'state' | 'recovered'> {
  readonly room: Room;
  /** When it was first settled, by the wall clock; null if it was not, or an earlier version did not note it. */
  readonly settledAt: string | null;
  /** Without its texts, which may name a patron. Null as well where it cannot be read. */
  readonly failure: Failure | null;
}

/** A pending step. `data` is sealed on disk. */
export interface StepRow {
  readonly id: string;
  readonly at: string;
  /** The id of its library. */
  readonly library: string;
  readonly data: unknown;
  readonly failure: Failure | null;
  /** The sealed columns cannot be opened, because the key is missing: `data` is null. The key may come back. */
  readonly unreadable?: true;
  /** Rows of the journal were lost since: the step's command may have been sent although it has no row. */
  readonly afterLoss?: true;
}

/**
 * What the station keeps for later: a letter (`replaced`) or table as it was before it was replaced, what was saved of a
 * table, the report of a closed till, a lending request that was made here.
 */
export type KeptKind = 'replaced' | 'table' | 'tableSaved' | 'till' | 'lending';

/** A record that the station keeps for later. `data` is sealed on disk, and parsed by its subject. */
export interface KeptRecord {
  readonly id: string;
  readonly kind: KeptKind;
  /** The id of its library. */
  readonly library: string;
  readonly at: string;
  readonly data: unknown;
  /** Its key is missing, and may come back, or the row is damaged: `data` is null. */
  readonly unreadable?: true;
  /** Rows of the journal were lost since: the command that it is of may have been sent although it has no row. */
  readonly afterLoss?: true;
}

/**
 * The commands, scans and steps of this station. Writes are durable when a method returns (WAL, `synchronous=FULL`),
 * except for what the next run would find out by itself. The calls are synchronous, because a scan must be safe without
 * waiting for the event loop.
 */
export interface Journal {
  /**
   * Adds a command before it is sent. Throws `AlreadyIntended` if the id was used before: a double click must not post
   * twice.
   */
  intend(
    entry: Pick<JournalEntry, 'id' | 'operation' | 'queue' | 'about' | 'payload' | 'before' | 'library'> & {
      /** The till whose report counts it, if it moves money. */
      readonly till?: string;
    },
  ): void;
  /** The request will be sent now. */
  sent(id: string): void;
  settle(
    id: string,
    state: 'accepted' | 'refused' | 'unknown' | 'notSent',
    /** `by`: the service's answer, unless given. */
    detail?: {
      readonly by?: SettledBy;
      readonly failure?: Failure;
      readonly trackingId?: string | null;
    },
  ): void;
  entry(id: string): JournalEntry | null;
  /** The commands of one operation in one queue that happened, or may have: the newest first. */
  doneIn(queue: string, operation: Command): readonly JournalEntry[];
  /** The commands of these operations at a library, whatever came of them: at most so many, the newest first. */
  madeAt(library: string, operations: readonly Command[], most: number): readonly JournalEntry[];
  /**
   * The commands that are `intended`, `sent` or `unknown`: after a crash, everything that may have been interrupted.
   */
  unsettled(): readonly JournalEntry[];
  /** The commands that were settled by `silence` and are to be read once more. */
  notFound(): readonly JournalEntry[];
  /** Notes when such a command is read next; null: never again. */
  rechecked(id: string, next: Recheck | null): void;
  /** Notes that another command has replaced since what such a command was to replace, by something else. */
  overtaken(id: string, by: string): void;
  /** The commands that were found late, and that the user has not acknowledged. */
  late(): readonly JournalEntry[];
  /** The user has seen that the command was found late. */
  acknowledgeLate(id: string): void;

  /** Every library that this station knows, with the marks that identify it. */
  libraries(): readonly (KnownLibrary & { readonly marks: readonly LibraryMark[] })[];
  /** Saves a library, its current name, and one more mark that identifies it. */
  keepLibrary(library: KnownLibrary, mark: LibraryMark): void;
  /**
   * Marks that identify a text and reveal nothing about it: one for each key of the journal that is available, the
   * newest first. An earlier mark of the text was made with one of these keys.
   */
  marks(text: string): readonly string[];

  /** The commands at a till that happened, or may have, oldest first: not those that were refused or never sent. */
  atTill(till: string): readonly TillEntry[];
  /** Keeps the report of closed tills and marks its commands as included in it: both, or neither. */
  closeTills(report: Omit<KeptRecord, 'unreadable' | 'afterLoss'>, ids: readonly string[]): void;
  /** The tills of these commands at a library; of what moved no money, or is not in the journal, there is none. */
  tillsOf(library: string, ids: readonly string[]): ReadonlyMap<string, string>;
  /** The tills with commands that are in no report yet, the one used last first. */
  openTills(): readonly string[];

  saveScan(entry: ScanEntry): void;
  /**
   * The scans of sessions that have not ended, oldest first. A scan that cannot be read is left out, and stays in the
   * file.
   */
  openScans(room: Room): readonly ScanEntry[];
  /** Ends a session: its scans are history. */
  endSession(session: string): void;
  /**
   * What came of the scans at a library in a time (ISO moments, `until` not included), at most so many, in the order of
   * their rows, after the row `after` (0: from the first). `last` is the row to go on after; null where there are no more.
   */
  scanOutcomes(asked: {
    readonly library: string;
    readonly since: string;
    readonly until: string;
    readonly after: number;
    readonly most: number;
  }): { readonly scans: readonly ScanOutcome[]; readonly last: number | null };
  /** When the first scan was made that the journal still has of a library; null where it has none. */
  firstScan(library: string): string | null;

  /**
   * Saves a step, or its changed data. `later`: the disk is not waited for, as in a change that the next run finds out
   * by itself, or that is of no use before the next command is sent, which waits for the disk.
   */
  saveStep(step: Omit<StepRow, 'failure' | 'unreadable'>, when?: 'now' | 'later'): void;
  openSteps(): readonly StepRow[];
  /** Notes that a step failed again, or was done (null removes it from the list). */
  updateStep(id: string, outcome: { readonly failure: Failure } | null): void;
  /** Several steps are done: all of them, or none if this cannot be written. */
  endSteps(ids: readonly string[]): void;

  /** Keeps a record, or what it says now. */
  keep(record: Omit<KeptRecord, 'unreadable' | 'afterLoss'>): void;
  /** The kept records of a kind at a library: at most so many, the newest first. */
  kept(library: string, kind: KeptKind, most: number): readonly KeptRecord[];
  /**
   * A page of them, the newest first: those before the row `before` (null: from the newest). `next` is where the page
   * after it begins; null where there are no more. What is on no page is not unsealed.
   */
  keptPage(
    library: string,
    kind: KeptKind,
    page: { readonly before: number | null; readonly most: number },
  ): { readonly records: readonly KeptRecord[]; readonly next: number | null };
  keptOne(id: string): KeptRecord | null;
  dropKept(id: string): void;

  close(): void;
}
