/** Rows that are drawn, of a list too long to draw whole. */
export interface Span {
  readonly from: number;
  /** After the last one. */
  readonly until: number;
}

/**
 * How high each row of a long list is: measured once it was drawn, and until then as high as most. Rows are known by
 * their keys, so that a height stays with its row when the list is read again.
 */
export class RowHeights {
  #usual: number;
  #measured = new Map<string, number>();
  #starts = new Float64Array(1);

  constructor(usual: number) {
    this.#usual = usual;
  }

  /** Takes over what was measured; answers whether anything is other than it was thought. */
  measure(heights: ReadonlyMap<string, number>, usual: number): boolean {
    let changed = false;
    if (usual > 0 && Math.abs(usual - this.#usual) > 0.5) {
      this.#usual = usual;
      changed = true;
    }
    for (const [key, height] of heights) {
      if (Math.abs((this.#measured.get(key) ?? this.#usual) - height) <= 0.5) continue;
      this.#measured.set(key, height);
      changed = true;
    }
    return changed;
  }

  /** Lays the rows out one below the other. */
  lay(keys: readonly string[]): void {
    const starts = new Float64Array(keys.length + 1);
    keys.forEach((key, index) => {
      starts[index + 1] = (starts[index] ?? 0) + (this.#measured.get(key) ?? this.#usual);
    });
    this.#starts = starts;
  }

  /** Where a row begins, from the first one's beginning; of the row after the last, where all end. */
  start(index: number): number {
    return this.#starts[Math.min(index, this.#starts.length - 1)] ?? 0;
  }

  /** The rows between two heights. */
  between(top: number, bottom: number): Span {
    const count = this.#starts.length - 1;
    return { from: Math.max(0, this.#after(top) - 1), until: Math.min(count, this.#after(bottom)) };
  }

  /** The first row that begins after this height. */
  #after(height: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) > height) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** A row to be drawn, and how much empty room there is between it and the one drawn before it. */
export interface DrawnRow<Row> {
  readonly row: Row;
  readonly index: number;
  readonly gap: number;
  /** What it is drawn in: see `Places`. */
  readonly place: string;
}

/**
 * What the rows of a long list are drawn in. A row keeps its place for as long as it is drawn, and with it the focus; one
 * that is scrolled to takes the place of one that is scrolled away: to say other words in it is quicker than to make one.
 */
export class RowPlaces {
  #places = new Map<string, string>();
  #count = 0;

  /**
   * The places of the rows with these keys.
   *
   * @param scrolled the list is the same as before. Where it is not, nothing takes the place of a row that has gone: it
   *   may have had the focus
   */
  next(keys: readonly string[], scrolled: boolean): readonly string[] {
    const free = scrolled ? this.#left(new Set(keys)) : [];
    let stayed = 0;
    const places = keys.map((key) => {
      const own = this.#places.get(key);
      if (own !== undefined) stayed += 1;
      return own ?? free[stayed]?.shift() ?? `place ${(this.#count += 1)}`;
    });
    this.#places = new Map(keys.map((key, at) => [key, places[at] ?? '']));
    return places;
  }

  /**
   * The places that are left, by how many rows before them stay: taken only between the same rows, they need not be
   * moved, and neither need those rows, one of which may have the focus.
   */
  #left(stay: ReadonlySet<string>): string[][] {
    const freePlaces: string[][] = [[]];
    for (const [key, place] of this.#places) {
      if (stay.has(key)) freePlaces.push([]);
      else freePlaces.at(-1)?.push(place);
    }
    return freePlaces;
  }
}

/** Rows with the room between them. What stays as it was is the same object, and is not drawn again. */
export class DrawnRows<Row> {
  #before = new Map<Row, DrawnRow<Row>>();

  next(
    rows: readonly Row[],
    places: readonly { readonly index: number; readonly place: string }[],
    room: (from: number, until: number) => number,
  ): readonly DrawnRow<Row>[] {
    let end = 0;
    const drawn = places.flatMap(({ index, place }) => {
      const row = rows[index];
      if (row === undefined) return [];
      const gap = index > end ? room(end, index) : 0;
      end = index + 1;
      const before = this.#before.get(row);
      const same = before?.index === index && before.gap === gap && before.place === place;
      return [same ? before : { row, index, gap, place }];
    });
    this.#before = new Map(drawn.map((one) => [one.row, one]));
    return drawn;
  }
}

/**
 * How high the rows of a table are that are drawn, by their keys: a row with what stands below it, up to the next row
 * or the next empty room.
 */
export function heightsIn(rows: Iterable<HTMLTableRowElement>): ReadonlyMap<string, number> {
  const heights = new Map<string, number>();
  let key = '';
  for (const row of rows) {
    key = row.dataset['key'] ?? (row.dataset['gap'] === undefined ? key : '');
    if (key !== '') heights.set(key, (heights.get(key) ?? 0) + row.getBoundingClientRect().height);
  }
  return heights;
}
