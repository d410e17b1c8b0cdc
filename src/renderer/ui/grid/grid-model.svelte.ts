import { cleared, pasted, toggled, withChanges } from './block-edits.ts';
import { GridCells } from './grid-cells.svelte.ts';
import type { Cells, GridRow, GridRows, NoMoving, Selection } from './grid-types.ts';
import { rowsWithout } from './row-maps.ts';
import { fromTsv, toTsv } from './tsv.ts';

/** More rows than these are not taken by a paste. */
const mostRows = 60_000;

/** What a grid shows and what is done in it, without anything of the screen: blocks and rows are changed, and changed back. */
export class GridModel extends GridCells {
  #made = 0;

  /** Why rows cannot be moved now; null where they can. */
  readonly noMoving = $derived.by((): NoMoving | null =>
    this.state.sort ? 'sorted' : this.state.isFiltered ? 'filtered' : null,
  );

  clear(): void {
    if (this.block) this.change(cleared(this.state.view, this.block, this.columns));
  }

  /** Space on a flag: the rows of the block get the other value. */
  toggle(column: number): void {
    if (this.block) this.change(toggled(this.state.view, this.block, column));
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
    this.commit([...withChanges(rows, done.changes), ...done.added], after ?? null);
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
    const { block, rowsInBlock } = this;
    if (!block) return;
    const { view, rows } = this.state;
    const next = view[block.bottom + 1] ?? view[block.top - 1];
    const at = next && { row: next.key, column: this.selection?.at.column ?? 0 };
    this.selected.leave(block.top);
    this.commit(rowsWithout(rows, rowsInBlock), at ? { at, to: at } : null);
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
    return this.commit([...others.slice(0, at), ...moving, ...others.slice(at)], this.selection);
  }

  /** Other rows in the place of all, as one step. */
  replaceAll(rows: GridRows): void {
    this.commitText();
    this.state.place(rows, null);
    this.commit(rows, this.selection);
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
    this.commit([...rows.slice(0, at), ...fresh, ...rows.slice(at)], { at: from, to });
  }

  #restore(done: { readonly selection: Selection | null } | null): void {
    this.cancel();
    if (done?.selection) this.selected.choose(done.selection);
  }
}
