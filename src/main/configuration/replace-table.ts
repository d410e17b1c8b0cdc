import { flagOf, rowsOf } from '../../service/read.ts';
import type { Flag } from '../../service/shapes/common.ts';
import type { Letter } from '../../service/shapes/letter.ts';
import {
  type CodeTable,
  type MappingTable,
  RowFlag,
  type WrittenCodeTable,
  type WrittenMappingTable,
} from '../../service/shapes/tables.ts';
import { editRecord, type RecordDeps, type RecordEdit, type RecordKind } from './edit-record.ts';

/** Edits a code table. Rows that the change leaves out are dropped. */
export function editCodeTable(
  deps: RecordDeps,
  name: string,
  edit: RecordEdit<CodeTable, WrittenCodeTable>,
  signal: AbortSignal,
): Promise<CodeTable> {
  const path = { table_name: name };
  const kind: RecordKind<CodeTable, 'conf.codeTables.update'> = {
    name: 'codeTable',
    about: name,
    read: ({ client }, options) => client.call('conf.codeTables.get', { path }, options),
    order: (fresh) => {
      const row = rowsOf(fresh).map(({ default: isDefault, enabled, ...one }) => ({
        ...one,
        code: one.code ?? '',
        ...writtenFlag('default', isDefault),
        ...writtenFlag('enabled', enabled),
      }));
      const body = edit.change({ ...withoutRows(fresh), row });
      return { operation: 'conf.codeTables.update', args: { path, body }, before: fresh };
    },
  };
  return editRecord(deps, kind, edit, signal);
}

/** Edits a mapping table. Rows that the change leaves out are dropped. */
export function editMappingTable(
  deps: RecordDeps,
  name: string,
  edit: RecordEdit<MappingTable, WrittenMappingTable>,
  signal: AbortSignal,
): Promise<MappingTable> {
  const path = { table_name: name };
  const kind: RecordKind<MappingTable, 'conf.mappingTables.update'> = {
    name: 'mappingTable',
    about: name,
    read: ({ client }, options) => client.call('conf.mappingTables.get', { path }, options),
    order: (fresh) => {
      const row = rowsOf(fresh).map(({ enabled, ...one }) => ({
        ...one,
        column0: one.column0 ?? '',
        ...writtenFlag('enabled', enabled),
      }));
      const body = edit.change({ ...withoutRows(fresh), row });
      return { operation: 'conf.mappingTables.update', args: { path, body }, before: fresh };
    },
  };
  return editRecord(deps, kind, edit, signal);
}

/** Edits a letter. The service accepts a change of its description, without effect. */
export function editLetter(
  deps: RecordDeps,
  code: string,
  edit: RecordEdit<Letter>,
  signal: AbortSignal,
): Promise<Letter> {
  const path = { letter_code: code };
  const kind: RecordKind<Letter, 'conf.letters.update'> = {
    name: 'letter',
    about: code,
    read: ({ client }, options) => client.call('conf.letters.get', { path }, options),
    order: (fresh) => ({
      operation: 'conf.letters.update',
      args: { path, body: edit.change(fresh) },
      before: fresh,
    }),
  };
  return editRecord(deps, kind, edit, signal);
}

/** The fields of a table beside its rows, which may be under `row` or `rows`. */
function withoutRows(table: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).filter(([field]) => field !== 'rows' && field !== 'row'));
}

/**
 * A row's flag as it came, so that an unchanged row stays the same. Only a flag that could not be written is wrapped.
 */
function writtenFlag<F extends string>(field: F, flag: Flag): { [K in F]?: RowFlag } {
  const { success, data } = RowFlag.safeParse(flag);
  if (success) return (data === undefined ? {} : { [field]: data }) as { [K in F]?: RowFlag };
  return { [field]: { value: flagOf(flag) ? 'true' : 'false' } } as { [K in F]?: RowFlag };
}
