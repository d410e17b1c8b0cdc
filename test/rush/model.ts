/** What is to come of a scan. `ended`: the session it ended took its row along. */
export type Outcome = 'patron' | 'lent' | 'returned' | 'double' | 'undone' | 'refused' | 'command' | 'ended';

/** Where an item is to be found in the end. */
export type Place = 'LOAN' | 'HOLDSHELF' | 'TRANSIT' | '';

/** An item of the rush hour. */
export interface Book {
  readonly barcode: string;
  /** Scanned in here, it stays: it belongs to this library. */
  readonly isOurs: boolean;
}

/** A book that was lent or taken back in this session, which UNDO may take back. */
interface Act {
  readonly book: Book;
  readonly lent: boolean;
}

/**
 * The library and the desk as a person with a pencil would keep them: what each scan comes to, whatever the service's
 * pace. What the program and its service make of the same scans is held against it.
 */
export class Model {
  readonly #books: ReadonlyMap<string, Book>;
  /** Item and who has it. */
  readonly loans = new Map<string, string>();
  /** Items that were scanned in, and where they went; those lent are not among them. */
  readonly places = new Map<string, Place>();
  /** Items that somebody asked for as no other copy, until they have them. */
  readonly holds: Map<string, string>;
  /** For whom a book is; `''` after a card that was misread with nobody at the desk, null with nobody. */
  at: string | null = null;
  #mode: 'auto' | 'return' = 'auto';
  #acts: Act[] = [];

  constructor(books: readonly Book[], holds: ReadonlyMap<string, string>) {
    this.#books = new Map(books.map((book) => [book.barcode, book]));
    this.holds = new Map(holds);
  }

  loansOf(patron: string): string[] {
    return [...this.loans].filter(([, who]) => who === patron).map(([barcode]) => barcode);
  }

  card(patron: string): Outcome {
    this.at = patron;
    return 'patron';
  }

  /** What is scanned after it waits for the card that is read next; with nobody at the desk, nobody is served until then. */
  misreadCard(next: string): Outcome {
    this.at = this.at ? next : '';
    return 'refused';
  }

  item(barcode: string): Outcome {
    const book = this.#books.get(barcode);
    if (!book) return 'refused';
    if (this.#mode === 'return' || this.at === null) {
      this.#scanIn(book);
      this.#acts.push({ book, lent: false });
      return 'returned';
    }
    return this.at === '' ? 'refused' : this.#lend(book, this.at);
  }

  mode(mode: 'auto' | 'return'): Outcome {
    this.#mode = mode;
    return 'command';
  }

  seen(): Outcome {
    return 'command';
  }

  undo(): Outcome {
    const last = this.#acts.at(-1);
    if (!last?.lent) return 'refused';
    this.#acts.pop();
    this.#scanIn(last.book);
    return 'undone';
  }

  end(): Outcome {
    this.at = null;
    this.#mode = 'auto';
    this.#acts = [];
    return 'ended';
  }

  #lend(book: Book, patron: string): Outcome {
    const { barcode } = book;
    const holder = this.loans.get(barcode);
    if (holder !== undefined) return holder === patron ? 'double' : 'refused';
    const expected = this.holds.get(barcode);
    if (expected !== undefined && expected !== patron) return 'refused';
    this.holds.delete(barcode);
    this.loans.set(barcode, patron);
    this.places.set(barcode, 'LOAN');
    this.#acts.push({ book, lent: true });
    return 'lent';
  }

  #scanIn({ barcode, isOurs }: Book): void {
    this.loans.delete(barcode);
    this.places.set(barcode, this.holds.has(barcode) ? 'HOLDSHELF' : isOurs ? '' : 'TRANSIT');
  }
}
