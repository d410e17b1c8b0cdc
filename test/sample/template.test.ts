import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { startServer, type ServerOptions } from '../../src/server/server.ts';
import { startSample } from './server.ts';
import { copyOf, runsTemplate, type Template } from './template.ts';

/** Each library's own: its random id, and the times at which its schema was made. */
const own = ['library', 'kysely_migration', 'kysely_migration_lock'];

/** All else that a database holds: its schema, and the rows of every table in their order. */
function contents(database: DatabaseSync): object {
  const schema = database.prepare('select type, name, tbl_name, sql from sqlite_schema order by name').all();
  const tables = schema
    .filter(({ type, name }) => type === 'table' && !own.includes(String(name)))
    .map(({ name }) => String(name));
  return { schema, rows: tables.map((name) => [name, database.prepare(`select * from "${name}"`).all()]) };
}

/** The template that the set-up of this run made. */
function template(): Template {
  const made = runsTemplate();
  if (!made) throw new Error('this run has no template');
  return made;
}

test('a copy holds, to the last letter, what a library made at that moment holds', async () => {
  const now = () => new Date(template().at);
  const copied = copyOf(template());
  const made = new DatabaseSync(':memory:');
  const servers = await Promise.all([copied, made].map((database) => startServer({ database, now })));
  expect(servers.map(({ filled }) => filled?.patrons)).toEqual([undefined, 300]);
  expect(contents(copied)).toEqual(contents(made));
  await Promise.all(servers.map((server) => server.close()));
});

test('every copy is another library, and what is done in one is not done in the next', async () => {
  const [one, other] = [await startSample(), await startSample()];
  expect(one.libraryId).not.toBe(other.libraryId);
  const headers = { authorization: `apikey ${one.key}`, 'content-type': 'application/json' };
  const somebody = { primary_id: 'nobody.else', last_name: 'Else', user_group: 'STAFF', status: 'ACTIVE' };
  const body = JSON.stringify({ ...somebody, account_type: 'INTERNAL' });
  expect((await fetch(`${one.url}/users`, { method: 'POST', headers, body })).status).toBe(200);
  const there = { authorization: `apikey ${other.key}` };
  expect((await fetch(`${other.url}/users/nobody.else`, { headers: there })).status).toBe(404);
  await Promise.all([one.close(), other.close()]);
});

test.each<[string, ServerOptions]>([
  ['of another moment', { now: () => new Date('2026-11-20T10:00:00Z') }],
  ['in another currency', { currency: 'EUR' }],
  ['of another size', { sample: { patrons: 20, items: 100 } }],
  ['that is empty', { empty: true }],
])('a library %s is made, not copied', async (_, options) => {
  const server = await startSample(options);
  expect(server.filled).toMatchObject({ patrons: expect.any(Number) as number });
  await server.close();
});
