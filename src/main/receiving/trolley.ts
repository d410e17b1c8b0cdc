import { randomUUID } from 'node:crypto';
import type { BookSettings, TrolleySettings } from '../../contract/trolley.ts';
import { localDay } from '../../shared/days.ts';
import { doubleScanMs } from '../../shared/double-scan.ts';
import { isbnOf } from '../../shared/isbn.ts';
import { Emitter } from '../emitter.ts';
import { invalid } from '../failure.ts';
import type { Journal, Scan } from '../journal/port.ts';
import type { Clock, Log } from '../ports.ts';
import { withAlert } from './alerts.ts';
import type { BoxCheckRow } from './box-check-row.ts';
import type { BookRow, TrolleyRow } from './trolley-row.ts';

/** A book on a trolley. Its id is that of its scan. */
export interface Book extends BookRow {
  readonly id: string;
  readonly at: string;
  /** From an earlier run of the program. */
  readonly recovered: boolean;
}

/** The fields of a book that can change. */
export type BookChange = Partial<Omit<Book, 'id' | 'kind' | 'trolley' | 'at' | 'recovered'>>;

/** A scan of a book. */
type ScannedBook = Pick<Scan, 'id' | 'text' | 'code' | 'kind'>;

interface TrolleyPorts {
  readonly journal: Pick<Journal, 'saveStep' | 'endSteps'>;
  readonly clock: Clock;
  readonly log: Pick<Log, 'defect'>;
}

/** A trolley as it is begun, or restored. */
export interface TrolleyStart {
  readonly id: string;
  readonly since: string;
  /** The id of its library; `''` until something is on it. */
  readonly library: string;
  readonly row: TrolleyRow;
  readonly books: readonly Book[];
}

/** What its scans do before a person has said so: they look up. */
const noSettings: TrolleySettings = {
  mode: 'look',
  date: '',
  confirmedFuture: false,
  department: '',
  departmentLibrary: '',
  workOrderType: '',
  status: '',
};

/** Other codes are those of one item. These may be scanned once for each copy. */
const isOfManyCopies = (code: string): boolean => isbnOf(code) !== null || /^POL-/i.test(code);

/** What a code is called: an ISBN is the same with and without its add-on. */
export const nameOfCode = (code: string): string => isbnOf(code) ?? code;

/**
 * The books that one person receives one after the other, with their settings. Trolley and books are rows of the
 * journal, of their library: a book is on the disk before its scan is answered.
 */
export class Trolley {
  readonly id: string;
  readonly since: string;
  /** Emits each book that was added or changed. */
  readonly books = new Emitter<Book>();
  readonly #ports: TrolleyPorts;
  readonly #books: Map<string, Book>;
  /** When each code was scanned last, by the monotonic clock. */
  readonly #lastScans = new Map<string, number>();
  #row: TrolleyRow;
  #library: string;
  #order: number;

  constructor(ports: TrolleyPorts, start?: TrolleyStart) {
    this.#ports = ports;
    this.id = start?.id ?? randomUUID();
    this.since = start?.since ?? ports.clock.now().toISOString();
    this.#library = start?.library ?? '';
    this.#row = start?.row ?? { kind: 'trolley', settings: noSettings, next: null, aside: null, check: null };
    this.#books = new Map(start?.books.map((book) => [book.id, book]));
    this.#order = Math.max(0, ...(start?.books ?? []).map(({ order }) => order));
  }

  get library(): string {
    return this.#library;
  }

  get settings(): TrolleySettings {
    return this.#row.settings;
  }

  get next(): TrolleySettings | null {
    return this.#row.next;
  }

  /** When it was put aside; null if it was not. */
  get aside(): string | null {
    return this.#row.aside;
  }

  /** What should be on it; null where nothing is checked. */
  get check(): BoxCheckRow | null {
    return this.#row.check;
  }

  get isEmpty(): boolean {
    return this.#books.size === 0 && this.check === null;
  }

