import { cleared, pasted, toggled, withCell, withChanges } from './block-edits.ts';
import { GridRowsState } from './grid-rows.svelte.ts';
import type {
  Block,
  Cells,
  CellProblems,
  CellPlace,
  GridColumn,
  GridRow,
  GridRows,
  NoMoving,
  Selection,
} from './grid-types.ts';
import { fromTsv, toTsv } from './tsv.ts';

/** More rows than these are not taken by a paste. */
const mostRows = 60_000;

const none: CellProblems = new Map();

/** What an act could not do: texts of a paste that did not fit, or rows that cannot be moved now. */
export type GridNote =
  { readonly kind: 'left'; readonly count: number } | { readonly kind: 'noMoving'; readonly why: NoMoving };

/** Where the current cell goes: by so many rows and columns, or to the first or last of them. */
export interface Step {
  readonly rows?: number;
  readonly columns?: number;
}

/** What a grid shows and what is done in it, without anything of the screen: rows, what is selected, and what is typed. */
export class GridModel {
  readonly columns: readonly GridColumn[];
  readonly state = new GridRowsState();
  readonly #problemsOf: (rows: GridRows) => CellProblems;
  #selection = $state.raw<Selection | null>(null);
  /** Where the current row was seen last: what comes in its place once it is gone is the current one then. */
  #lastPlace = 0;
  #made = 0;
  #editing = $state<'over' | 'within' | null>(null);
  /**
   * The cell that is typed in. No state that is watched: a field that is taken away loses the focus in the middle of
   * that, and what is watched still says then what it was before.
   */
  #typingIn: CellPlace | null = null;
  /** What is typed in the current cell. */
  text = $state('');
  /** What the last act could not do, until the next one. */
  note = $state.raw<GridNote | null>(null);
  readonly problems = $derived.by(() => this.#problemsOf(this.state.rows));

  /** What is selected, as far as it is seen; null only where there are no rows. */
  readonly selection = $derived.by((): Selection | null => {
    const { view, places } = this.state;
    const selected = this.#selection;
    if (selected && places.has(selected.at.row) && places.has(selected.to.row)) return selected;
    const row = view[Math.min(this.#lastPlace, view.length - 1)];
    if (!row) return null;
    const at = { row: row.key, column: selected?.at.column ?? 0 };
    return { at, to: at };
  });
  readonly block = $derived.by((): Block | null => {
    const selected = this.selection;
    if (!selected) return null;
    const [one, other] = [this.#placeOf(selected.at), this.#placeOf(selected.to)];
    const columns = [selected.at.column, selected.to.column];
    return {
      top: Math.min(one, other),
      bottom: Math.max(one, other),
      left: Math.min(...columns),
      right: Math.max(...columns),
    };
  });
  /** Why rows cannot be moved now; null where they can. */
  readonly noMoving = $derived.by((): NoMoving | null =>
    this.state.sort ? 'sorted' : this.state.isFiltered ? 'filtered' : null,
  );

  constructor(columns: readonly GridColumn[], problemsOf: (rows: GridRows) => CellProblems = () => none) {
    this.columns = columns;
    this.#problemsOf = problemsOf;
  }

  /** Begins with these rows; what was typed or undone before is forgotten. */
  load(rows: GridRows): void {
    this.cancel();
    this.state.load(rows);
  }

  /** How the current cell is edited: by typing over what was in it, or in its text; null while it is not. */
  get editing(): 'over' | 'within' | null {
    return this.#editing;
  }

  get rowsInBlock(): GridRows {
    const { block } = this;
    return block ? this.state.view.slice(block.top, block.bottom + 1) : [];
  }

  /** The text of the current cell. */
  get current(): string {
    const at = this.selection?.at;
    return (at && this.state.get(at.row)?.cells[at.column]) ?? '';
  }

  select(at: CellPlace, to: CellPlace = at): void {
    this.commitText();
    this.#select({ at, to });
  }

  /** Selects up to this cell from the current one. */
  extendTo(to: CellPlace): void {
    const selected = this.selection;
    if (selected) this.#select({ at: selected.at, to });
  }

  /** Moves the current cell; `extend` moves the other corner of the block instead. Answers whether it is another cell. */
  move({ rows = 0, columns = 0 }: Step, extend = false): boolean {
    const selected = this.selection;
    if (!selected) return false;
    const from = extend ? selected.to : selected.at;
    const place = within(this.#placeOf(from) + rows, this.state.view.length);
    const row = this.state.view[place]?.key ?? from.row;
    const next = { row, column: within(from.column + columns, this.columns.length) };
    const isMoved = next.row !== from.row || next.column !== from.column;
    if (extend) this.extendTo(next);
    else this.select(next);
    return isMoved;
  }

  /** To the next cell in the reading order, or the one before; false at the end of the grid. */
  tab(by: 1 | -1): boolean {
    const selected = this.selection;
    if (!selected) return false;
    const column = selected.at.column + by;
    if (column >= 0 && column < this.columns.length) return this.move({ columns: by });
    const row = this.state.view[this.#placeOf(selected.at) + by];
    if (!row) return false;
    this.select({ row: row.key, column: by > 0 ? 0 : this.columns.length - 1 });
    return true;
  }

  selectAll(): void {
    const { view } = this.state;
    const [first, last] = [view[0], view.at(-1)];
    if (first && last)
      this.select({ row: first.key, column: 0 }, { row: last.key, column: this.columns.length - 1 });
  }

  /** Selects the rows of the block whole. */
  selectRows(): void {
    const selected = this.selection;
    if (selected)
      this.select({ ...selected.at, column: 0 }, { ...selected.to, column: this.columns.length - 1 });
  }

  /** Begins to edit the current cell, where it can be edited; answers whether it does. */
  edit(how: 'over' | 'within', text: string = this.current): boolean {
    const at = this.selection?.at;
    if (!at || this.columns[at.column]?.kind !== 'text') return false;
    this.#typingIn = at;
    this.#editing = how;
    this.text = text;
    return true;
  }

  /** What is typed is in the cell now; one step back brings the former text. */
  commitText(): void {
    const at = this.#typingIn;
    if (!at) return;
    const { text } = this;
    this.cancel();
    this.setCell(at, text);
  }

  /** The cell stays as it was. */
  cancel(): void {
    this.#typingIn = null;
    this.#editing = null;
    this.text = '';
  }

  setCell({ row, column }: CellPlace, text: string): void {
    const before = this.state.get(row);
    if (!before) return;
    const cells = withCell(before.cells, column, text, this.columns);
    if (cells !== before.cells) this.#change(new Map([[row, cells]]));
  }

  clear(): void {
    if (this.block) this.#change(cleared(this.state.view, this.block, this.columns));
  }

  /** Space on a flag: the rows of the block get the other value. */
  toggle(column: number): void {
    if (this.block) this.#change(toggled(this.state.view, this.block, column));
  }

  /** The block as a spreadsheet takes it. */
  copy(): string {
    const { block } = this;
    return block ? toTsv(this.rowsInBlock.map(({ cells }) => cells.slice(block.left, block.right + 1))) : '';
  }

  paste(text: string): void {
    if (text === '') return;
    this.commitText();
    const { view, rows } = this.state;
    const block = this.block ?? { top: 0, bottom: 0, left: 0, right: 0 };
    const newRow = (): GridRow => this.#newRow();
    const done = pasted(
      { view, block, columns: this.columns },
      fromTsv(text),
      newRow,
      mostRows - rows.length,
    );
    this.note = done.left > 0 ? { kind: 'left', count: done.left } : null;
    const all = [...view, ...done.added];
    const [first, last] = [all[done.block.top], all[done.block.bottom]];
    const after = first &&
      last && {
        at: { row: first.key, column: done.block.left },
        to: { row: last.key, column: done.block.right },
      };
    this.state.place(done.added, null);
    this.#commit([...withChanges(rows, done.changes), ...done.added], after ?? null);
  }

  /** An empty row below the current one. */
  addRow(): void {
    this.commitText();
    this.#insert([this.#newRow()], this.selection?.to.row ?? null, this.#firstText);
  }

  /** The rows of the block once more, below them. */
  duplicate(): void {
    this.commitText();
    const copies = this.rowsInBlock.map(({ cells }) => ({ ...this.#newRow(), cells }));
    this.#insert(copies, this.rowsInBlock.at(-1)?.key ?? null, this.#firstText);
  }

  removeRows(): void {
    this.commitText();
    const keys = new Set(this.rowsInBlock.map(({ key }) => key));
    const { block } = this;
    if (keys.size === 0 || !block) return;
    const { view, rows } = this.state;
    const next = view[block.bottom + 1] ?? view[block.top - 1];
    const at = next && { row: next.key, column: this.selection?.at.column ?? 0 };
    this.#lastPlace = block.top;
    this.#commit(
      rows.filter(({ key }) => !keys.has(key)),
      at ? { at, to: at } : null,
    );
  }

  /** Moves the rows of the block by one place; false where they cannot be, or are at the end. */
  moveRows(by: 1 | -1): boolean {
    const { block } = this;
    if (!block) return false;
    return this.moveRowsTo(by > 0 ? block.bottom + 2 : block.top - 1);
  }

  /** Moves the rows of the block to before the row that is in this place now. */
  moveRowsTo(place: number): boolean {
    this.commitText();
    const { block, noMoving: why } = this;
    const { rows } = this.state;
    this.note = why ? { kind: 'noMoving', why } : null;
    if (!block || why || place < 0 || place > rows.length) return false;
    const moving = rows.slice(block.top, block.bottom + 1);
    const others = [...rows.slice(0, block.top), ...rows.slice(block.bottom + 1)];
    const at = place > block.bottom ? place - moving.length : Math.min(place, block.top);
    return this.#commit([...others.slice(0, at), ...moving, ...others.slice(at)], this.selection);
  }

  /** Other rows in the place of all, as one step. */
  replaceAll(rows: GridRows): void {
    this.commitText();
    this.state.place(rows, null);
    this.#commit(rows, this.selection);
  }

  undo(): void {
    this.#restore(this.state.undo());
  }

  redo(): void {
    this.#restore(this.state.redo());
  }

  /** A row with the values that a new one has. */
  newRow(cells: Cells = this.columns.map(({ fresh }) => fresh)): GridRow {
    return { ...this.#newRow(), cells };
  }

  get #firstText(): number {
    return Math.max(
      0,
      this.columns.findIndex(({ kind }) => kind === 'text'),
    );
  }

  #newRow(): GridRow {
    this.#made += 1;
    return { key: `new ${this.#made}`, cells: this.columns.map(({ fresh }) => fresh) };
  }

  #insert(fresh: GridRows, after: string | null, column: number): void {
    const [first, last] = [fresh[0], fresh.at(-1)];
    if (!first || !last) return;
    const { rows } = this.state;
    const at = after === null ? rows.length : rows.findIndex(({ key }) => key === after) + 1;
    const to = { row: last.key, column: fresh.length > 1 ? this.columns.length - 1 : column };
    const from = { row: first.key, column: fresh.length > 1 ? 0 : column };
    this.state.place(fresh, after);
    this.#commit([...rows.slice(0, at), ...fresh, ...rows.slice(at)], { at: from, to });
  }

  #change(changes: ReadonlyMap<string, Cells>): void {
    this.#commit(withChanges(this.state.rows, changes), this.selection);
  }

  #commit(next: GridRows, after: Selection | null): boolean {
    const isChanged = this.state.commit(next, { before: this.selection, after });
    if (after) this.#select(after);
    return isChanged;
  }

  #restore(done: { readonly selection: Selection | null } | null): void {
    this.cancel();
    if (done?.selection) this.#select(done.selection);
  }

  #select(selection: Selection): void {
    this.#selection = selection;
    const place = this.state.places.get(selection.at.row);
    if (place !== undefined) this.#lastPlace = place;
  }

  #placeOf({ row }: CellPlace): number {
    return this.state.places.get(row) ?? 0;
  }
}

const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));
