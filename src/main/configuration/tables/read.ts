import type { CallOptions } from '../../../client/client.ts';
import type { TableEntry, TableKind } from '../../../contract/configuration-tables.ts';
import { codeOf, labelOf, textOf } from '../../../service/read.ts';
import { orNotOffered } from '../../commands/refusals.ts';
import type { Service } from '../../ports.ts';
import { kindsOfTable, type Table } from './kinds.ts';
import type { Row } from './rows.ts';
import { fits, incomplete, listedCount, type ListedCount, wholeRows } from './whole.ts';

/** A table that was read whole. */
export interface WholeTable {
  readonly table: Table;
  readonly rows: readonly Row[];
}

/** A table as it is listed, and how many rows the list says or shows that it has. */
export interface ListedTable {
  readonly entry: TableEntry;
  readonly count: ListedCount;
}

/** The tables of a kind, by name. One without a name cannot be read. Source: Configuration. */
export async function listTables(
  service: Service,
  kind: TableKind,
  options: CallOptions,
): Promise<ListedTable[]> {
  const all = await kindsOfTable[kind].list(service, options);
  return all
    .filter(({ name }) => textOf(name).trim() !== '')
    .map((table) => ({ entry: entryOf(kind, textOf(table.name), table), count: listedCount(table) }))
    .sort((one, other) => one.entry.name.localeCompare(other.entry.name));
}

export const entryOf = (kind: TableKind, name: string, table: Table): TableEntry => ({
  kind,
  name,
  description: textOf(table.description),
  subsystem: labelOf(table.sub_system) || codeOf(table.sub_system),
});

/**
 * Reads tables whole, and throws `incomplete` where one is not. A list that was read before may state how many rows a
 * table has. Where the table has not so many, both are read again, as somebody may have changed it in between. The
 * last thing that is read is always the table itself: between that and a save there is nothing.
 */
export class TableReader {
  readonly #counts = new WeakMap<Service['client'], Map<string, ListedCount>>();

  async list(service: Service, kind: TableKind, options: CallOptions): Promise<TableEntry[]> {
    const listed = await listTables(service, kind, options);
    const counts = this.#counts.get(service.client) ?? new Map<string, ListedCount>();
    for (const { entry, count } of listed) counts.set(`${kind}:${entry.name}`, count);
    this.#counts.set(service.client, counts);
    return listed.map(({ entry }) => entry);
  }

  async read(service: Service, kind: TableKind, name: string, options: CallOptions): Promise<WholeTable> {
    // A service that does not list its tables says nothing about them.
    if (!this.#count(service, kind, name)) await orNotOffered(this.list(service, kind, options));
    const once = await readOnce(service, kind, name, options);
    if (this.#fits(service, kind, name, once)) return once;
    await this.list(service, kind, options);
    const again = await readOnce(service, kind, name, options);
    if (this.#fits(service, kind, name, again)) return again;
    const count = this.#count(service, kind, name);
    throw incomplete(again.rows.length, count?.exactly ?? count?.atLeast ?? 0);
  }

  #count(service: Service, kind: TableKind, name: string): ListedCount | undefined {
    return this.#counts.get(service.client)?.get(`${kind}:${name}`);
  }

  #fits(service: Service, kind: TableKind, name: string, { rows }: WholeTable): boolean {
    const count = this.#count(service, kind, name);
    return count === undefined || fits(count, rows.length);
  }
}

async function readOnce(
  service: Service,
  kind: TableKind,
  name: string,
  options: CallOptions,
): Promise<WholeTable> {
  const table = await kindsOfTable[kind].get(service, name, options);
  return { table, rows: wholeRows(table) };
}
