import { randomUUID } from 'node:crypto';
import type { FormerRows } from '../../../contract/configuration-tables.ts';
import type { Service } from '../../ports.ts';
import type { TableWork } from './open.ts';
import type { OpenedTable } from './opened.ts';
import { cellsOf, columnsOf, keyOf, type Row } from './rows.ts';

/**
 * The rows of a former state of a table, each at the place of the row that it was, so that saving it changes that one.
 * Their columns are those of both states: where the former one has a column that no row has any more, the table is
 * opened once more with it, under another name. What a window has under the first name keeps its columns.
 */
export function formerRows(
  { memory, opened }: Pick<TableWork, 'memory' | 'opened'>,
  service: Service,
  { id, opened: openedAs }: { readonly id: string; readonly opened: string },
): FormerRows {
  const library = service.library.id;
  const former = memory.rowsOf(library, id);
  const before = opened.get(openedAs, library);
  const table = withColumnsOf(before, former);
  const { kind, columns, rows, restorable } = table;
  const name = table === before ? openedAs : randomUUID();
  const places = new Map(rows.map((row, index) => [keyOf(kind, row), index]));
  const found = former.map((row) => {
    const key = keyOf(kind, row);
    const from = places.get(key) ?? null;
    places.delete(key);
    const cells = cellsOf(columns, row);
    restorable.set(JSON.stringify(cells), row);
    return { from, cells };
  });
  if (table === before) return { rows: found, wider: null };
  opened.keep(name, table);
  const now = rows.map((row, from) => ({ from, cells: cellsOf(columns, row) }));
  return { rows: found, wider: { opened: name, columns, rows: now } };
}

/** The table with the columns that other rows of it have too; the same one where it has them all. */
function withColumnsOf(table: OpenedTable, others: readonly Row[]): OpenedTable {
  const { kind, rows, columns: before, restorable } = table;
  const shown = Object.fromEntries(before.map(({ field }) => [field, null]));
  const columns = columnsOf(kind, [...rows, ...others, shown]);
  if (columns.length === before.length) return table;
  const anew = [...restorable.values()].map((row) => [JSON.stringify(cellsOf(columns, row)), row] as const);
  return { ...table, columns, restorable: new Map(anew) };
}
