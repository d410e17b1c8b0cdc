/** Something that is due at a moment: those of one moment in the order that was dealt out to them. */
export interface Timed {
  readonly at: number;
  readonly order: number;
  readonly nth: number;
}

const sooner = (one: Timed, other: Timed): boolean =>
  one.at !== other.at
    ? one.at < other.at
    : one.order !== other.order
      ? one.order < other.order
      : one.nth < other.nth;

/** What waits for its time, the soonest first: a binary heap. */
export class Timers<T extends Timed> {
  readonly #heap: T[] = [];

  get next(): T | undefined {
    return this.#heap[0];
  }

  put(timer: T): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !sooner(timer, above)) break;
      heap[at] = above;
      at = parent;
    }
    heap[at] = timer;
  }

  /** Takes out the soonest. */
  take(): T | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      const remaining = heap[child];
      if (remaining === undefined) break;
      const right = heap[child + 1];
      if (right !== undefined && sooner(right, remaining)) child += 1;
      const least = heap[child];
      if (least === undefined || !sooner(least, last)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
