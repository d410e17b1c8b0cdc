import type { CallOptions } from '../../../client/client.ts';
import type { TableKind } from '../../../contract/configuration-tables.ts';
import type { CodeTable, MappingTable } from '../../../service/shapes/tables.ts';
import type { Service } from '../../ports.ts';
import type { OrderOf } from '../../deps.ts';

/** A code or mapping table as it came. */
export type Table = CodeTable | MappingTable;

/** The commands that replace a table. */
export type TableCommand = 'conf.codeTables.update' | 'conf.mappingTables.update';

/** A table as it is sent: `row` at the top, and all else as it came. */
export type SentTable = Readonly<Record<string, unknown>> & { readonly row: readonly object[] };

/** What of an order is the kind's own. */
export type TableOrder = Pick<OrderOf<TableCommand>, 'operation' | 'args'>;

/** One of the two kinds of table. */
export interface KindOfTable {
  /** The fields that rows are known to have, in the order in which they are shown. */
  readonly fields: readonly string[];
  readonly flags: readonly string[];
  /** What a row is known by. */
  readonly keys: readonly string[];
  /** The name of the queue of a table's commands. */
  readonly queue: (name: string) => string;
  readonly list: (service: Service, options: CallOptions) => Promise<readonly Table[]>;
  readonly get: (service: Service, name: string, options: CallOptions) => Promise<Table>;
  readonly order: (name: string, body: SentTable) => TableOrder;
}

const columns = ['column0', 'column1', 'column2', 'column3', 'column4'] as const;
const at = (name: string) => ({ path: { table_name: name } });

/**
 * The two kinds of table. The rows of a code table are known by their code, those of a mapping table by all their
 * columns. Source: Configuration objects.
 */
export const kindsOfTable: Readonly<Record<TableKind, KindOfTable>> = {
  code: {
    fields: ['code', 'description', 'default', 'enabled'],
    flags: ['default', 'enabled'],
    keys: ['code'],
    queue: (name) => `codeTable:${name}`,
    list: async ({ client }, options) => (await client.call('conf.codeTables.list', {}, options)).items,
    get: ({ client }, name, options) => client.call('conf.codeTables.get', at(name), options),
    // The client checks the body by its own schema before it is sent.
    order: (name, body) => ({ operation: 'conf.codeTables.update', args: { ...at(name), body } as never }),
  },
  mapping: {
    fields: [...columns, 'enabled'],
    flags: ['enabled'],
    keys: columns,
    queue: (name) => `mappingTable:${name}`,
    list: async ({ client }, options) => (await client.call('conf.mappingTables.list', {}, options)).items,
    get: ({ client }, name, options) => client.call('conf.mappingTables.get', at(name), options),
    order: (name, body) => ({ operation: 'conf.mappingTables.update', args: { ...at(name), body } as never }),
  },
};
