import { m } from '../../../messages/compiled/messages.js';
import type { TableColumn, TableKind } from '../../../contract/configuration-tables.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';

const names: Readonly<Record<string, () => string>> = {
  code: m.configuration_tables_column_code,
  description: m.configuration_tables_column_description,
  default: m.configuration_tables_column_default,
  enabled: m.configuration_tables_column_enabled,
};

/** What a column is called: the columns of a mapping table have only a number, and other fields are called as they came. */
export function columnName(field: string): string {
  const number = /^column(\d+)$/.exec(field)?.[1];
  if (number !== undefined)
    return m.configuration_tables_column_number({ number: String(Number(number) + 1) });
  return names[field]?.() ?? field;
}

/** The columns as a grid has them. A new row is enabled, and is the default of nothing. */
export const gridColumns = (kind: TableKind, columns: readonly TableColumn[]): readonly GridColumn[] =>
  columns.map(({ field, flag, editable }) => ({
    id: field,
    label: columnName(field),
    kind: editable ? (flag ? 'flag' : 'text') : 'readonly',
    fresh: field === 'enabled' ? 'true' : flag ? 'false' : '',
    code: kind === 'code' && field === 'code',
  }));

/** A cell in words: a flag says whether it is set. */
export const cellText = ({ flag }: TableColumn, cell: string): string =>
  flag && cell !== '' ? (cell === 'true' ? m.configuration_tables_yes() : m.configuration_tables_no()) : cell;
