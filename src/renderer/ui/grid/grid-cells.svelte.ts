import { oneChange, withCell, withChanges } from './block-edits.ts';
import { GridRowsState } from './grid-rows.svelte.ts';
import { GridSelection, type Step } from './grid-selection.svelte.ts';
import type {
  Block,
  Cells,
  CellProblems,
  CellPlace,
  GridColumn,
  GridRows,
  NoMoving,
  Selection,
} from './grid-types.ts';

const none: CellProblems = new Map();

/** What an act could not do: texts of a paste that did not fit, or rows that cannot be moved now. */
export type GridNote =
  { readonly kind: 'left'; readonly count: number } | { readonly kind: 'noMoving'; readonly why: NoMoving };

/** The cells of a grid: its rows, which of them are selected, and what is typed in the current one. */
export class GridCells {
  readonly columns: readonly GridColumn[];
  readonly state = new GridRowsState();
  readonly #problemsOf: (rows: GridRows) => CellProblems;
  protected readonly selected: GridSelection;
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

  constructor(columns: readonly GridColumn[], problemsOf: (rows: GridRows) => CellProblems = () => none) {
    this.columns = columns;
    this.#problemsOf = problemsOf;
    this.selected = new GridSelection(this.state, columns.length);
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

  /** What is selected; null only where there are no rows. */
  get selection(): Selection | null {
    return this.selected.current;
  }

  get block(): Block | null {
    return this.selected.block;
  }

  get rowsInBlock(): GridRows {
    return this.selected.rows;
  }

  /** The text of the current cell. */
  get current(): string {
    const at = this.selection?.at;
    return (at && this.state.get(at.row)?.cells[at.column]) ?? '';
  }

  select(at: CellPlace, to: CellPlace = at): void {
    this.commitText();
    this.selected.choose({ at, to });
  }

  /** Selects up to this cell from the current one. */
  extendTo(to: CellPlace): void {
    const selected = this.selection;
    if (selected) this.selected.choose({ at: selected.at, to });
  }

  /** Moves the current cell; `extend` moves the other corner of the block instead. */
  move(step: Step, extend = false): void {
    const selected = this.selection;
    if (!selected) return;
    const next = this.selected.after(step, extend ? selected.to : selected.at);
    if (extend) this.extendTo(next);
    else this.select(next);
  }

  /** To the next cell in the reading order, or the one before; false at the end of the grid. */
  tab(by: 1 | -1): boolean {
    const next = this.selected.next(by);
    if (next) this.select(next);
    return next !== null;
  }

  selectAll(): void {
    const { all } = this.selected;
    if (all) this.select(all.at, all.to);
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
    if (cells !== before.cells) this.change(oneChange(row, cells));
  }

  /** New cells of rows, as one step. */
  protected change(changes: ReadonlyMap<string, Cells>): void {
    this.commit(withChanges(this.state.rows, changes), this.selection);
  }

  /** One step that can be undone, and what is selected after it; answers whether anything changed. */
  protected commit(next: GridRows, after: Selection | null): boolean {
    const isChanged = this.state.commit(next, { before: this.selection, after });
    if (after) this.selected.choose(after);
    return isChanged;
  }
}
