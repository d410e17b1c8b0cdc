import { formatLocale } from '../format.ts';
import type { Cells, GridRow, GridRows, Selection, Sort } from './grid-types.ts';
import { History, inverse, patchBetween, patched, type Patch } from './history.ts';
import { hiddenBy, orderBy, withNew } from './row-order.ts';

/** What of the rows differs from the rows as they were loaded. */
export interface Unsaved {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly reordered: boolean;
}

const nothing: Unsaved = { added: 0, changed: 0, removed: 0, reordered: false };

function unsavedOf(base: ReadonlyMap<string, Cells>, rows: GridRows): Unsaved {
  let [added, changed, at] = [0, 0, 0];
  let reordered = false;
  const places = new Map([...base.keys()].map((key, index) => [key, index]));
  for (const { key, cells } of rows) {
    const was = base.get(key);
    if (!was) {
      added += 1;
      continue;
    }
    if (was !== cells && !sameCells(was, cells)) changed += 1;
    const place = places.get(key) ?? 0;
    if (place < at) reordered = true;
    at = place;
  }
  const removed = base.size - (rows.length - added);
  return added + changed + removed > 0 || reordered ? { added, changed, removed, reordered } : nothing;
}

export const sameCells = (one: Cells, other: Cells): boolean =>
  one === other || (one.length === other.length && one.every((cell, index) => cell === other[index]));

/**
 * The rows of a grid: as they will be saved, as they were loaded, the steps between, and which of them are seen in which
 * order. Filtering and sorting change only what is seen.
 */
export class GridRowsState {
  /** In the order in which they are saved. */
  rows = $state.raw<GridRows>([]);
  #base = $state.raw<ReadonlyMap<string, Cells>>(new Map());
  #history = $state.raw(new History());
  /** The keys of rows that the filter hides. A row that came after it was set is seen, whatever is in it. */
  #hidden = $state.raw<ReadonlySet<string> | null>(null);
  /** The keys in the order that is sorted by; null for the order that is saved. */
  #order = $state.raw<readonly string[] | null>(null);
  filter = $state('');
  sort = $state.raw<Sort | null>(null);
  #asked = { filter: 0, sort: 0 };

  readonly #byKey = $derived.by(() => {
    const byKey = new Map<string, GridRow>();
    for (const row of this.rows) byKey.set(row.key, row);
    return byKey;
  });
  /** What is seen, in the order in which it is seen. */
  readonly view = $derived.by((): GridRows => {
    const hidden = this.#hidden;
    const order = this.#order;
    const rows = order ? order.flatMap((key) => this.#byKey.get(key) ?? []) : this.rows;
    return hidden ? rows.filter(({ key }) => !hidden.has(key)) : rows;
  });
  readonly places = $derived.by((): ReadonlyMap<string, number> => {
    const places = new Map<string, number>();
    this.view.forEach(({ key }, index) => places.set(key, index));
    return places;
  });
  readonly isFiltered = $derived.by(() => this.#hidden !== null);
  readonly unsaved = $derived.by(() => unsavedOf(this.#base, this.rows));
  readonly isUnsaved = $derived(this.unsaved !== nothing);
  readonly canUndo = $derived.by(() => this.#history.done.length > 0);
  readonly canRedo = $derived.by(() => this.#history.undone.length > 0);

  /** These rows are what is saved: nothing of it is to be undone. The filter and the order that is seen stay. */
  load(rows: GridRows): void {
    this.#base = new Map(rows.map(({ key, cells }) => [key, cells]));
    this.rows = rows;
    this.#history = new History();
    void this.setFilter(this.filter);
    void this.setSort(this.sort);
  }

  get(key: string): GridRow | undefined {
    return this.#byKey.get(key);
  }

  /** The row as it was loaded. */
  was(key: string): Cells | undefined {
    return this.#base.get(key);
  }

  stateOf({ key, cells }: GridRow): 'added' | 'changed' | null {
    const was = this.#base.get(key);
    if (!was) return 'added';
    return sameCells(was, cells) ? null : 'changed';
  }

  /** One step that can be undone; answers whether anything changed. */
  commit(
    next: GridRows,
    selected: { readonly before: Selection | null; readonly after: Selection | null },
  ): boolean {
    const patch = patchBetween(this.rows, next);
    if (patch.removed.length + patch.inserted.length === 0) return false;
    this.#history = this.#history.with({ ...patch, ...selected });
    this.rows = next;
    return true;
  }

  /** Shows rows that are new in an order that is sorted by: after a row, or at the end. */
  place(fresh: GridRows, after: string | null): void {
    if (!this.#order) return;
    this.#order = withNew(
      this.#order,
      fresh.map(({ key }) => key),
      after,
    );
  }

  /** Takes the last step back; answers what was selected before it, and null where there is none. */
  undo(): { readonly selection: Selection | null } | null {
    const found = this.#history.back();
    if (!found) return null;
    this.#history = found.left;
    this.#take(inverse(found.step));
    return { selection: found.step.before };
  }

  redo(): { readonly selection: Selection | null } | null {
    const found = this.#history.forth();
    if (!found) return null;
    this.#history = found.left;
    this.#take(found.step);
    return { selection: found.step.after };
  }

  /** Hides the rows that do not have a text; with an empty text all are seen. Resolves when they are. */
  async setFilter(text: string): Promise<void> {
    const asked = (this.#asked.filter += 1);
    this.filter = text;
    if (text.trim() === '') this.#hidden = null;
    else this.#hidden = (await hiddenBy(this.rows, text, () => asked !== this.#asked.filter)) ?? this.#hidden;
  }

  /** Shows the rows in the order of a column; with null in the order that is saved. Resolves when they are. */
  async setSort(sort: Sort | null): Promise<void> {
    const asked = (this.#asked.sort += 1);
    this.sort = sort;
    const isOver = (): boolean => asked !== this.#asked.sort;
    if (!sort) this.#order = null;
    else this.#order = (await orderBy(this.rows, sort, formatLocale(), isOver)) ?? this.#order;
  }

  #take(patch: Patch): void {
    this.place(patch.inserted, null);
    this.rows = patched(this.rows, patch);
  }
}
