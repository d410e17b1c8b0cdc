import type { Client } from '../client/client.ts';
import type { PrinterChoice, PrinterView } from '../contract/slips.ts';
import type { StationView } from '../contract/station.ts';
import type { Failure } from '../contract/failure.ts';
import type { Room } from '../contract/scans.ts';
import type { Command } from '../service/endpoints.ts';
import type { Scan } from './scans/scan.ts';

/** Time, so that tests can hold it. */
export interface Clock {
  now(): Date;
  /** Milliseconds since some moment of this run: never set, and never jumping. Machines that sleep may stop it. */
  monotonic(): number;
  /** Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The log, on standard error and in a file. A line is an event's name and plain facts about it: never an input, a
 * key, a name, a mail address or a barcode.
 */
export interface Log {
  line(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  /** Notes a fault of ours (what kind of error, and where in the code) and answers the id it was noted under. */
  defect(error: unknown): string;
}

/** Secrets of the OS user. Throws `KeychainProblem`; every call has a time limit. */
export interface Keychain {
  read(account: string): Promise<string | null>;
  write(account: string, secret: string): Promise<void>;
  forget(account: string): Promise<void>;
}

/** How this machine reaches the outside, as its system has it. */
export interface Network {
  /** Which way leads to an address, in the words of a PAC file: `DIRECT`, `PROXY host:port`; several with `;`. */
  proxyFor(url: string): Promise<string>;
  /** The certificates of the authorities that the system trusts, as PEM. */
  authorities(): readonly string[];
}

/** Where a page is printed. */
export interface PrintPlace {
  readonly printer: PrinterChoice;
  /** How wide its roll is, in millimetres: the page is as long as what is on it. Null for the paper it usually has. */
  readonly roll: number | null;
}

/** The machine's printers. Rejects with a `Failed` of kind `printer`; what is asked comes out in its order. */
export interface Printer {
  /** Prints a page that needs nothing else; false where somebody was asked for the printer and thought better of it. */
  print(page: string, place: PrintPlace): Promise<boolean>;
  /** The page as a PDF. */
  pdf(page: string): Promise<Uint8Array>;
  /** The printers, read now. */
  list(): Promise<readonly PrinterView[]>;
}

/** A file that the person chose. */
export interface ChosenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** A file to be looked at. */
export interface OpenedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Files of one type, as a dialog names them. */
export interface FileType {
  readonly name: string;
  readonly extensions: readonly string[];
}

/** What a dialog for a file is for. Each opens where it was left the last time. */
export type FileUse = 'attach' | 'save' | 'personalData' | 'pdf' | 'picture' | 'slips';

/** What a dialog asks. */
export interface FileQuestion {
  readonly use: FileUse;
  /** The dialog's. */
  readonly title: string;
  readonly type?: FileType;
}

/**
 * Files of the person's own, chosen in the system's dialogs over a window: no window names a path. What fails is an
 * `invalid` of the field `file`.
 */
export interface Files {
  /** A file to be read; null where they thought better of it. */
  choose(window: number, question: FileQuestion): Promise<ChosenFile | null>;
  /** A folder, for what is written later without asking; null where they thought better of it. */
  folder(window: number, question: FileQuestion): Promise<string | null>;
  /** Where something is to be saved, under this name unless they give another; null where they thought better of it. */
  placeFor(window: number, wanted: FileQuestion & { readonly name: string }): Promise<string | null>;
  /** Writes to a place that `placeFor` has answered: the whole of it, or nothing. */
  write(place: string, content: Uint8Array | string): Promise<void>;
  /**
   * Shows a file of a patron's in the program that the system has for it, as a copy that goes when the patron does. It
   * is `cancelled` where they go before it was read.
   */
  open(userId: string, read: () => Promise<OpenedFile>): Promise<void>;
  /** Takes away the copies of this patron's that were opened. One that a program still holds goes at the next occasion. */
  forgetOpened(userId: string): Promise<void>;
}

/** A library as this station knows it. Every durable row belongs to one, and is of no use at another. */
export interface KnownLibrary {
  /** This station's own id for it. */
  readonly id: string;
  readonly mode: 'practice' | 'institution';
  /** What a person calls it; `''` for the one of rows that are older than this knowledge. */
  readonly name: string;
}

/** By what a library is recognized. Two libraries may share all of it but the key: a sandbox is a copy of the real one. */
export interface LibraryMark {
  readonly address: string;
  readonly root: string;
  /** The institution's own code; `''` where its key may not read it. */
  readonly code: string;
  /** An HMAC of the API key, which says nothing of it; of a practice library, its own id. */
  readonly key: string;
}

/** The service this station stands on at this moment. */
export interface Service {
  readonly client: Client;
  readonly library: KnownLibrary;
  /** ISO 4217, and how many decimals its amounts have. */
  readonly currency: string;
  readonly decimals: number;
}

/** Where the station stands, as the rooms need to know it. */
export interface Standing {
  /** Rejects where there is no service to speak to: no answer, a locked keychain, a question that a person must settle. */
  service(): Promise<Service>;
  /** The library that is connected; null where that is not known yet. */
  library(): KnownLibrary | null;
  view(): StationView;
}

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
  readonly lane: string;
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
  readonly doubted?: true;
}

/** A second step that is still owed to an item that was received. `data` is sealed on disk. */
export interface OwedStep {
  readonly id: string;
  readonly at: string;
  /** The id of its library. */
  readonly library: string;
  readonly data: unknown;
  readonly failure: Failure | null;
  /** What is sealed cannot be opened, since its key is not here: `data` is null. It may come back. */
  readonly unreadable?: true;
  /** Rows of the journal were lost since: a command of it that has no row may have been sent all the same. */
  readonly doubted?: true;
}

/**
 * What this station asked of the service and what came of it. Durable when a method returns (WAL,
 * `synchronous=FULL`), but for what the next run would find out by itself; synchronous, because a scan must not wait
 * for a turn of the event loop to be safe.
 */
export interface Journal {
  /** Throws `AlreadyIntended` where the id was used before: a double click cannot post twice. */
  intend(
    entry: Pick<JournalEntry, 'id' | 'operation' | 'lane' | 'about' | 'payload' | 'before' | 'library'> & {
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
  doneIn(lane: string, operation: Command): readonly JournalEntry[];
  /** Those that are `intended`, `sent` or `unknown`: after a crash, all that may have been cut short. */
  unsettled(): readonly JournalEntry[];
  /** Those that silence settled, and that are to be read once more. */
  silenced(): readonly JournalEntry[];
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

  owe(step: Omit<OwedStep, 'failure' | 'unreadable'>): void;
  owed(): readonly OwedStep[];
  /** The step failed again, or was done (null removes it from the list). */
  updateOwed(id: string, outcome: { readonly failure: Failure } | null): void;

  close(): void;
}
