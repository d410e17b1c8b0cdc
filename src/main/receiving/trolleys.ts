import type { AsideTrolley, TrolleyEnd } from '../../contract/trolley.ts';
import type { Deps } from '../deps.ts';
import { Emitter } from '../emitter.ts';
import { invalid } from '../failure.ts';
import { elsewhereIn } from '../journal/libraries.ts';
import { restoreTrolleys } from './restore-trolleys.ts';
import { Trolley, type Book } from './trolley.ts';
import { asideView, isNotReceived, isOpen } from './trolley-view.ts';
import type { UnfinishedItems } from './unfinished.ts';

/** A book that was added or changed, and its trolley. */
export interface ChangedBook {
  readonly trolley: Trolley;
  readonly book: Book;
}

/** Whoever has a trolley: the receiving room of a window. */
type Owner = object;

/**
 * All trolleys of this station: one for each receiving room, those that were put aside, and those of windows that were
 * closed and of earlier runs, which the next room at the same library gets.
 */
export class Trolleys {
  readonly books = new Emitter<ChangedBook>();
  /** Emits a trolley that a room gets: what an earlier run, or another window, left on it goes on. */
  readonly taken = new Emitter<Trolley>();
  /** Emits when the list of those that no window has may have changed. */
  readonly asides = new Emitter<null>();
  readonly #deps: Deps;
  readonly #unfinished: UnfinishedItems;
  readonly #ofOwner = new Map<Owner, Trolley>();
  #others: Trolley[] = [];

  constructor(deps: Deps, unfinished: UnfinishedItems) {
    this.#deps = deps;
    this.#unfinished = unfinished;
    this.reread();
  }

  /** Restores what is in the journal and in no trolley yet: at the start, and when a key of the journal is back. */
  reread(): void {
    const known = new Set(this.all.map(({ id }) => id));
    for (const start of restoreTrolleys(this.#deps, this.#unfinished)) {
      if (known.has(start.id)) continue;
      const trolley = new Trolley(this.#deps, start);
      this.#follow(trolley);
      this.#others.push(trolley);
    }
    this.asides.emit(null);
  }

  get all(): readonly Trolley[] {
    return [...this.#ofOwner.values(), ...this.#others];
  }

  /**
   * The trolley of a room, until it is released: nobody's trolley becomes another without having asked for it. A room
   * without one gets the first that waits at its library, or an empty one.
   */
  of(owner: Owner): Trolley {
    const here = this.#here;
    const known = this.#ofOwner.get(owner);
    if (known) return known;
    const waiting = this.#others.find(({ aside, library }) => aside === null && library === here);
    return this.#give(owner, waiting ?? this.#create());
  }

  /** Another room has the place of this one, and so its trolley, if it has one. */
  move(from: Owner, to: Owner): void {
    const trolley = this.#ofOwner.get(from);
    if (!trolley) return;
    this.#ofOwner.delete(from);
    this.release(to);
    this.#ofOwner.set(to, trolley);
  }

  /** The room is closed, or its library is not connected any more: the next room there gets its trolley. */
  release(owner: Owner): void {
    const trolley = this.#ofOwner.get(owner);
    this.#ofOwner.delete(owner);
    if (trolley && trolley.library !== '') this.#others.push(trolley);
    this.asides.emit(null);
  }

  /** Puts the trolley of a room aside. The room gets an empty one with the same settings. */
  putAside(owner: Owner): void {
    const trolley = this.of(owner);
    if (trolley.isEmpty) throw invalid('trolley', 'required');
    trolley.setAside(this.#deps.clock.now().toISOString());
    this.#others.push(trolley);
    this.#give(owner, this.#continue(trolley));
  }

  /** Gives a room one that no window has. Throws `gone`, or `moved` if it belongs to another library. */
  takeUp(owner: Owner, id: string): void {
    const next = this.#others.find((one) => one.id === id);
    if (!next) throw invalid('id', 'gone');
    if (next.library !== this.#here) throw invalid('id', 'moved');
    next.setAside(null);
    const before = this.of(owner);
    if (before === next) return;
    if (!before.isEmpty) {
      before.setAside(this.#deps.clock.now().toISOString());
      this.#others.push(before);
    } else before.end();
    this.#give(owner, next);
  }

  /** Ends the trolley of a room: what is done on it is history. Books that are open are put aside with it. */
  end(owner: Owner): TrolleyEnd {
    const trolley = this.of(owner);
    const over = trolley.all.filter((book) => !isOpen(book));
    const left = trolley.all.length - over.length;
    const notReceived = over.filter(isNotReceived).length;
    if (trolley.isEmpty) return { left, notReceived };
    const next = this.#continue(trolley);
    if (left === 0) trolley.end();
    else {
      trolley.setAside(this.#deps.clock.now().toISOString());
      trolley.remove(over.map(({ id }) => id));
      // Without those books it would say that they are short.
      if (trolley.check) trolley.setCheck(null);
      this.#others.push(trolley);
    }
    this.#give(owner, next);
    return { left, notReceived };
  }

  /** Those that no window has and that are not empty: they have books, or a box check. */
  asideList(): readonly AsideTrolley[] {
    const elsewhere = elsewhereIn(this.#deps);
    return this.#others
      .filter(({ isEmpty }) => !isEmpty)
      .map((trolley) => asideView(trolley, elsewhere(trolley.library)));
  }

  /** Whether a room has a trolley with something on it. */
  get isAnyInUse(): boolean {
    return [...this.#ofOwner.values()].some(({ isEmpty }) => !isEmpty);
  }

  /** The books on all trolleys of a library. */
  booksAt(library: string): readonly Book[] {
    return this.all.filter((trolley) => trolley.library === library).flatMap(({ all }) => all);
  }

  find(bookId: string): ChangedBook | null {
    for (const trolley of this.all) {
      const book = trolley.get(bookId);
      if (book) return { trolley, book };
    }
    return null;
  }

  /** An item has a barcode now. */
  barcodeGiven(library: string, pid: string, barcode: string): void {
    for (const trolley of this.all.filter((one) => one.library === library))
      for (const { id } of trolley.all.filter((book) => book.pid === pid)) trolley.change(id, { barcode });
  }

  /** A journal of another version may name no library. */
  get #here(): string {
    return this.#deps.connection.library()?.id ?? '';
  }

  #create(): Trolley {
    const trolley = new Trolley(this.#deps);
    this.#follow(trolley);
    return trolley;
  }

  /** An empty trolley with the settings of another: a mode sticks. */
  #continue({ settings, library }: Trolley): Trolley {
    const trolley = this.#create();
    if (library !== '') trolley.set(settings, library, false);
    return trolley;
  }

  #give(owner: Owner, trolley: Trolley): Trolley {
    this.#others = this.#others.filter((one) => one !== trolley);
    this.#ofOwner.set(owner, trolley);
    this.asides.emit(null);
    if (trolley.all.length > 0) this.taken.emit(trolley);
    return trolley;
  }

  #follow(trolley: Trolley): void {
    trolley.books.on((book) => {
      this.books.emit({ trolley, book });
      if (this.#others.includes(trolley)) this.asides.emit(null);
    });
  }
}
