import type { Failure } from '../../contract/failure.ts';
import type {
  AsideTrolley,
  BookAnswer,
  BookSettings,
  BookState,
  TrolleyBook,
  TrolleyEvent,
  TrolleyView,
} from '../../contract/trolley.ts';
import { call } from '../api.ts';
import { slowAfter } from '../ui/slow-after.ts';

/** A book of the trolley on screen. */
export class BookRow {
  readonly id: string;
  readonly order: number;
  readonly at: string;
  view = $state.raw() as TrolleyBook;
  /** Its state has lasted noticeably long. */
  slow = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(book: TrolleyBook) {
    this.id = book.id;
    this.order = book.order;
    this.at = book.at;
    this.show(book);
  }

  show(book: TrolleyBook): void {
    clearTimeout(this.#timer);
    this.slow = false;
    this.view = book;
    if (isUnderWay(book)) this.#timer = setTimeout(() => (this.slow = true), slowAfter);
  }
}

const underWay: ReadonlySet<BookState> = new Set(['looking', 'waiting', 'receiving', 'keeping']);

/** Whether its state will change by itself. */
export const isUnderWay = ({ state }: TrolleyBook): boolean => underWay.has(state);

/** Whether a person has to see its alerts before it goes on. */
export const isToBeSeen = ({ alerts, seen, state, unfinished }: TrolleyBook): boolean =>
  alerts.length > 0 && !seen && (isReceivedState(state) || (state === 'unclear' && unfinished !== null));

/** Whether a person has to answer or to see something of it. */
export const asksOrIsToBeSeen = (book: TrolleyBook): boolean => book.state === 'asks' || isToBeSeen(book);

const isReceivedState = (state: BookState): boolean => ['received', 'keeping', 'kept'].includes(state);

/** Whether it is known which item it is: its receipt is on its way, was done, or may have been. */
export const hasItem = ({ pid, state, unfinished }: TrolleyBook): boolean =>
  pid !== '' &&
  (isReceivedState(state) || state === 'receiving' || state === 'unclear' || unfinished !== null);

/** Whether it was received, kept or not. Of one that is not confirmed that is known where only the second step is not. */
export const wasReceived = ({ state, unfinished, failure }: TrolleyBook): boolean =>
  isReceivedState(state) ||
  (unfinished !== null &&
    (state === 'refused' ||
      (state === 'unclear' &&
        failure?.kind === 'unknown-outcome' &&
        failure.operation === 'bibs.items.scanIn')));

/** What is said of a book once: its state has become one of these. */
const outcomes: ReadonlySet<BookState> = new Set(['asks', 'received', 'kept', 'refused', 'unclear']);

/** It is received, and kept next: what it is then is its outcome. */
const goesOn = ({ state, seen, unfinished }: TrolleyBook): boolean =>
  state === 'received' && seen && unfinished !== null;

/** The trolley of this window as main reports it: a book is a row from its scan on. */
export class Trolley {
  /** Newest first. */
  rows = $state.raw<readonly BookRow[]>([]);
  /** Trolleys that were put aside, at any window. */
  aside = $state.raw<readonly AsideTrolley[]>([]);
  /** Why a request about the trolley or one of its books failed. */
  failure = $state.raw<Failure | null>(null);
  /** The books that were received, kept or not. */
  readonly received = $derived(this.rows.filter(({ view }) => wasReceived(view)));
  readonly kept = $derived(this.rows.filter(({ view }) => view.state === 'kept'));
  /** Those that are tried again by a key, oldest first: nothing was decided about them. */
  readonly undecided = $derived(this.rows.filter(({ view }) => view.undecided).toReversed());
  /** Whether a book waits for a person, and nothing of it was done: the list of the trolley has those. */
  readonly waits = $derived(
    this.rows.some(
      ({ view: { state, unfinished } }) => unfinished === null && (state === 'asks' || state === 'refused'),
    ),
  );
  /** The one that is taken up by a key: put aside last, at this library. */
  readonly nextAside = $derived(
    this.aside
      .filter(({ elsewhere }) => elsewhere === null)
      .toSorted((one, other) => Number(one.aside < other.aside) - Number(one.aside > other.aside))[0] ?? null,
  );
  // An index of the rows; nothing on screen depends on it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  readonly #byId = new Map<string, BookRow>();
  readonly #onOutcome: (book: TrolleyBook) => void;

