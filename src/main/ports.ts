import type { Client } from '../client/client.ts';
import type { PrinterChoice, PrinterView } from '../contract/slips.ts';
import type { StationView } from '../contract/station.ts';
import type { Extent } from '../shared/label-stock.ts';

/** Time. Tests use their own clock. */
export interface Clock {
  now(): Date;
  /**
   * Milliseconds since some moment of this run. It is never set and never jumps. It stands still while the machine
   * sleeps: nothing that was sent can arrive meanwhile.
   */
  monotonic(): number;
  /** Resolves after this much of that time. Rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The log, on standard error and in a file. A line has the name of an event and plain facts about it: never an input, a
 * key, a name, a mail address or a barcode.
 */
export interface Log {
  line(event: string, facts?: Readonly<Record<string, string | number | boolean | null>>): void;
  /** Logs a defect of this program (the type of error, and its place in the code). Returns the id in the log. */
  defect(error: unknown): string;
}

/** Secrets of the OS user. Throws `KeychainProblem`; every call has a time limit. */
export interface Keychain {
  read(account: string): Promise<string | null>;
  write(account: string, secret: string): Promise<void>;
  forget(account: string): Promise<void>;
}

/** How this machine connects to the network, by the settings of its system. */
export interface Network {
  /** The proxy for an address, in the format of a PAC file: `DIRECT`, `PROXY host:port`; several with `;`. */
  proxyFor(url: string): Promise<string>;
  /** The certificates of the authorities that the system trusts, as PEM. */
  authorities(): readonly string[];
}

/** Where a page is printed. */
export interface PrintPlace {
  /** The size of its pages in millimetres, for labels; without it `roll` says which paper. */
  readonly sheet?: Extent;
  readonly printer: PrinterChoice;
  /**
   * The width of its roll in millimetres; the page is as long as its content. Null: the paper that the printer usually
   * has.
   */
  readonly roll: number | null;
}

/** The machine's printers. Rejects with a `Failed` of kind `printer`. Pages are printed in the order of the calls. */
export interface Printer {
  /** Prints a page that loads nothing. Resolves to false if the user closes the dialog for the printer. */
  print(page: string, place: PrintPlace): Promise<boolean>;
  /** The page as a PDF: with pages of this size in millimetres, with the margins of its style on A4, or on A5. */
  pdf(page: string, sheet?: Extent | 'A4 landscape'): Promise<Uint8Array>;
  /** The printers, read from the system now. */
  list(): Promise<readonly PrinterView[]>;
}

/** A file that the user chose. */
export interface ChosenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  read(): Promise<Uint8Array>;
}

/** A file to open for viewing. */
export interface OpenedFile {
  readonly name: string;
  readonly content: Uint8Array;
}

/** A type of files, as a dialog shows it. */
export interface FileType {
  readonly name: string;
  readonly extensions: readonly string[];
}

/** The purpose of a file dialog. The dialog opens in the folder that was used last for the same purpose. */
export type FileUse =
  | 'attach'
  | 'save'
  | 'personalData'
  | 'pdf'
  | 'picture'
  | 'slips'
  | 'invoices'
  | 'locations'
  | 'trolleys'
  | 'authority';

/** What a file dialog shows. */
export interface FileDialogOptions {
  readonly use: FileUse;
  /** The title of the dialog. */
  readonly title: string;
  readonly type?: FileType;
}

/**
 * Files of the user, chosen in the system's dialogs over a window: no window names a path. Errors are an `invalid` of
 * the field `file`.
 */
export interface Files {
  /** Lets the user choose a file to read; null if they cancel. */
  choose(window: number, options: FileDialogOptions): Promise<ChosenFile | null>;
  /** Lets the user choose a folder for files that are later written without a dialog; null if they cancel. */
  folder(window: number, options: FileDialogOptions): Promise<string | null>;
  /** Lets the user choose where to save a file; `name` is the suggestion. Null if they cancel. */
  placeFor(window: number, options: FileDialogOptions & { readonly name: string }): Promise<string | null>;
  /** Writes a file to a place from `placeFor`: the whole content, or nothing. */
  write(place: string, content: Uint8Array | string): Promise<void>;
  /**
   * Opens a copy of a patron's file in the system's program for it. The copy is deleted when the patron leaves. Fails
   * with `cancelled` if the patron leaves before the file is read.
   */
  open(userId: string, read: () => Promise<OpenedFile>): Promise<void>;
  /**
   * Deletes the copies of this patron's files. A copy that a program still has open is deleted at the next opportunity.
   */
  forgetOpened(userId: string): Promise<void>;
}

/** A library that this station knows. Every durable row belongs to one library and is not used at another. */
export interface KnownLibrary {
  /** This station's own id for the library. */
  readonly id: string;
  readonly mode: 'practice' | 'institution';
  /** The name for people; `''` for the library of rows from versions that did not record libraries. */
  readonly name: string;
}

/** What identifies a library. Two libraries may differ in the key only: a sandbox is a copy of the real one. */
export interface LibraryMark {
  readonly address: string;
  readonly root: string;
  /** The institution's own code; `''` if the key does not have permission to read it. */
  readonly code: string;
  /** An HMAC of the API key, which reveals nothing about it; for a practice library, its own id. */
  readonly key: string;
}

/** The service that the station is connected to now. */
export interface Service {
  readonly client: Client;
  readonly library: KnownLibrary;
  /** ISO 4217, and the number of decimals of its amounts. */
  readonly currency: string;
  readonly decimals: number;
}

/** The station's connection, as the subjects use it. */
export interface Connection {
  /**
   * Rejects if the service cannot be reached: no answer, a locked keychain, or a question that the user must answer
   * first.
   */
  service(): Promise<Service>;
  /** The connected library; null until it is known. */
  library(): KnownLibrary | null;
  view(): StationView;
}
