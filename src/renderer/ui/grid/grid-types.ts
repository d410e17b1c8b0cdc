/** A column of a grid. A flag's cells are `true`, `false`, or `''` where a row has none. */
export interface GridColumn {
  readonly id: string;
  readonly label: string;
  readonly kind: 'text' | 'flag' | 'readonly';
  /** What a new row has in it. */
  readonly fresh: string;
  /** Codes, in Mono and from left to right. */
  readonly code?: boolean;
}

export type Cells = readonly string[];

/** A row: never changed, only replaced by one with the same key. */
export interface GridRow {
  readonly key: string;
  readonly cells: Cells;
}

export type GridRows = readonly GridRow[];

/** A cell, by its row's key and its column's place. */
export interface CellPlace {
  readonly row: string;
  readonly column: number;
}

/** The current cell, and the opposite corner of the block that is selected with it. */
export interface Selection {
  readonly at: CellPlace;
  readonly to: CellPlace;
}

/** A block of cells, by places in what is seen; the last ones are inside. */
export interface Block {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** A column that is sorted by. */
export interface Sort {
  readonly column: number;
  readonly descending: boolean;
}

/** What is wrong or odd in cells, in words, by the keys of rows and the places of columns. */
export type CellProblems = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** Why rows cannot be moved now: another order is shown than the one that is saved, or not all of the rows. */
export type NoMoving = 'sorted' | 'filtered';
