import { barcodeOf } from '../../src/server/sample/barcode.ts';
import { seeded, type Random } from '../../src/server/sample/random.ts';
import { Model, type Book, type Outcome } from './model.ts';

/** One scan, and what is to come of it. */
export interface Step {
  readonly text: string;
  readonly outcome: Outcome;
  /** Milliseconds since the scan before: a tenth of what a person takes. */
  readonly pause: number;
  /** The card does not read, and its number is typed. */
  readonly isTyped: boolean;
  /** Nobody scans before the notes of the patron stand on the screen. */
  readonly afterNotes: boolean;
}

/** Who and what takes part. */
export interface Cast {
  /** Cards of patrons who may have many loans, and stand in nobody's way. */
  readonly patrons: readonly string[];
  /** A patron with a note that pops up. */
  readonly noted: string;
  readonly books: readonly Book[];
  /** Barcodes of books that somebody waits for, and whose card that is. */
  readonly holds: ReadonlyMap<string, string>;
}

/** Everything that is scanned in a rush hour, and the library as it then is. */
export interface Script {
  readonly steps: readonly Step[];
  readonly model: Model;
}

/** From one scan to the next, at life's own speed: from under a second to a bit over three. */
const life = { least: 800, most: 3200 };
const speed = 10;
/** Nobody takes more than this home. */
const mostLoans = 30;

/**
 * A rush hour of so many scans: queues of patrons with their books, returns between them, and all that goes wrong at a
 * desk. The same seed is the same hour.
 */
export function rushHour(seed: number, scans: number, cast: Cast): Script {
  const writer = new Writer(seeded(seed), scans, cast);
  while (!writer.isFull) writer.episode();
  return writer.script();
}

class Writer {
  readonly #random: Random;
  readonly #scans: number;
  readonly #cast: Cast;
  readonly #model: Model;
  readonly #steps: Step[] = [];
  #misreads = 0;

  constructor(random: Random, scans: number, cast: Cast) {
    this.#random = random;
    this.#scans = scans;
    this.#cast = cast;
    this.#model = new Model(cast.books, cast.holds);
  }

  /** There is room for the last scan only, which ends the session. */
  get isFull(): boolean {
    return this.#steps.length >= this.#scans - 1;
  }

  script(): Script {
    this.#end(true);
    return { steps: this.#steps, model: this.#model };
  }

  episode(): void {
    const random = this.#random;
    const which = random.below(20);
    if (which < 12) this.#patron(random.pick(this.#cast.patrons));
    else if (which < 15) this.#bookDrop();
    else if (which < 17) this.#waitedFor();
    else if (which < 18 && this.#scans - this.#steps.length > 6) this.#noted();
    else this.#end();
  }

  /** Somebody with some books to borrow, and perhaps some to give back. */
  #patron(card: string): void {
    const random = this.#random;
    // With room for the card that is read at last.
    if (random.oneIn(15) && this.#scans - this.#steps.length > 4)
      this.#add(misread(card, random), () => this.#model.misreadCard(card));
    if (random.oneIn(20)) this.#item(this.#freeBook());
    this.#card(card, random.oneIn(20));
    for (let books = 1 + random.below(7); books > 0; books -= 1) this.#oneBook(card);
    if (random.oneIn(6)) this.#undo();
    if (!random.oneIn(4)) return;
    this.#mode('return');
    for (let books = 1 + random.below(3); books > 0; books -= 1) this.#item(this.#someBook());
    this.#mode('auto');
  }

  #oneBook(card: string): void {
    const random = this.#random;
    if (this.#model.loansOf(card).length >= mostLoans) return;
    const book = random.oneIn(12) ? this.#someBook() : this.#freeBook();
    // Misread, and read once more.
    if (random.oneIn(20)) this.#add(misread(book, random), () => 'refused');
    this.#item(book);
    // The same book once more, and one that nobody has heard of.
    if (random.oneIn(12)) this.#item(book);
    if (random.oneIn(25)) this.#item(barcodeOf('item', 99_000 + (this.#misreads += 1)));
  }

  /** What lay in the drop: with nobody at the desk. */
  #bookDrop(): void {
    this.#end();
    for (let books = 1 + this.#random.below(6); books > 0; books -= 1) this.#item(this.#someBook());
  }

  /** A book that somebody waits for: scanned in, asked for by somebody else, and lent to whom it is for. */
  #waitedFor(): void {
    const random = this.#random;
    const [book, reader] = random.pick([...this.#cast.holds]);
    this.#end();
    this.#item(book);
    this.#card(random.pick(this.#cast.patrons), false);
    this.#item(book);
    if (random.oneIn(2)) return;
    this.#card(reader, false);
    this.#item(book);
  }

  /** A patron whose notes have to be read first. Ended before, so that they were not read in this session. */
  #noted(): void {
    this.#end();
    this.#card(this.#cast.noted, false);
    this.#item(this.#freeBook(), true);
    this.#item(this.#freeBook());
    this.#add('CRLSEEN', () => this.#model.seen());
    this.#item(this.#freeBook());
  }

  #card(card: string, isTyped: boolean): void {
    this.#add(card, () => this.#model.card(card), { isTyped });
  }

  #item(barcode: string, afterNotes = false): void {
    this.#add(barcode, () => this.#model.item(barcode), { afterNotes });
  }

  #undo(): void {
    this.#add('CRLUNDO', () => this.#model.undo());
  }

  #mode(mode: 'auto' | 'return'): void {
    this.#add(mode === 'auto' ? 'CRLLEND' : 'CRLRETURN', () => this.#model.mode(mode));
  }

  #end(isLast = false): void {
    this.#add('CRLEND', () => this.#model.end(), { isLast });
  }

  #freeBook(): string {
    const { loans, holds } = this.#model;
    const free = this.#cast.books.filter(({ barcode }) => !loans.has(barcode) && !holds.has(barcode));
    return this.#random.pick(free).barcode;
  }

  /** One that is out, where there is one. */
  #someBook(): string {
    const out = [...this.#model.loans.keys()];
    return out.length === 0 ? this.#freeBook() : this.#random.pick(out);
  }

  /** Nothing is added to an hour that is full, and nothing then happens. */
  #add(
    text: string,
    happens: () => Outcome,
    { isTyped = false, afterNotes = false, isLast = false } = {},
  ): void {
    if (this.isFull && !isLast) return;
    const pause = (life.least + this.#random.below(life.most - life.least)) / speed;
    this.#steps.push({ text, outcome: happens(), pause, isTyped, afterNotes });
  }
}

/** The code with one wrong digit, which its check digit betrays. The first, which says what it is, was read right. */
function misread(code: string, random: Random): string {
  const at = 5 + random.below(code.length - 6);
  const digit = (Number(code[at]) + 1 + random.below(9)) % 10;
  return code.slice(0, at) + String(digit) + code.slice(at + 1);
}
