import { randomUUID } from 'node:crypto';
import type {
  EditedRow,
  TableDifference,
  TableKind,
  TableSaved,
  TableView,
} from '../../../src/contract/configuration-tables.ts';
import type { TestStation, Window } from '../support/test-station.ts';

/** A code table as the service has it. */
export const codeTable = ({ client }: TestStation, name: string) =>
  client.call('conf.codeTables.get', { path: { table_name: name } });

/** Gives a table other rows, by whatever program has nothing to do with this one. */
export async function put(
  { client }: Pick<TestStation, 'client'>,
  name: string,
  row: readonly object[],
  kind: TableKind = 'code',
): Promise<void> {
  const body = { name, row } as never;
  const args = { path: { table_name: name }, body };
  if (kind === 'code') await client.call('conf.codeTables.update', args);
  else await client.call('conf.mappingTables.update', args);
}

export const opened = (window: Window, name: string, kind: TableKind = 'code'): Promise<TableView> =>
  window.ask('configuration.tables.open', { kind, name });

/** The rows of a view as they are sent where none was edited. */
export const untouched = ({ rows }: TableView): EditedRow[] =>
  rows.map(({ from }) => ({ from, cells: null }));

/** The rows of a view with other texts in one of them. */
export const withRow = (
  view: TableView,
  place: number,
  texts: Readonly<Record<string, string>>,
): EditedRow[] =>
  view.rows.map(({ from, cells }, index) => ({
    from,
    cells:
      index === place ? cells.map((cell, column) => texts[view.columns[column]?.field ?? ''] ?? cell) : null,
  }));

/** Compares an edit, and gives what saves it against that. */
export async function saveOf(
  window: Window,
  { kind, name, opened: openedAs }: TableView,
  rows: readonly EditedRow[],
  choices: Readonly<Record<string, 'mine' | 'theirs'>> = {},
): Promise<{
  readonly difference: TableDifference;
  readonly save: (intent?: string) => Promise<TableSaved>;
}> {
  const edit = { kind, name, opened: openedAs, rows: [...rows], choices };
  const difference = await window.ask('configuration.tables.compare', edit);
  const save = (intent: string = randomUUID()): Promise<TableSaved> =>
    window.ask('configuration.tables.save', { ...edit, intent, against: difference.against });
  return { difference, save };
}
