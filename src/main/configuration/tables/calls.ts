import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';
import { compareTable } from './compare.ts';
import { findInTables } from './find.ts';
import { formerRows } from './former.ts';
import { acceptLost, openTable, type TableWork } from './open.ts';
import { OpenedTables } from './opened.ts';
import { TableReader } from './read.ts';
import { saveTable } from './save.ts';
import { TableMemory } from './station-memory.ts';

/** Code tables and mapping tables. */
export function tableHandlers(deps: Deps): HandlersOf<'configuration.tables'> {
  const own = { reader: new TableReader(), opened: new OpenedTables(), memory: new TableMemory(deps) };
  const work: TableWork = { ...deps, ...own };
  const { connection } = deps;
  return {
    'configuration.tables.list': async ({ kind }, { signal }) =>
      work.reader.list(await connection.service(), kind, { signal }),
    'configuration.tables.find': (input, context) => findInTables(work, input, context),
    'configuration.tables.open': (input, { signal }) => openTable(work, input, signal),
    'configuration.tables.compare': (input, { signal }) => compareTable(work, input, signal),
    'configuration.tables.save': (input, { signal }) => saveTable(work, input, signal),
    'configuration.tables.former': async (input) => formerRows(work, await connection.service(), input),
    'configuration.tables.acceptLost': async ({ opened }) => {
      acceptLost(work, await connection.service(), opened);
      return null;
    },
  };
}
