import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { FormerTable, TableKind } from '../../../contract/configuration-tables.ts';
import { invalid } from '../../failure.ts';
import type { Deps } from '../../deps.ts';
import type { Table } from './kinds.ts';
import type { Row } from './rows.ts';
import { Save } from './saved-rows.ts';

/** Of one table so many former states are kept. */
const mostFormer = 20;

/** What the station keeps of a table that it has saved: names of its former states, and the rows that it changed. */
const Memory = z.object({
  former: z.array(z.object({ id: z.string(), at: z.string(), rowCount: z.number() })),
  saves: z.array(Save),
});
type Memory = z.output<typeof Memory>;

const Former = z.looseObject({ table: z.looseObject({}), rows: z.array(z.record(z.string(), z.unknown())) });

/** Which table of which library. */
export interface WhichTable {
  readonly library: string;
  readonly kind: TableKind;
  readonly name: string;
}

/** What this station remembers of the tables that it has replaced, in the journal. */
export class TableMemory {
  readonly #deps: Pick<Deps, 'journal' | 'clock'>;

  constructor(deps: Pick<Deps, 'journal' | 'clock'>) {
    this.#deps = deps;
  }

  former(which: WhichTable): readonly FormerTable[] {
    return this.#read(which).former;
  }

  saves(which: WhichTable): readonly Save[] {
    return this.#read(which).saves;
  }

  /**
   * Keeps a table as it is before it is replaced, once, with the rows that the save will change. Returns the id of the
   * former state. It is durable when this returns, before anything is sent.
   */
  keep(
    which: WhichTable,
    former: { readonly table: Table; readonly rows: readonly Row[] },
    save: Save,
  ): string {
    const id = randomUUID();
    const at = this.#deps.clock.now().toISOString();
    const { table, rows } = former;
    // The rows once, and what is beside them.
    const data = { kind: which.kind, name: which.name, table: withoutRows(table), rows };
    this.#deps.journal.keep({ id, kind: 'table', library: which.library, at, data });
    const memory = this.#read(which);
    const all = [{ id, at, rowCount: rows.length }, ...memory.former];
    this.#write(which, { former: all.slice(0, mostFormer), saves: [...memory.saves, save] });
    for (const old of all.slice(mostFormer)) this.#deps.journal.dropKept(old.id);
    return id;
  }

  /** Nothing was replaced: the former state and what was to be changed are of no use. */
  drop(which: WhichTable, former: string, intent: string): void {
    const memory = this.#read(which);
    this.#write(which, {
      former: memory.former.filter(({ id }) => id !== former),
      saves: memory.saves.filter((save) => save.intent !== intent),
    });
    this.#deps.journal.dropKept(former);
  }

  setSaves(which: WhichTable, saves: readonly Save[]): void {
    this.#write(which, { ...this.#read(which), saves: [...saves] });
  }

  /** The rows of a former state. Throws `gone` if it is not kept any more. */
  rowsOf(library: string, id: string): readonly Row[] {
    const record = this.#deps.journal.keptOne(id);
    const former = Former.safeParse(record?.data);
    if (record?.kind !== 'table' || record.library !== library || !former.success)
      throw invalid('id', 'gone');
    return former.data.rows;
  }

  #read(which: WhichTable): Memory {
    const read = Memory.safeParse(this.#deps.journal.keptOne(memoryId(which))?.data);
    return read.success ? read.data : { former: [], saves: [] };
  }

  #write(which: WhichTable, data: Memory): void {
    const { library } = which;
    const at = this.#deps.clock.now().toISOString();
    this.#deps.journal.keep({ id: memoryId(which), kind: 'tableSaved', library, at, data });
  }
}

/** One record for each table, found by its name. */
const memoryId = ({ library, kind, name }: WhichTable): string =>
  createHash('sha256')
    .update(JSON.stringify(['table', library, kind, name]))
    .digest('hex');

/** The fields of a table beside its rows, which may be under `row` or `rows`. */
export const withoutRows = (table: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(table).filter(([field]) => field !== 'rows' && field !== 'row'));