  /** @param onOutcome called when a book has an outcome, or asks something, while the window watches */
  constructor(onOutcome: (book: TrolleyBook) => void) {
    this.#onOutcome = onOutcome;
  }

  get(id: string): BookRow | null {
    return this.#byId.get(id) ?? null;
  }

  onEvent(event: TrolleyEvent): void {
    switch (event.type) {
      case 'trolley':
        this.reset(event.trolley);
        break;
      case 'book':
        this.#apply(event.book);
        break;
      case 'aside':
        this.aside = event.aside;
        break;
    }
  }

  /** Shows the whole trolley as main has it. */
  reset({ books }: Pick<TrolleyView, 'books'>): void {
    const rows = books.map((book) => {
      const row = this.#byId.get(book.id) ?? new BookRow(book);
      row.show(book);
      return row;
    });
    this.#byId.clear();
    for (const row of rows) this.#byId.set(row.id, row);
    this.rows = rows.toSorted((one, other) => other.order - one.order);
  }

  /** Answers the question of a book. */
  async answer(id: string, answer: BookAnswer): Promise<Failure | null> {
    return this.#done(await call('receiving.trolley.answer', { id, answer }));
  }

  /** Says that the alerts of a book were seen. */
  async see(id: string): Promise<void> {
    this.#done(await call('receiving.trolley.seen', { ids: [id] }));
  }

  /** Gives a book settings of its own; answers why that failed. */
  async setBook(id: string, settings: BookSettings): Promise<Failure | null> {
    const reply = await call('receiving.trolley.setBook', { id, settings });
    if (reply.ok) this.#apply(reply.value);
    return reply.ok ? null : reply.failure;
  }

  async again(id: string): Promise<void> {
    this.#done(await call('receiving.trolley.again', { id }));
  }

  /** Tries all again about which nothing was decided. */
  async tryUndecided(): Promise<void> {
    const tries = this.undecided.map(({ id }) => call('receiving.trolley.again', { id }));
    const replies = await Promise.all(tries);
    this.#done(replies.find(({ ok }) => !ok) ?? { ok: true });
  }

  async drop(id: string): Promise<void> {
    this.#done(await call('receiving.trolley.drop', { id }));
  }

  async putAside(): Promise<void> {
    this.#done(await call('receiving.trolley.putAside', {}));
  }

  /** Saves the list of what waits for a person; answers the name of the file, null where none was written. */
  async saveList(): Promise<string | null> {
    const reply = await call('receiving.trolley.saveList', {});
    this.#done(reply);
    return reply.ok ? (reply.value?.savedAs ?? null) : null;
  }

  async takeUp(id: string): Promise<void> {
    this.#done(await call('receiving.trolley.takeUp', { id }));
  }

  #done(reply: { readonly ok: true } | { readonly ok: false; readonly failure: Failure }): Failure | null {
    this.failure = reply.ok ? null : reply.failure;
    return this.failure;
  }

  #apply(book: TrolleyBook): void {
    const row = this.#byId.get(book.id);
    const before = row?.view;
    if (row) row.show(book);
    else {
      const added = new BookRow(book);
      this.#byId.set(book.id, added);
      this.rows = [added, ...this.rows];
    }
    const isNew = before?.state !== book.state || isToBeSeen(book) !== isToBeSeen(before);
    if (isNew && outcomes.has(book.state) && !goesOn(book)) this.#onOutcome(book);
  }
}
