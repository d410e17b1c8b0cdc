import type { FeeTransactionRow, SliceRead } from '../../../contract/reports.ts';

/** What the slices gave so far. The same transaction may be in two of them, where days end: it is counted once. */
export class CollectedRows {
  #byKey = new Map<string, FeeTransactionRow>();
  #short = new Set<string>();

  add({ rows, short }: Pick<SliceRead, 'rows' | 'short'>): void {
    for (const row of rows) this.#byKey.set(row.key, row);
    for (const day of short) this.#short.add(day);
  }

  get size(): number {
    return this.#byKey.size;
  }

  get rows(): readonly FeeTransactionRow[] {
    return [...this.#byKey.values()];
  }

  /** Days of which the library system has more than it gave. */
  get short(): readonly string[] {
    return [...this.#short].toSorted();
  }

  clear(): void {
    this.#byKey.clear();
    this.#short.clear();
  }
}
