import type { GridRowsState } from './grid-rows.svelte.ts';
import type { Block, CellPlace, GridRows, Selection } from './grid-types.ts';

/** How far a selection moves: by so many rows and columns. */
export interface Step {
  readonly rows?: number;
  readonly columns?: number;
}

const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));

/** What is selected in a grid: the current cell, and the block that reaches from it. */
export class GridSelection {
  readonly #state: GridRowsState;
  readonly #columns: number;
  #chosen = $state.raw<Selection | null>(null);
  /** Where the current row was seen last: what comes in its place once it is gone is the current one then. */
  #lastPlace = 0;

  /** As far as it is seen; null only where there are no rows. */
  readonly current = $derived.by((): Selection | null => {
    const { view, places } = this.#state;
    const chosen = this.#chosen;
    if (chosen && places.has(chosen.at.row) && places.has(chosen.to.row)) return chosen;
    const row = view[Math.min(this.#lastPlace, view.length - 1)];
    if (!row) return null;
    const at = { row: row.key, column: chosen?.at.column ?? 0 };
    return { at, to: at };
  });
  readonly block = $derived.by((): Block | null => {
    const { current } = this;
    if (!current) return null;
    const [one, other] = [this.#placeOf(current.at), this.#placeOf(current.to)];
    const columns = [current.at.column, current.to.column];
    return {
      top: Math.min(one, other),
      bottom: Math.max(one, other),
      left: Math.min(...columns),
      right: Math.max(...columns),
    };
  });

  constructor(state: GridRowsState, columns: number) {
    this.#state = state;
    this.#columns = columns;
  }

  get rows(): GridRows {
    const { block } = this;
    return block ? this.#state.view.slice(block.top, block.bottom + 1) : [];
  }

  choose(chosen: Selection): void {
    this.#chosen = chosen;
    const place = this.#state.places.get(chosen.at.row);
    if (place !== undefined) this.#lastPlace = place;
  }

  /** The rows from this place on are about to go. */
  leave(place: number): void {
    this.#lastPlace = place;
  }

  /** Where a step leads from a cell. */
  after({ rows = 0, columns = 0 }: Step, from: CellPlace): CellPlace {
    const { view } = this.#state;
    const row = view[within(this.#placeOf(from) + rows, view.length)]?.key ?? from.row;
    return { row, column: within(from.column + columns, this.#columns) };
  }

  /** The next cell in the reading order, or the one before; null at the end of the grid. */
  next(by: 1 | -1): CellPlace | null {
    const { current } = this;
    if (!current) return null;
    const column = current.at.column + by;
    if (column >= 0 && column < this.#columns) return { row: current.at.row, column };
    const row = this.#state.view[this.#placeOf(current.at) + by];
    return row ? { row: row.key, column: by > 0 ? 0 : this.#columns - 1 } : null;
  }

  /** All cells; null where there are none. */
  get all(): Selection | null {
    const { view } = this.#state;
    const [first, last] = [view[0], view.at(-1)];
    if (!first || !last) return null;
    return { at: { row: first.key, column: 0 }, to: { row: last.key, column: this.#columns - 1 } };
  }

  #placeOf({ row }: CellPlace): number {
    return this.#state.places.get(row) ?? 0;
  }
}
