import type { CallOptions } from '../../client/client.ts';
import type { AnswerOf } from '../../service/define.ts';
import type { Command, Endpoints } from '../../service/endpoints.ts';
import { codeOf, flagOf, rowsOf, textOf } from '../../service/read.ts';
import type { Flag } from '../../service/shapes/common.ts';
import type { Location, WrittenLocation } from '../../service/shapes/config.ts';
import {
  type CodeTable,
  type MappingTable,
  RowFlag,
  type WrittenCodeTable,
  type WrittenMappingTable,
} from '../../service/shapes/tables.ts';
import type { Service } from '../ports.ts';
import type { OrderOf, Deps } from '../deps.ts';
import { differencesBetween, replaceWhole } from '../records/replace-whole.ts';

/** What replacing a table needs. */
export type TableDeps = Pick<Deps, 'connection' | 'commands' | 'queues'>;

/** An edit of a record: what was shown to the user, and how it is changed. */
export interface TableEdit<R, W = R> {
  readonly intent: string;
  /** The record that was shown for editing. */
  readonly seen: R;
  /** Gets the record as it is written. Fields that it does not touch go back as they came. */
  readonly change: (record: W) => W;
}

/** A kind of record that is replaced as a whole: how to read it, and the command that writes it. */
interface TableKind<R, K extends Command> {
  readonly name: string;
  readonly about: string;
  readonly read: (service: Service, options: CallOptions) => Promise<R>;
  readonly order: (fresh: R) => Pick<OrderOf<K>, 'operation' | 'args' | 'before'>;
}

/**
 * Edits one record of the configuration: reads it again, throws `conflict` where it differs from `seen`, and writes
 * the whole. Source: Configuration (whole-table replacement drops rows).
 */
async function editRecord<R extends object, K extends Command>(
  deps: TableDeps,
  { name, about, read, order }: TableKind<R, K>,
  { intent, seen }: { readonly intent: string; readonly seen: R },
  signal: AbortSignal,
): Promise<AnswerOf<Endpoints[K]>> {
  deps.commands.mustBeNew(intent);
  const queue = `${name}:${about}`;
  const service = await deps.connection.service();
  return replaceWhole(deps.queues, {
    queue,
    read: () => read(service, { signal }),
    differences: (fresh) => differencesBetween(seen, fresh),
    write: async (fresh) => {
      const done = await deps.commands.run<K>({
        ...order(fresh),
        id: intent,
        queue,
        about,
        service,
        signal,
      });
      return done.answer;
    },
  });
}

/** Edits a code table. Rows that the change leaves out are dropped. */
export function editCodeTable(
  deps: TableDeps,
  name: string,
  edit: TableEdit<CodeTable, WrittenCodeTable>,
  signal: AbortSignal,
): Promise<CodeTable> {
  const path = { table_name: name };
  const kind: TableKind<CodeTable, 'conf.codeTables.update'> = {
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
  deps: TableDeps,
  name: string,
  edit: TableEdit<MappingTable, WrittenMappingTable>,
  signal: AbortSignal,
): Promise<MappingTable> {
  const path = { table_name: name };
  const kind: TableKind<MappingTable, 'conf.mappingTables.update'> = {
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

/** Edits a location of a library. */
export function editLocation(
  deps: TableDeps,
  { library, code }: { readonly library: string; readonly code: string },
  edit: TableEdit<Location, WrittenLocation>,
  signal: AbortSignal,
): Promise<Location> {
  const path = { library_code: library, location_code: code };
  const kind: TableKind<Location, 'conf.locations.update'> = {
    name: 'location',
    about: `${library} ${code}`,
    read: ({ client }, options) => client.call('conf.locations.get', { path }, options),
    order: (fresh) => {
      const type = typeof fresh.type === 'object' ? fresh.type : {};
      const written = {
        ...fresh,
        code: textOf(fresh.code),
        name: textOf(fresh.name),
        type: { ...type, value: codeOf(fresh.type) },
      };
      const body = edit.change(written);
      return { operation: 'conf.locations.update', args: { path, body }, before: fresh };
    },
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
