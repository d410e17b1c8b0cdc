import type { TableColumn, TableKind } from '../../../contract/configuration-tables.ts';
import { invalid } from '../../failure.ts';
import type { WholeTable } from './read.ts';
import type { Row } from './rows.ts';
import type { Told } from './saved-rows.ts';

/** A table as a window opened it. */
export interface OpenedTable extends WholeTable {
  readonly kind: TableKind;
  readonly name: string;
  readonly library: string;
  readonly columns: readonly TableColumn[];
  /** What was told as lost with it. */
  readonly told: readonly Told[];
  /**
   * Rows that were shown to be put back, by their texts: a new row that says the same is that row, with all that cannot
   * be seen of it.
   */
  readonly restorable: Map<string, Row>;
}

/** So many tables are kept: those of several windows, and others that were looked at in between. */
const most = 60;
/** With so many rows together, but the newest ones in any case. */
const mostRows = 400_000;
const newest = 3;

/** The tables that windows have opened, by name, as they came: what a window does not know of a row is not lost. */
export class OpenedTables {
  readonly #tables = new Map<string, OpenedTable>();

  keep(opened: string, table: OpenedTable): void {
    this.#tables.delete(opened);
    this.#tables.set(opened, table);
    let count = [...this.#tables.values()].reduce((sum, { rows }) => sum + rows.length, 0);
    for (const [oldest, { rows }] of this.#tables) {
      if (this.#tables.size <= newest || (this.#tables.size <= most && count <= mostRows)) break;
      this.#tables.delete(oldest);
      count -= rows.length;
    }
  }

  /** Throws `gone` for a table that is not kept any more, and `moved` for one of another library. */
  get(opened: string, library: string): OpenedTable {
    const table = this.#tables.get(opened);
    if (!table) throw invalid('opened', 'gone');
    if (table.library !== library) throw invalid('opened', 'moved');
    this.keep(opened, table);
    return table;
  }
}
