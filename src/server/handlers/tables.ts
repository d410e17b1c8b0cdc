import { codes } from '../../service/codes.ts';
import { CodeTable, MappingTable } from '../../service/shapes/tables.ts';
import type { Handlers } from '../handler.ts';
import { refused } from '../rules/refusal.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { codeTableToKeep, mappingTableToKeep } from '../rules/table.ts';
import { configList, configRecord, replaceConfig } from '../store/config.ts';
import { without, type Document } from '../store/documents.ts';
import type { Db } from '../store/schema.ts';

type Tables = Extract<keyof Handlers, `conf.${'code' | 'mapping'}Tables.${string}`>;
type TableKind = 'code_table' | 'mapping_table';

/** Source: Configuration. */
export const tables: Pick<Handlers, Tables> = {
  'conf.codeTables.list': ({ db }) => brief(db, 'code_table'),
  'conf.codeTables.get': ({ db, path }) => theTable(db, 'code_table', path.table_name, codes.paramInvalid),
  'conf.codeTables.update': async ({ db, path, body }) => {
    const stored = await theTable(db, 'code_table', path.table_name, codes.tableNotFound);
    mustHaveShape(CodeTable, body);
    return saveTable(db, 'code_table', path.table_name, codeTableToKeep(stored, body));
  },

  'conf.mappingTables.list': ({ db }) => brief(db, 'mapping_table'),
  'conf.mappingTables.get': ({ db, path }) =>
    theTable(db, 'mapping_table', path.table_name, codes.paramInvalid),
  'conf.mappingTables.update': async ({ db, path, body }) => {
    const stored = await theTable(db, 'mapping_table', path.table_name, codes.tableNotFound);
    mustHaveShape(MappingTable, body);
    return saveTable(db, 'mapping_table', path.table_name, mappingTableToKeep(stored, body));
  },
};

/** A list names the tables; the rows of each are read with the table itself. */
async function brief(db: Db, kind: TableKind) {
  const items = (await configList(db, kind)).map((table) => without(table, ['row']));
  return { items, total: items.length };
}

async function theTable(db: Db, kind: TableKind, name: string, code: string): Promise<Document> {
  const table = await configRecord(db, kind, name);
  if (table) return table;
  throw refused(code, `Table does not exist: ${name.slice(0, 100)}.`);
}

async function saveTable(db: Db, kind: TableKind, code: string, table: Document): Promise<Document> {
  await replaceConfig(db, { kind, code }, table);
  return table;
}
