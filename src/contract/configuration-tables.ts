import * as z from 'zod';
import type { Accepted } from './common.ts';
import { Id, Intent } from './common.ts';
import { asks, type Call } from './define.ts';

/** The two kinds of table that the service has. Source: Configuration objects. */
const TableKind = z.enum(['code', 'mapping']);
export type TableKind = z.output<typeof TableKind>;

/** A table as it is listed. */
export interface TableEntry {
  readonly kind: TableKind;
  readonly name: string;
  readonly description: string;
  readonly subsystem: string;
}

/** A column: a field that rows of this table have. */
export interface TableColumn {
  readonly field: string;
  /** Its cells are `true`, `false`, or `''` where a row has none. */
  readonly flag: boolean;
  /** A field that we do not know how to write is shown, and goes back as it came. */
  readonly editable: boolean;
}

/** A row as it is edited: its texts in the order of the columns. */
const TableRow = z.object({
  /** Its place in the table as it was opened; null for a new row. */
  from: z.int().min(0).nullable(),
  cells: z.array(z.string().max(4000)).max(40),
});
export type TableRow = z.output<typeof TableRow>;
export type Cells = TableRow['cells'];

/** The same, as it is sent: without its cells where it is as it was opened, so that a long table is no long message. */
const EditedRow = TableRow.extend({ cells: TableRow.shape.cells.nullable() }).refine(
  ({ from, cells }) => from !== null || cells !== null,
);
export type EditedRow = z.output<typeof EditedRow>;

/**
 * A row that is not as it was saved at this station: changed, gone, or one that was dropped and is there again. Only
 * of what is read back at once also one that nobody here knows of. A row of somebody else's that our save overwrote is
 * told at their station: the service does not say that it was there.
 */
export interface LostRow {
  readonly what: 'oursChanged' | 'oursGone' | 'oursBack' | 'theirsAdded';
  /** Its place among the rows; of a row that is gone, the place to which it is put back. */
  readonly row: number;
  /** As it was saved, and as it is now; null where it is not there. */
  readonly saved: Cells | null;
  readonly now: Cells | null;
}

/** A table as it was before it was replaced from this station. */
export interface FormerTable {
  readonly id: string;
  readonly at: string;
  readonly rowCount: number;
}

/** A table that was opened. */
export interface TableView extends TableEntry {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Names the table as it was read, for `compare` and `save`. */
  readonly opened: string;
  /** What was saved here and is not so any more: told each time until it is put back or accepted. */
  readonly lost: readonly LostRow[];
  readonly former: readonly FormerTable[];
}

/**
 * The rows of a former table, in columns that both it and the table as it was opened have. `wider`: the table as it was
 * opened in these columns, with its name for `compare` and `save`; null where it has them all.
 */
export interface FormerRows {
  readonly rows: readonly TableRow[];
  readonly wider: Pick<TableView, 'opened' | 'columns' | 'rows'> | null;
}

/** A row that was added or dropped, or one that was changed with what it was. */
export interface RowChange {
  readonly before: Cells | null;
  readonly after: Cells | null;
}

/** A row that both sides changed, and not to the same. It is listed also once it was chosen. */
export interface RowConflict {
  readonly key: string;
  readonly was: Cells | null;
  readonly mine: Cells | null;
  readonly theirs: Cells | null;
}

/** Why a row cannot be saved, or is odd (`sameButForCase`, `blanks`): its place among the rows sent. */
export interface RowProblem {
  readonly row: number;
  readonly field: string;
  readonly why: 'noCode' | 'twice' | 'tooLong' | 'sameButForCase' | 'blanks';
  /** It only wants to be looked at. */
  readonly isWarning: boolean;
}

/** What saving would do, against the table as it is now. Conflicts without a choice are in no other list. */
export interface TableDifference {
  /** Names the read that this is the difference to: `save` wants it. */
  readonly against: string;
  readonly added: readonly RowChange[];
  readonly changed: readonly RowChange[];
  readonly dropped: readonly RowChange[];
  /** The order of the rows changes. */
  readonly reordered: boolean;
  /** What someone else has changed since the table was opened: `before` as it was opened, `after` as it is now. */
  readonly theirs: readonly RowChange[];
  readonly conflicts: readonly RowConflict[];
  readonly problems: readonly RowProblem[];
  /** Rows cannot be told apart, and someone else has changed the table: nothing can be merged. */
  readonly cannotMerge: boolean;
}

/** What came of saving: the table as it was read back, with what differs from what was sent. */
export interface TableSaved extends Accepted<TableView> {
  /** Null: it could not be read back. Empty: it is as it was sent. */
  readonly readBack: readonly LostRow[] | null;
}

const Edited = z.object({
  kind: TableKind,
  name: Id,
  opened: z.string().max(100),
  rows: z.array(EditedRow).max(100_000),
  /** For each conflict by its key, whose row is taken. */
  choices: z.record(z.string(), z.enum(['mine', 'theirs'])),
});

/** The tables in which something was found, and those that could not be read: it may be in them. */
export interface FoundTables {
  readonly found: readonly (TableEntry & { readonly rows: number })[];
  readonly unread: readonly TableEntry[];
}

/** Code tables and mapping tables. Source: Configuration. */
export const tables = {
  'configuration.tables.list': asks(z.object({ kind: TableKind })).answers<readonly TableEntry[]>(),
  /** The tables that have a code or text in a row: each table is read, with progress. */
  'configuration.tables.find': asks(z.object({ kind: TableKind, text: z.string().min(1).max(200) })).answers<
    FoundTables,
    { readonly read: number; readonly total: number }
  >(),
  'configuration.tables.open': asks(z.object({ kind: TableKind, name: Id })).answers<TableView>(),
  /** What saving would do, by a fresh read. Nothing is written. */
  'configuration.tables.compare': asks(Edited).answers<TableDifference>(),
  /**
   * Saves the whole table, by a read with nothing between it and the write. Fails with `conflict` where the table is
   * not the one of `against` any more: the difference is to be shown again.
   */
  'configuration.tables.save': asks(
    Edited.extend({ intent: Intent, against: z.string().max(100) }),
  ).answers<TableSaved>(),
  /** The rows of a former table, for a new edit. */
  'configuration.tables.former': asks(
    z.object({ id: z.uuid(), opened: z.string().max(100) }),
  ).answers<FormerRows>(),
  /** The rows that were told as lost when this was opened are right as they are: they are not told again. */
  'configuration.tables.acceptLost': asks(z.object({ opened: z.string().max(100) })).answers<null>(),
} satisfies Record<string, Call>;
