import type { ReceivingEvent } from '../../src/contract/receiving.ts';
import type { BoxCheck } from '../../src/contract/box-check.ts';
import type { AsideTrolley, TrolleyBook, TrolleyView } from '../../src/contract/trolley.ts';

/** A book that a scan has put on a trolley, and what was shown of it. */
export interface SeenBook {
  readonly id: string;
  readonly station: string;
  /** The library that it came in at; null while nobody knows. */
  library: string | null;
  /** As a window showed it last; null where none has. */
  shown: TrolleyBook | null;
  /** The items that it was shown to be while they were received, or may have been: `pol/pid`. */
  readonly items: Set<string>;
  /** The book that was in the hand already: it was scanned once more. */
  sameAs: string | null;
  /** Somebody has said that it is one more. */
  isAnother: boolean;
  /** How often somebody has asked that it be taken off, or its trolley be ended, and was not refused that. */
  takenOff: number;
}

/** Where a book is seen. */
interface Place {
  readonly station: string;
  readonly library: string | null;
}

/** What is so of an item from when its receipt may have left. */
const claiming: readonly TrolleyBook['state'][] = ['receiving', 'received', 'keeping', 'kept', 'unclear'];

export const itemOf = ({ pol, pid }: { readonly pol: string; readonly pid: string }): string =>
  `${pol}/${pid}`;

/** A box check, as it was shown last. */
interface SeenCheck {
  readonly station: string;
  library: string | null;
  readonly check: BoxCheck;
}

/** All books that were ever put on a trolley. */
export class Books {
  readonly all = new Map<string, SeenBook>();
  /** By the trolley and the moment at which they began. */
  readonly checks = new Map<string, SeenCheck>();

  /** Somebody was told that this scan has put a book on the trolley. */
  scanned(id: string, { station, library }: Place): SeenBook {
    const book = this.all.get(id) ?? {
      ...{ id, station, library, shown: null, items: new Set<string>() },
      ...{ sameAs: null, isAnother: false, takenOff: 0 },
    };
    book.library ??= library;
    this.all.set(id, book);
    return book;
  }

  /** A window shows it. */
  shown(view: TrolleyBook, place: Place): void {
    const book = this.scanned(view.id, place);
    book.shown = view;
    const isClaimed = claiming.includes(view.state) || (view.state === 'refused' && view.unfinished !== null);
    if (isClaimed && view.pid !== '') book.items.add(itemOf(view));
  }

  /** Somebody asks that these be taken off; answers what to call where that is refused. */
  takenOff(ids: readonly string[]): () => void {
    const books = ids.flatMap((id) => this.all.get(id) ?? []);
    for (const book of books) book.takenOff += 1;
    return () => {
      for (const book of books) book.takenOff -= 1;
    };
  }
}

/** What the receiving room of a window shows of trolleys. */
export class ShownTrolley {
  trolley: TrolleyView | null = null;
  aside: readonly AsideTrolley[] = [];

  told(event: ReceivingEvent, books: Books, place: Place): void {
    if (event.type === 'room' || event.type === 'aside') this.aside = event.aside;
    if (event.type === 'room' || event.type === 'trolley') {
      this.trolley = event.trolley;
      for (const book of event.trolley.books) books.shown(book, place);
      const { id, check } = event.trolley;
      if (check) books.checks.set(`${id} ${check.since}`, { ...place, check });
    }
    if (event.type === 'book') this.#changed(event.book, books, place);
  }

  #changed(book: TrolleyBook, books: Books, place: Place): void {
    books.shown(book, place);
    const { trolley } = this;
    if (!trolley) return;
    const isThere = trolley.books.some(({ id }) => id === book.id);
    const others = trolley.books.map((one) => (one.id === book.id ? book : one));
    this.trolley = { ...trolley, books: isThere ? others : [...others, book] };
  }
}
