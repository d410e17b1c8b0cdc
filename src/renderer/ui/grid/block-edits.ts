import type { Block, Cells, GridColumn, GridRow, GridRows } from './grid-types.ts';

/** New cells of rows, by the keys of the rows; none where nothing changes. */
export type CellChanges = ReadonlyMap<string, Cells>;

const yes = new Set(['true', '1', 'yes', 'x']);
const no = new Set(['false', '0', 'no']);

/** A text as a flag's cell; null where it is none. A spreadsheet writes them in capitals. */
export function flagOf(text: string): string | null {
  const word = text.trim().toLowerCase();
  if (word === '') return '';
  return yes.has(word) ? 'true' : no.has(word) ? 'false' : null;
}

/** The cells with a text in one of them; the same cells where the column does not take it. */
export function withCell(cells: Cells, column: number, text: string, columns: readonly GridColumn[]): Cells {
  const kind = columns[column]?.kind ?? 'readonly';
  const value = kind === 'flag' ? flagOf(text) : kind === 'text' ? text : null;
  return value === null || cells[column] === value ? cells : cells.with(column, value);
}

/** The rows with these cells. What does not change stays the same object. */
export function withChanges(rows: GridRows, changes: CellChanges): GridRows {
  if (changes.size === 0) return rows;
  return rows.map((row) => {
    const cells = changes.get(row.key);
    return cells === undefined || cells === row.cells ? row : { key: row.key, cells };
  });
}

/** Empties a block. A flag has no empty cell of its own: it is left as it is. */
export function cleared(view: GridRows, block: Block, columns: readonly GridColumn[]): CellChanges {
  const changes = new Map<string, Cells>();
  for (const { key, cells } of view.slice(block.top, block.bottom + 1)) {
    let next = cells;
    for (let column = block.left; column <= block.right; column += 1)
      if (columns[column]?.kind === 'text') next = withCell(next, column, '', columns);
    if (next !== cells) changes.set(key, next);
  }
  return changes;
}

/** Sets every flag of a column in a block of rows: to what most of them are not. */
export function toggled(view: GridRows, block: Block, column: number): CellChanges {
  const rows = view.slice(block.top, block.bottom + 1);
  const value = rows.every(({ cells }) => cells[column] === 'true') ? 'false' : 'true';
  return new Map(
    rows
      .filter(({ cells }) => cells[column] !== value)
      .map(({ key, cells }) => [key, cells.with(column, value)]),
  );
}

export interface Pasted {
  readonly changes: CellChanges;
  /** Rows that were added, as there were not enough. */
  readonly added: GridRows;
  /** The block that was written to. */
  readonly block: Block;
  /** Texts that did not fit: more columns than there are, or a column that does not take them. */
  readonly left: number;
}

/**
 * Writes texts into what is seen, from the first cell of a block. One cell fills the block, and so do several as often as
 * they go into it. Where there are more rows of texts than rows, rows are added.
 *
 * @param newRow makes an empty row
 * @param mostAdded so many rows at most are added
 */
export function pasted(
  { view, block, columns }: { view: GridRows; block: Block; columns: readonly GridColumn[] },
  texts: readonly Cells[],
  newRow: () => GridRow,
  mostAdded: number,
): Pasted {
  const wide = Math.max(1, ...texts.map(({ length }) => length));
  const height = timesIn(block.bottom - block.top + 1, texts.length);
  const width = timesIn(block.right - block.left + 1, wide);
  const changes = new Map<string, Cells>();
  const added: GridRow[] = [];
  let left = 0;
  for (let down = 0; down < height; down += 1) {
    const line = texts[down % texts.length] ?? [];
    const existing = view[block.top + down];
    if (!existing && added.length >= mostAdded) {
      left += line.length;
      continue;
    }
    const row = existing ?? newRow();
    let { cells } = row;
    for (let across = 0; across < width; across += 1) {
      const text = line[across % wide];
      const column = block.left + across;
      if (text === undefined) continue;
      if (!takes(columns[column], text, cells[column])) left += 1;
      else cells = withCell(cells, column, text, columns);
    }
    if (!existing) added.push({ key: row.key, cells });
    else if (cells !== row.cells) changes.set(row.key, cells);
  }
  const bottom = Math.max(block.top, Math.min(block.top + height, view.length + added.length) - 1);
  const right = Math.min(block.left + width, columns.length) - 1;
  return { changes, added, block: { ...block, bottom, right }, left };
}

/** As many as there is room for, in whole times. */
const timesIn = (room: number, size: number): number => (room > size && room % size === 0 ? room : size);

/** Whether a column takes a text, or has it already. */
function takes(column: GridColumn | undefined, text: string, cell: string | undefined): boolean {
  if (!column) return text === '';
  if (column.kind === 'flag') return flagOf(text) !== null;
  return column.kind === 'text' || text === cell;
}
