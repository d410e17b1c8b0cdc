import type { Client } from '../client/client.ts';
import type { PrinterChoice, PrinterView } from '../contract/slips.ts';
import type { StationView } from '../contract/station.ts';

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
export interface Connection {
  /** Rejects where there is no service to speak to: no answer, a locked keychain, a question that a person must settle. */
  service(): Promise<Service>;
  /** The library that is connected; null where that is not known yet. */
  library(): KnownLibrary | null;
  view(): StationView;
}
