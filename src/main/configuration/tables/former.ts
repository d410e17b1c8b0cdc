import type { TableRow } from '../../../contract/configuration-tables.ts';
import type { Service } from '../../ports.ts';
import type { TableWork } from './open.ts';
import { cellsOf, keyOf } from './rows.ts';

/**
 * The rows of a former state of a table, in the columns of the table as it was opened: each at the place of the row
 * that it was, so that saving it changes that one.
 */
export function formerRows(
  { memory, opened }: Pick<TableWork, 'memory' | 'opened'>,
  service: Service,
  { id, opened: openedAs }: { readonly id: string; readonly opened: string },
): TableRow[] {
  const { kind, columns, rows, restorable } = opened.get(openedAs, service.library.id);
  const places = new Map(rows.map((row, index) => [keyOf(kind, row), index]));
  return memory.rowsOf(service.library.id, id).map((row) => {
    const key = keyOf(kind, row);
    const from = places.get(key) ?? null;
    places.delete(key);
    const cells = cellsOf(columns, row);
    restorable.set(JSON.stringify(cells), row);
    return { from, cells };
  });
}
