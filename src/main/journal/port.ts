import type { Failure } from '../../contract/failure.ts';
import type { Question, Room, ScanResult } from '../../contract/scans.ts';
import type { Command } from '../../service/endpoints.ts';
import type { ScanKind } from '../../shared/barcodes.ts';
import type { ScanState } from '../../shared/scan-state.ts';
import type { KnownLibrary, LibraryMark } from '../ports.ts';

/** What becomes of a command: known before its request leaves, and after every answer. */
export type CommandState = 'intended' | 'sent' | 'accepted' | 'refused' | 'unknown' | 'notSent';

/**
 * What settled a command: the service's own answer, a read that found its effect or the lack of it, two reads that
 * found nothing long after it had left (`silence`), a person, that it never left, or a read that found its effect after
 * silence had settled it (`late`).
 */
export type SettledBy = 'answer' | 'read' | 'silence' | 'person' | 'notLeft' | 'late';

/**
 * When a command that silence settled is read once more: after a while, or at the next start. `repeated`: the same was
 * done since, by a command of its own; what is found once is that one's.
 */
export type Recheck = 'due' | 'start' | 'repeated';

/** One command as the journal keeps it. `payload` and `before` are sealed on disk. */
export interface JournalEntry {
  /** Also the `external_transaction_id` or `external_id` that the service gets. */
  readonly id: string;
  /** In a row of another version, a name that this one does not know: such a command is a question for a person. */
  readonly operation: Command;
  /** Commands of one lane (a patron, an order line) go one at a time. */
  readonly queue: string;
  /** What it is about, in the words of the record, for a person who has to decide. Sealed on disk. */
  readonly about: string;
  /** The path, query and body that were sent: plain data without secrets. */
  readonly payload: unknown;
  /** The state it found before acting, for the resolver. */
  readonly before: unknown;
  readonly state: CommandState;
  readonly failure: Failure | null;
  readonly trackingId: string | null;
  /** When it was asked for and, once it has left, when it left: it may have waited in its lane. */
  readonly at: string;
  readonly settledAt: string | null;
  readonly settledBy: SettledBy | null;
  /** The id of the library it was sent to. */
  readonly library: string;
  /** The till that it moved money at. */
  readonly till: string | null;
  readonly recheck: Recheck | null;
  /**
   * Something of it cannot be read, since its key is not here (and may come back) or the row is damaged: `lane` and
   * `about` are `''` then, `payload` and `before` null.
   */
  readonly unreadable?: true;
}

/** A command that moved money at a till, or may have. */
export interface TillEntry {
  readonly entry: JournalEntry;
  /** When it went into a report of that till; null where it is in none yet. */
  readonly reportedAt: string | null;
}

/** One scan, as main works with it and as the journal keeps it. A window gets a `ScanView` of it, see `scanView`. */
export interface Scan {
  /** Also the id of the command that the scan asks the service for. */
  readonly id: string;
  /** 1, 2, 3 … within the session. */
  readonly order: number;
  /** When it was scanned, as an ISO date. */
  readonly at: string;
  /** What was scanned, as it can be shown: control characters as their symbols, at most 200 characters. */
  readonly text: string;
  /** What the service is asked for: the text without what the scanner adds to the code. */
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
  /** What the desk has to answer; null where there is nothing to answer, or it was answered. */
  readonly question: Question | null;
  /** From an earlier run of the program. */
  readonly recovered: boolean;
}

/**
 * A scan and the session it belongs to, as the journal keeps them. Text, code, result and failure are sealed on disk;
 * title and question are not kept: the one is looked up for the screen, the other is for a patron who has left.
 */
export interface ScanEntry {
  readonly session: string;
  /** The id of the library it was scanned at; `''` where none was known. */
  readonly library: string;
  readonly room: Room;
  readonly scan: Scan;
  /** `return` where the person asked for a return whatever is open. */
  readonly mode: 'auto' | 'return';
  /** Rows of the journal were lost since: its command may have been sent though it has no row. */
  readonly afterLoss?: true;
}

/** A second step that is still owed to an item that was received. `data` is sealed on disk. */
export interface StepRow {
  readonly id: string;
  readonly at: string;
  /** The id of its library. */
  readonly library: string;
  readonly data: unknown;
  readonly failure: Failure | null;
  /** What is sealed cannot be opened, since its key is not here: `data` is null. It may come back. */
  readonly unreadable?: true;
  /** Rows of the journal were lost since: a command of it that has no row may have been sent all the same. */
  readonly afterLoss?: true;
}

/**
 * What this station asked of the service and what came of it. Durable when a method returns (WAL,
 * `synchronous=FULL`), but for what the next run would find out by itself; synchronous, because a scan must not wait
 * for a turn of the event loop to be safe.
 */
export interface Journal {
  /** Throws `AlreadyIntended` where the id was used before: a double click cannot post twice. */
  intend(
    entry: Pick<JournalEntry, 'id' | 'operation' | 'queue' | 'about' | 'payload' | 'before' | 'library'> & {
      /** The till in whose report it counts, for what moves money. */
      readonly till?: string;
    },
  ): void;
  /** The request is about to leave. */
  sent(id: string): void;
  settle(
    id: string,
    state: 'accepted' | 'refused' | 'unknown' | 'notSent',
    /** `by`: the service's answer, unless said. */
    detail?: {
      readonly by?: SettledBy;
      readonly failure?: Failure;
      readonly trackingId?: string | null;
    },
  ): void;
  entry(id: string): JournalEntry | null;
  /** The commands of one kind in one lane that happened, or may have: the newest first. */
  doneIn(queue: string, operation: Command): readonly JournalEntry[];
  /** Those that are `intended`, `sent` or `unknown`: after a crash, all that may have been cut short. */
  unsettled(): readonly JournalEntry[];
  /** Those that silence settled, and that are to be read once more. */
  notFound(): readonly JournalEntry[];
  /** One of these was read once more and not found; null: it is not read again. */
  rechecked(id: string, next: Recheck | null): void;
  /** Those that turned up after silence had settled them, and that nobody has acknowledged. */
  late(): readonly JournalEntry[];
  /** Somebody has seen that it turned up. */
  acknowledgeLate(id: string): void;

  /** Every library this station has known, with all by which each was recognized. */
  libraries(): readonly (KnownLibrary & { readonly marks: readonly LibraryMark[] })[];
  /** Notes a library, its name as it is now, and one more mark by which it is recognized. */
  keepLibrary(library: KnownLibrary, mark: LibraryMark): void;
  /**
   * Marks by which a text is known again, and which say nothing of it: one for each key of the journal that is here,
   * the newest first. What was marked earlier was marked with one of them.
   */
  marks(text: string): readonly string[];

  /** What was done at a till, or may have been, oldest first: not what was refused or never left. */
  atTill(till: string): readonly TillEntry[];
  /** These are in a report of their till now. */
  markReported(ids: readonly string[]): void;
  /** The tills at which something is in no report yet, the one used last first. */
  openTills(): readonly string[];

  saveScan(entry: ScanEntry): void;
  /** The scans of sessions that were not ended, oldest first. One that cannot be read is not among them, and stays. */
  openScans(room: Room): readonly ScanEntry[];
  /** The session was ended: its scans are history. */
  endSession(session: string): void;

  saveStep(step: Omit<StepRow, 'failure' | 'unreadable'>): void;
  openSteps(): readonly StepRow[];
  /** The step failed again, or was done (null removes it from the list). */
  updateStep(id: string, outcome: { readonly failure: Failure } | null): void;

  close(): void;
}
