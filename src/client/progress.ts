import { createHash } from 'node:crypto';

/**
 * How far a walk over a list has come, and where it reads next.
 *
 * Each page but the first begins with the last entry of the one before: as long as it does, nothing has moved, and
 * entries are told apart by their place. Where it does not, entries came or went before it; from then on they are
 * told apart by their content, and the walk goes back until a page begins with an entry it knows. All that stands
 * before that one was given already, because what nobody touches keeps its order.
 */
export class ListProgress {
  /** Where the next page begins; null at the end of the list. */
  offset: number | null = 0;
  readonly #pageSize: number;
  readonly #seen = new Set<string>();
  #moved = false;
  /** The next page must begin with an entry that was given. */
  #checked = false;
  /** The entry it begins with unless something moved. */
  #anchor = '';
  #lastPage = '';
  /** How far entries were given by their place. */
  #furthest = 0;
  /** How often nothing was known at the beginning of the list, though it had been read before. */
  #strange = 0;
  /** Pages in a row that brought nothing new. */
  #idle = 0;

  constructor(pageSize: number) {
    this.#pageSize = pageSize;
  }

  /**
   * More pages in a row brought nothing new than it takes to go back through all that was given: the answers contradict
   * each other, and there is no telling where the list ends.
   */
  get isLost(): boolean {
    return this.#idle > 20 + (2 * this.#furthest) / (this.#pageSize - 1);
  }

  /** Takes the page that begins at `offset`, and answers those of its entries that were not given yet. */
  take<T>(items: readonly T[], total: number | null): T[] {
    const fresh = this.#fresh(items, total);
    this.#idle = fresh.length > 0 ? 0 : this.#idle + 1;
    return fresh;
  }

  #fresh<T>(items: readonly T[], total: number | null): T[] {
    const at = this.offset ?? 0;
    const marks = items.map(markOf);
    const [first] = marks;
    if (first === undefined) return this.#empty(at, total);
    if (this.#checked && first !== this.#anchor) this.#moved = true;
    if (this.#checked && !this.#seen.has(first)) return this.#goBack(at);
    if (at === 0 && this.#seen.size > 0 && !marks.some((mark) => this.#seen.has(mark))) this.#strange += 1;

    const skipped = this.#checked ? 1 : 0;
    const fresh = items.filter((_item, index) =>
      this.#moved ? !this.#seen.has(marks[index] ?? '') : index >= skipped,
    );
    for (const mark of marks) this.#seen.add(mark);
    this.#goOn(at, marks, total);
    return fresh;
  }

  /** An empty page, or one without its key, is the end, unless the list became too short to reach here. */
  #empty(at: number, total: number | null): [] {
    if (total === null || total === 0 || total > at) this.offset = null;
    else {
      this.#moved = true;
      this.#read(total - 1);
    }
    return [];
  }

  #goBack(at: number): [] {
    this.#read(Math.max(0, at - this.#pageSize + 1));
    return [];
  }

  /** Reads next from here, where a known entry is expected. */
  #read(offset: number): void {
    this.offset = offset;
    this.#checked = offset > 0;
    this.#anchor = '';
  }

  #goOn(at: number, marks: readonly string[], total: number | null): void {
    const next = at + marks.length;
    const page = marks.join();
    // A service that neither counts nor knows paging gives the same page for ever.
    const stands = at > 0 && total === null && page === this.#lastPage;
    this.#lastPage = page;
    this.#furthest = Math.max(this.#furthest, next);
    if (stands || (total === null ? marks.length < this.#pageSize : next >= total)) this.offset = null;
    // Entries that are others in every answer cannot be known again; of a single one there is none to know the next by.
    else if (this.#strange > 1 || marks.length === 1) {
      this.offset = this.#strange > 1 ? this.#furthest : next;
      this.#checked = false;
    } else {
      this.#read(next - 1);
      this.#anchor = marks.at(-1) ?? '';
    }
  }
}

function markOf(item: unknown): string {
  return createHash('sha1').update(JSON.stringify(item)).digest('base64');
}
