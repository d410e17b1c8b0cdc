import type {
  EditedRow,
  FormerRows,
  FormerTable,
  LostRow,
  TableEntry,
  TableKind,
  TableSaved,
  TableView,
} from '../../../contract/configuration-tables.ts';
import type { Failure } from '../../../contract/failure.ts';
import { call } from '../../api.ts';
import { GridModel } from '../../ui/grid/grid-model.svelte.ts';
import { Listing } from '../../ui/list/listing.svelte.ts';
import { gridColumns } from './column-names.ts';
import { Review } from './review.svelte.ts';
import { rowProblems } from './row-problems.ts';
import { carriedOver, cellsIn, editedRows, openedRows, rowsInPlace, withLost } from './table-rows.ts';

/** What is known of a table after it was saved: whether it is there as it was sent. */
export type SavedState = 'asSent' | 'differs' | 'notRead';

function modelOf(view: TableView): GridModel {
  const model = new GridModel(gridColumns(view.kind, view.columns), rowProblems(view.kind, view.columns));
  model.load(openedRows(view.rows));
  return model;
}

/** An edit of a table, as it is sent. */
export interface Edited {
  readonly kind: TableKind;
  readonly name: string;
  readonly opened: string;
  readonly rows: EditedRow[];
}

/** One table, and the edit of it. It stays while other tables, sections and rooms are open. */
export class OpenTable {
  readonly kind: TableKind;
  readonly name: string;
  readonly entry: TableEntry;
  readonly reading = new Listing<TableView>((signal) =>
    call('configuration.tables.open', { kind: this.kind, name: this.name }, { signal }),
  );
  view = $state.raw<TableView | null>(null);
  model = $state.raw<GridModel | null>(null);
  /** What saving would do, while it is looked at. */
  review = $state.raw<Review | null>(null);
  /** The rows that are told as lost; empty once they were put back or accepted. */
  lost = $state.raw<readonly LostRow[]>([]);
  saved = $state.raw<SavedState | null>(null);
  /** Rows that were lost, or a former table, are in the edit now: they are to be saved. */
  putBack = $state(false);
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);

  constructor(entry: TableEntry) {
    this.kind = entry.kind;
    this.name = entry.name;
    this.entry = entry;
  }

  get isUnsaved(): boolean {
    const { model } = this;
    return model !== null && (model.state.isUnsaved || model.editing !== null);
  }

  /** Reads the table, whatever was read before. What is edited ends with it. */
  async read(): Promise<void> {
    await this.reading.anew();
    const { value } = this.reading;
    if (value) this.#begin(value);
  }

  /** Main does not have the table any more as it was opened: reads it, and puts the edit on it as it is now. */
  async readKeeping(): Promise<void> {
    const before = this.model;
    await this.reading.load();
    const { value, failure } = this.reading;
    if (!before || !value || failure) return;
    this.leaveReview();
    this.#begin(value);
    if (this.model) this.model.replaceAll(carriedOver(before, this.model));
    this.look();
  }

  /** The edit, as it is sent; null before the table is there. */
  get edited(): Edited | null {
    const { model, view } = this;
    if (!model || !view) return null;
    return { kind: this.kind, name: this.name, opened: view.opened, rows: editedRows(model) };
  }

  /** Shows what saving would do. */
  look(): void {
    this.model?.commitText();
    const { edited } = this;
    // What is being read takes the place of the edit.
    if (!edited || this.review || this.reading.loading) return;
    this.review = new Review(edited);
    void this.review.compare();
  }

  /** Back to the edit. */
  leaveReview(): void {
    this.review?.leave();
    this.review = null;
  }

  /** It was saved: from now on the table as it was read back is the one that is edited. */
  async taken({ record, readBack }: TableSaved): Promise<void> {
    this.review = null;
    if (!record) {
      await this.read();
      this.saved = 'notRead';
      return;
    }
    this.#begin(record);
    if (readBack === null) this.saved = 'notRead';
    else this.saved = readBack.length === 0 ? 'asSent' : 'differs';
    if (readBack && readBack.length > 0) this.lost = readBack;
  }

  /** The rows that were lost are in the edit, and are saved with it. */
  putBackLost(): void {
    const { model } = this;
    if (!model || this.reading.loading) return;
    model.replaceAll(withLost(model, this.lost));
    this.lost = [];
    this.putBack = true;
  }

  /** The rows are right as they are now: they are not told again. */
  async acceptLost(): Promise<void> {
    const { view } = this;
    if (!view) return;
    await this.#ask(async () => {
      const reply = await call('configuration.tables.acceptLost', { opened: view.opened });
      if (reply.ok) this.lost = [];
      return reply;
    });
  }

  /** The rows of a former table are in the edit. Answers whether they are. */
  async putBackFormer({ id }: FormerTable): Promise<boolean> {
    const { view, model } = this;
    if (!view || !model || this.reading.loading) return false;
    return this.#ask(async () => {
      const reply = await call('configuration.tables.former', { id, opened: view.opened });
      // Not into a table that was read again meanwhile: its rows have other places.
      if (reply.ok && this.model === model) {
        const { rows, wider } = reply.value;
        const wide = wider ? this.#widen(view, model, wider) : model;
        wide.replaceAll(rowsInPlace(wide, rows));
        this.putBack = true;
      }
      return reply;
    });
  }

  /** The edit is given up: the table is as it was opened. */
  giveUp(): void {
    if (this.view) this.#begin(this.view);
  }

  stop(): void {
    this.reading.stop();
    this.review?.leave();
  }

  async #ask(act: () => Promise<{ readonly ok: true } | { readonly ok: false; readonly failure: Failure }>) {
    if (this.busy) return false;
    this.busy = true;
    this.failure = null;
    const reply = await act();
    this.busy = false;
    if (!reply.ok) this.failure = reply.failure;
    return reply.ok;
  }

  /** The same table and the same edit of it, with more columns: what was edited is one step that can be undone. */
  #widen(view: TableView, before: GridModel, wider: NonNullable<FormerRows['wider']>): GridModel {
    const now = { ...view, ...wider };
    const inColumns = cellsIn(view.columns, now.columns);
    const model = modelOf(now);
    model.replaceAll(before.state.rows.map(({ key, cells }) => ({ key, cells: inColumns(cells) })));
    this.lost = this.lost.map((one) => ({
      ...one,
      saved: one.saved && inColumns(one.saved),
      now: one.now && inColumns(one.now),
    }));
    this.view = now;
    this.model = model;
    return model;
  }

  #begin(view: TableView): void {
    this.view = view;
    this.model = modelOf(view);
    this.lost = view.lost;
    this.putBack = false;
    this.saved = null;
    this.failure = null;
  }
}
