import { formatLocale } from '../format.ts';
import type { Cells, GridRow, GridRows, Selection, Sort } from './grid-types.ts';
import { History, inverse, patchBetween, patched, type Patch } from './history.ts';
import { cellsByKey, nothingUnsaved, placesOf, rowsByKey, sameCells, unsavedOf } from './row-maps.ts';
import { hiddenBy, orderBy, withNew } from './row-order.ts';

/**
 * The rows of a grid: as they will be saved, as they were loaded, the steps between, and which of them are seen in which
 * order. Filtering and sorting change only what is seen.
 */
export class GridRowsState {
  /** In the order in which they are saved. */
  rows = $state.raw<GridRows>([]);
  #base = $state.raw<GridRows>([]);
  #history = $state.raw(new History());
  /** The keys of rows that the filter hides. A row that came after it was set is seen, whatever is in it. */
  #hidden = $state.raw<ReadonlySet<string> | null>(null);
  /** The keys in the order that is sorted by; null for the order that is saved. */
  #order = $state.raw<readonly string[] | null>(null);
  filter = $state('');
  sort = $state.raw<Sort | null>(null);
  #asked = { filter: 0, sort: 0 };

  readonly #baseCells = $derived.by(() => cellsByKey(this.#base));
  readonly #byKey = $derived.by(() => rowsByKey(this.rows));
  /** What is seen, in the order in which it is seen. */
  readonly view = $derived.by((): GridRows => {
    const hidden = this.#hidden;
    const order = this.#order;
    const rows = order ? order.flatMap((key) => this.#byKey.get(key) ?? []) : this.rows;
    return hidden ? rows.filter(({ key }) => !hidden.has(key)) : rows;
  });
  readonly places = $derived.by(() => placesOf(this.view));
  readonly isFiltered = $derived.by(() => this.#hidden !== null);
  readonly unsaved = $derived.by(() => unsavedOf(this.#base, this.#baseCells, this.rows));
  readonly isUnsaved = $derived(this.unsaved !== nothingUnsaved);
  readonly canUndo = $derived.by(() => this.#history.done.length > 0);
  readonly canRedo = $derived.by(() => this.#history.undone.length > 0);

  /** These rows are what is saved: nothing of it is to be undone. The filter and the order that is seen stay. */
  load(rows: GridRows): void {
    this.#base = rows;
    this.rows = rows;
    this.#history = new History();
    void this.setFilter(this.filter);
    void this.setSort(this.sort);
  }

  /** The rows as they were loaded. */
  get loaded(): GridRows {
    return this.#base;
  }

  get(key: string): GridRow | undefined {
    return this.#byKey.get(key);
  }

  /** The row as it was loaded. */
  was(key: string): Cells | undefined {
    return this.#baseCells.get(key);
  }

  stateOf({ key, cells }: GridRow): 'added' | 'changed' | null {
    const was = this.#baseCells.get(key);
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
