import { RowPlaces } from '../rows-in-view.ts';
import type { GridRow, GridRows } from './grid-types.ts';

/** Rows drawn above and below those that are seen. */
const around = 6;

/** Rows that the top of what is drawn moves by: less would draw the same rows again. */
const step = 3;

/** A row that is drawn. */
export interface DrawnGridRow {
  readonly row: GridRow;
  readonly index: number;
  /** What it is drawn in: one that is scrolled to takes the place of one that is scrolled away. */
  readonly place: string;
}

/**
 * The rows of a grid that are drawn: those that are seen, some around them, and the current one, which must not lose the
 * focus when it is scrolled away. All rows are as high as the head.
 */
export class RowWindow {
  readonly #rows: () => GridRows;
  readonly #active: () => number;
  readonly #places = new RowPlaces();
  #placed: GridRows = [];
  #first = $state(0);
  #count = $state(0);
  /** Pixels. */
  height = $state(32);
  readonly drawn = $derived.by((): readonly DrawnGridRow[] => {
    const rows = this.#rows();
    const from = Math.max(0, Math.min(this.#first, rows.length) - around);
    const until = Math.min(rows.length, this.#first + this.#count + step + around);
    const indexes = Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at);
    const active = this.#active();
    if (active >= 0 && active < from) indexes.unshift(active);
    else if (active >= until && active < rows.length) indexes.push(active);
    const drawn = indexes.flatMap((index) => {
      const row = rows[index];
      return row ? [{ row, index }] : [];
    });
    const places = this.#places.next(
      drawn.map(({ row }) => row.key),
      this.#placed === rows,
    );
    this.#placed = rows;
    return drawn.map((one, at) => ({ ...one, place: places[at] ?? '' }));
  });

  /** As many rows as a key moves that turns a page. */
  get page(): number {
    return Math.max(1, this.#count - 1);
  }

  constructor(rows: () => GridRows, active: () => number) {
    this.#rows = rows;
    this.#active = active;
  }

  /** Follows what scrolls the grid until the function it answers is called. */
  follow(scroller: HTMLElement, head: HTMLElement): () => void {
    const over = new AbortController();
    const look = (): void => {
      this.#first = Math.floor(scroller.scrollTop / this.height / step) * step;
    };
    const sizes = new ResizeObserver(() => {
      this.height = head.offsetHeight || this.height;
      this.#count = Math.max(0, Math.ceil(scroller.clientHeight / this.height) - 1);
      look();
    });
    sizes.observe(scroller);
    sizes.observe(head);
    scroller.addEventListener('scroll', look, { passive: true, signal: over.signal });
    over.signal.addEventListener('abort', () => sizes.disconnect());
    return () => over.abort();
  }

  /** Scrolls so far that a row is seen, below the head. */
  reveal(scroller: HTMLElement, index: number): void {
    const top = index * this.height;
    const room = scroller.clientHeight - this.height * 2;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
  }
}
