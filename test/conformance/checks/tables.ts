import type { Operation } from '../../../src/service/endpoints.ts';
import { type Area, type Check, LeftOut, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, isText, listed, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { code, type Json, kindOf, objects, text } from '../read.ts';

/** Code tables and mapping tables are alike but for their names and the fields of a row. */
interface Kind {
  readonly list: Operation;
  readonly get: Operation;
  readonly update: Operation;
  readonly path: string;
  readonly key: string;
  readonly row: (unique: string) => Json;
  readonly of: (row: Json) => string;
}

const rule = 'Configuration';
const form = 'Configuration objects: Code table';

async function names(t: Trial, { path, key }: Kind): Promise<string[]> {
  return listed(t, await t.service.get(path), key).items.map((one) => text(one['name']));
}

/** The first table that has rows, and how it is put back at the end as it was. */
async function table(t: Trial, kind: Kind): Promise<{ at: string; before: Json; rows: Json[] }> {
  for (const name of await names(t, kind)) {
    const at = kind.path + p`/${name}`;
    const before = done(t, await t.service.get(at));
    const rows = objects(before['row']);
    if (rows.length > 0) return { at, before, rows };
  }
  throw new LeftOut(`the service has no ${kind.key} with rows`);
}

function checksOf(kind: Kind): Check[] {
  const { list, get, update, path, key, row, of } = kind;
  /** Adds a row of the suite's own to a table, so that no row of the library is ever dropped. */
  const extended = async (t: Trial) => {
    const { at, before, rows } = await table(t, kind);
    t.world.undo(`table ${at}`, () => t.service.put(at, before));
    const added = row(`CONF${t.world.run}`.toUpperCase());
    const after = done(t, await t.service.put(at, { ...before, row: [...rows, added] }));
    return { at, before, rows, added, after };
  };
  const rowsAt = async (t: Trial, at: string) => objects(done(t, await t.service.get(at))['row']);
  return [
    read(
      list,
      `${rule}; General conventions, 4`,
      'tables are listed in an envelope, each with its name',
      async (t) => {
        const { items, total } = listed(t, await t.service.get(path), key);
        equal('entries', items.length, total);
        for (const item of items) has(item, 'name', isText, 'a text');
      },
    ),
    read(get, form, 'a table has its rows at the top', async (t) => {
      const { before, rows } = await table(t, kind);
      holds('row', Array.isArray(before['row']), 'an array', kindOf(before['row']));
      for (const one of rows) holds('a row', of(one) !== '', 'a code', kindOf(one));
    }),
    read(get, rule, 'a table that does not exist is refused with a code', async (t) => {
      refused(t, await t.service.get(path + p`/${t.world.unique('none')}`));
    }),
    write(update, rule, 'a row that was added stands in the table, and the others as before', async (t) => {
      const { at, rows, added, after } = await extended(t);
      equal('rows in the answer', objects(after['row']).map(of), [...rows, added].map(of));
      equal('rows', (await rowsAt(t, at)).map(of), [...rows, added].map(of));
    }),
    write(update, rule, 'the whole table is replaced: a row that is left out is dropped', async (t) => {
      const { at, before, rows } = await extended(t);
      took(t, await t.service.put(at, before));
      equal('the rows', await rowsAt(t, at), rows);
    }),
    write(update, form, 'what was read can be written back, and is then as it was', async (t) => {
      const { at, before } = await table(t, kind);
      took(t, await t.service.put(at, before));
      equal('the table', done(t, await t.service.get(at)), before);
    }),
    write(update, form, 'a row is turned off with enabled as the wrapped text "false"', async (t) => {
      const { at, before, rows, added } = await extended(t);
      took(
        t,
        await t.service.put(at, { ...before, row: [...rows, { ...added, enabled: { value: 'false' } }] }),
      );
      const one = (await rowsAt(t, at)).find((other) => of(other) === of(added));
      equal('enabled', code(one?.['enabled']) || String(one?.['enabled']), 'false');
    }),
    write(
      update,
      'Errors, 2',
      'rows that are none, or a table that does not exist, are refused',
      async (t) => {
        const { at, before, rows } = await table(t, kind);
        for (const wrong of [{ row: 'none' }, { row: ['x', 1] }])
          refused(t, await t.service.put(at, { ...before, ...wrong }));
        equal('rows', (await rowsAt(t, at)).map(of), rows.map(of));
        const nowhere = t.world.unique('none');
        refused(t, await t.service.put(path + p`/${nowhere}`, { ...before, name: nowhere }));
      },
    ),
  ];
}

export const tables: Area = {
  title: 'Tables',
  checks: [
    ...checksOf({
      list: 'conf.codeTables.list',
      get: 'conf.codeTables.get',
      update: 'conf.codeTables.update',
      path: '/conf/code-tables',
      key: 'code_table',
      row: (unique) => ({ code: unique, description: 'Conformance', enabled: { value: 'true' } }),
      of: (row) => text(row['code']),
    }),
    ...checksOf({
      list: 'conf.mappingTables.list',
      get: 'conf.mappingTables.get',
      update: 'conf.mappingTables.update',
      path: '/conf/mapping-tables',
      key: 'mapping_table',
      row: (unique) => ({ column0: unique, column1: 'Conformance', enabled: { value: 'true' } }),
      of: (row) => text(row['column0']),
    }),
  ],
};
