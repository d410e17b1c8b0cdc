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
}

/** A table that was opened, for an edit of it: its rows by their place. */
export type Base = Pick<OpenedTable, 'kind' | 'columns'> & { readonly rows: readonly Row[] };

/** So many tables are kept: those of several windows, and a few that were looked at in between. */
const most = 16;

/** The tables that windows have opened, by name, as they came: what a window does not know of a row is not lost. */
export class OpenedTables {
  readonly #tables = new Map<string, OpenedTable>();

  keep(opened: string, table: OpenedTable): void {
    this.#tables.delete(opened);
    this.#tables.set(opened, table);
    const [oldest = ''] = this.#tables.keys();
    if (this.#tables.size > most) this.#tables.delete(oldest);
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
