import { DrawnRows, heightsIn, RowPlaces, RowHeights, type DrawnRow, type Span } from './rows-in-view.ts';

/** Shorter lists are drawn whole: that is the simplest there is, and quick enough. */
const few = 150;

/**
 * Drawn above and below what is seen, so that a turn of the wheel finds its rows there; pixels. Somebody who drags the
 * bar has all of them drawn anew in each frame, and meanwhile only those that are seen.
 */
const margin = 200;

/** Milliseconds without a jump through the list, after which rows around the visible ones are drawn again. */
const calm = 150;

/** A dense row, until one was measured. */
const usual = 33;

/** What scrolls a table. */
function scrollerOf(element: Element): HTMLElement | null {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return null;
}

/**
 * The rows of a table that are drawn: all of a short list; of a long one those that are seen, some around them, and
 * the one that is stood on, which must not lose the focus when it is scrolled away.
 */
export class LongRows<Row> {
  #rows: () => readonly Row[];
  #key: (row: Row) => string;
  #active: () => string;
  #heights = new RowHeights(usual);
  #drawn = new DrawnRows<Row>();
  #places = new RowPlaces();
  /** Of which list they are the places. */
  #placed: readonly string[] = [];
  #measured = $state(0);
  /** Rounded to half of the margin: less would draw the same rows again. */
  #top = $state(0);
  /** Nothing until it was measured: a few rows come at once, and those that are seen with the next frame. */
  #height = $state(0);
  /** Drawn around what is seen. */
  #around = $state(margin);
  readonly isLong = $derived.by(() => this.#rows().length > few);
  readonly #keys = $derived.by(() => this.#rows().map((row) => this.#key(row)));
  readonly #laid = $derived.by(() => {
    if (this.isLong) this.#heights.lay(this.#keys);
    return { keys: this.#keys, measured: this.#measured };
  });
  readonly #span = $derived.by((): Span => {
    const { keys } = this.#laid;
    if (!this.isLong) return { from: 0, until: keys.length };
    return this.#heights.between(this.#top - this.#around, this.#top + this.#height + this.#around);
  });
  readonly #from = $derived(this.#span.from);
  readonly #until = $derived(this.#span.until);
  readonly drawn = $derived.by((): readonly DrawnRow<Row>[] =>
    this.#drawn.next(this.#rows(), this.#inPlaces(), (from, until) => this.#room(from, until)),
  );
  /** Empty room after the last row that is drawn. */
  readonly rest = $derived.by(() => {
    const last = this.drawn.at(-1);
    return last ? this.#room(last.index + 1, this.#laid.keys.length) : 0;
  });

  /** As many rows as a key moves that turns a page. */
  get page(): number {
    return Math.max(1, Math.floor(this.#height / usual / 2));
  }

  constructor(options: {
    readonly rows: () => readonly Row[];
    readonly key: (row: Row) => string;
    readonly active: () => string;
  }) {
    this.#rows = options.rows;
    this.#key = options.key;
    this.#active = options.active;
  }

  /**
   * Of a long list: follows what scrolls the table, and measures what is drawn, until the function it answers is
   * called. It begins with the first frame: to ask where things are before that would lay the page out once more.
   */
  follow(body: HTMLTableSectionElement): () => void {
    const over = new AbortController();
    const step = margin / 2;
    let scroller: HTMLElement | null = null;
    let jumped: ReturnType<typeof setTimeout> | undefined;
    const look = (): void => {
      if (!scroller) return;
      const above = scroller.getBoundingClientRect().top - body.getBoundingClientRect().top;
      const top = Math.floor(Math.max(0, above) / step) * step;
      if (Math.abs(top - this.#top) > this.#height) {
        this.#around = 0;
        clearTimeout(jumped);
        jumped = setTimeout(() => (this.#around = margin), calm);
      }
      this.#top = top;
      this.#height = Math.ceil(scroller.clientHeight / step) * step + step;
    };
    const sizes = new ResizeObserver(() => {
      if (!scroller && (scroller = scrollerOf(body))) {
        sizes.observe(scroller);
        scroller.addEventListener('scroll', look, { passive: true, signal: over.signal });
      }
      look();
      this.#measure(body);
    });
    sizes.observe(body);
    over.signal.addEventListener('abort', () => {
      sizes.disconnect();
      clearTimeout(jumped);
      this.#around = margin;
    });
    return () => over.abort();
  }

  #indexes(): number[] {
    const from = this.#from;
    const until = this.#until;
    const indexes = Array.from({ length: until - from }, (_, at) => from + at);
    const active = this.isLong ? this.#laid.keys.indexOf(this.#active()) : -1;
    if (active < 0 || (active >= from && active < until)) return indexes;
    return active < from ? [active, ...indexes] : [...indexes, active];
  }

  #inPlaces(): { readonly index: number; readonly place: string }[] {
    const { keys } = this.#laid;
    const indexes = this.#indexes();
    const drawn = indexes.map((index) => keys[index] ?? '');
    // A short list is drawn whole: each row is in a place of its own.
    const places = this.isLong ? this.#places.next(drawn, this.#placed === keys) : drawn;
    this.#placed = keys;
    return indexes.map((index, at) => ({ index, place: places[at] ?? '' }));
  }

  #room(from: number, until: number): number {
    return this.isLong ? this.#heights.start(until) - this.#heights.start(from) : 0;
  }

  #measure(body: HTMLTableSectionElement): void {
    const heights = heightsIn(body.rows);
    const sorted = [...heights.values()].sort((one, other) => one - other);
    const most = sorted[sorted.length >> 1] ?? 0;
    if (this.#heights.measure(heights, most)) this.#measured += 1;
  }
}