  get all(): readonly Book[] {
    return [...this.#books.values()];
  }

  get(id: string): Book | null {
    return this.#books.get(id) ?? null;
  }

  /** Sets what its scans do, or what the next one does. Throws if that cannot be written. */
  set(settings: TrolleySettings, library: string, once: boolean): void {
    this.#save({ ...this.#row, ...(once ? { next: settings } : { settings, next: null }) }, library);
  }

  /** Puts it aside, or takes it up again. */
  setAside(aside: string | null): void {
    this.#save({ ...this.#row, aside }, this.#library);
  }

  /** Begins, changes or ends its box check. Throws if that cannot be written. */
  setCheck(check: BoxCheckRow | null, library = this.#library): void {
    this.#save({ ...this.#row, check }, library);
  }

  /** What has become of the notes of its check. The next run finds out what is not written yet. */
  changeCheck(check: BoxCheckRow): void {
    this.#row = { ...this.#row, check };
    this.#tryWrite(() => this.#save(this.#row, this.#library));
  }

  /** The mode of the next scan. */
  get mode(): TrolleySettings['mode'] {
    return (this.#row.next ?? this.#row.settings).mode;
  }

  /** The next scan was used to look something up. */
  lookedUp(): void {
    if (this.#row.next) this.#save({ ...this.#row, next: null }, this.#library);
  }

  /**
   * Puts a scanned book on the trolley; it is durable when this returns. `again`: the code was scanned before, and counts
   * for nothing more: an item is there once, and a code of several copies is not counted within the double-scan time.
   */
  add(scan: ScannedBook): { readonly book: Book; readonly again: boolean } {
    const name = nameOfCode(scan.code);
    const now = this.#ports.clock.monotonic();
    const last = this.#lastScans.get(name);
    this.#lastScans.set(name, now);
    const before = this.all.findLast((book) => nameOfCode(book.code) === name);
    const isDouble = last !== undefined && now - last < doubleScanMs;
    if (before && (isDouble || !isOfManyCopies(scan.code) || canBeTriedAgain(before)))
      return { book: before, again: true };
    const book = this.#newBook(scan);
    this.#write(book, 'now');
    this.#books.set(book.id, book);
    this.#order = book.order;
    this.lookedUp();
    this.books.emit(book);
    return { book, again: false };
  }

  /** Changes a book. Does nothing if it is not on the trolley any more. The next run finds out what is not written yet. */
  change(id: string, change: BookChange): Book | null {
    return this.#change(id, change, (book) => this.#tryWrite(() => this.#write(book, 'later')));
  }

  /**
   * The same, before something is sent for it. Throws if that cannot be written: the next run would find the book as it
   * was before, and send that once more.
   */
  changeFirst(id: string, change: BookChange): Book | null {
    return this.#change(id, change, (book) => this.#write(book, 'later'));
  }

  /** A scan tries a refused book again: as books are received now, unless it has settings of its own. */
  scanAgain({ id, own }: Book): void {
    const now = { state: 'looking', failure: null } as const;
    if (own) this.change(id, now);
    else {
      const { next, settings } = this.#row;
      const like = bookSettings(next ?? settings, this.#ports.clock.now());
      this.change(id, { ...now, settings: like, own: next !== null });
      this.lookedUp();
    }
  }

  /** Takes books off: they are history. */
  remove(ids: readonly string[]): void {
    for (const id of ids) this.#books.delete(id);
    this.#tryWrite(() => this.#ports.journal.endSteps(ids));
  }

  /** Ends the trolley with everything on it. */
  end(): void {
    const ids = [...this.#books.keys()];
    this.#books.clear();
    this.#row = { ...this.#row, check: null };
    this.#tryWrite(() => this.#ports.journal.endSteps([...ids, this.id]));
  }

  #change(id: string, change: BookChange, write: (book: Book) => void): Book | null {
    const before = this.#books.get(id);
    if (!before) return null;
    const book = { ...before, ...change };
    write(book);
    this.#books.set(id, book);
    this.books.emit(book);
    return book;
  }

  #newBook({ id, text, code, kind }: ScannedBook): Book {
    const settings = this.#row.next ?? this.#row.settings;
    return {
      ...{ kind: 'trolleyBook', id, trolley: this.id, order: this.#order + 1 },
      ...{ at: this.#ports.clock.now().toISOString(), recovered: false },
      ...{ text, code, scanned: kind, state: 'looking' },
      settings: bookSettings(settings, this.#ports.clock.now()),
      own: this.#row.next !== null,
      ...{ pol: '', pid: '', mmsId: '', holdingId: '', barcode: '', title: '', author: '', copy: null },
      ...{ alerts: [], seen: true, question: null, failure: null },
      answers: { pol: '', pid: '', lookUp: false, another: false, ids: null },
      ...{ receipt: '', step: '' },
    };
  }

  #save(row: TrolleyRow, library: string): void {
    const { id, since: at } = this;
    if (library === '') throw invalid('library', 'required');
    this.#ports.journal.saveStep({ id, at, library, data: row });
    this.#row = row;
    this.#library = library;
  }

  #write({ id, at, ...data }: Book, when: 'now' | 'later'): void {
    this.#ports.journal.saveStep({ id, at, library: this.#library, data }, when);
  }

  /** If the journal cannot be written now, what happened is still true, and the next run works it out again. */
  #tryWrite(write: () => void): void {
    try {
      write();
    } catch (error) {
      const ends = error instanceof Error && error.name === 'AbortError';
      if (!ends) this.#ports.log.defect(error);
    }
  }
}

/** The settings of a book that is scanned now. Its day is fixed: it may be received after midnight. */
function bookSettings({ mode, date, ...rest }: TrolleySettings, now: Date): BookSettings {
  return { ...rest, date: date || localDay(now), mode: mode === 'keep' ? 'keep' : 'receive' };
}

/**
 * What a person has to see of a book whose receipt was found out later: nobody was asked then who waits for it. One that
 * is kept is asked about before that.
 */
export const unasked = ({ settings, alerts }: Book): BookChange =>
  settings.mode === 'keep' ? {} : { alerts: withAlert(alerts, { kind: 'requestsUnread' }), seen: false };

/** The answers of a book that stays with its item: its receipt was sent, and may still be found to have happened. */
export const pinned = ({ answers, pol, pid }: BookRow): BookRow['answers'] => ({ ...answers, pol, pid });

/** Nothing was done with it: it may be scanned again, or tried again. */
export const canBeTriedAgain = ({ state, step }: Pick<Book, 'state' | 'step'>): boolean =>
  state === 'refused' && step === '';
