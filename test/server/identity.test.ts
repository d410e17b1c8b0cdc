import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '../../src/server/server.ts';
import { nodeSqlite } from '../../src/server/store/dialect.ts';
import { migrations } from '../../src/server/store/migrations.ts';
import type { Schema } from '../../src/server/store/schema.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carrel-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function idOf(database: string): Promise<string> {
  const server = await startServer({ database, empty: true });
  await server.close();
  return server.libraryId;
}

test('a library has an id of its own, the same at every start, and no other library has it', async () => {
  const one = join(folder, 'one.db');
  const id = await idOf(one);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf(one)).toBe(id);
  const others = [await idOf(join(folder, 'other.db')), await idOf(':memory:'), await idOf(':memory:')];
  expect(new Set([id, ...others]).size).toBe(4);
});

/** A library as an earlier release left it. */
async function anEarlier(file: string): Promise<void> {
  const db = new Kysely<Schema>({ dialect: nodeSqlite(file) });
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  expect((await migrator.migrateTo('0010-search-at-size')).error).toBeUndefined();
  const name = 'Quimby'.repeat(2000);
  const doc = JSON.stringify({ primary_id: 'u', last_name: name, source_user_id: name });
  const user = { key: 1, primary_id: 'u', last_name: name, first_name: '', user_group: '', doc };
  await db.insertInto('users').values(user).execute();
  const word = { field: 'ALL', word: 'quimby', user_key: 1, shared: 0, sort: name };
  await db.insertInto('user_words').values(word).execute();
  const request = { request_id: '1', partner: 'P', external_id: name, doc: '{}' };
  await db.insertInto('lending_requests').values(request).execute();
  await db.destroy();
}

test('a library of an earlier release gets its id, and its indexes their bounds', async () => {
  const file = join(folder, 'earlier.db');
  await anEarlier(file);
  const id = await idOf(file);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await idOf(file)).toBe(id);
  const tables = new DatabaseSync(file);
  const longest = tables.prepare(
    `select max(length(sort)) as sort, (select max(length(last_name)) from users) as name,
      (select length(source_user_id) from user_sources) as source,
      (select length(external_id) from lending_requests) as external from user_words`,
  );
  for (const [what, length] of Object.entries(longest.get() ?? {})) {
    expect(length, what).toBeGreaterThan(0);
    expect(length, what).toBeLessThan(1000);
  }
  tables.close();
});

async function rights(path: string): Promise<string> {
  return ((await stat(path)).mode & 0o777).toString(8);
}

test('only its owner reads a library: the file, what stands beside it, and the folder if it was made for it', async () => {
  // Windows keeps a profile's files from others in its own way.
  if (process.platform === 'win32') return;
  const database = join(folder, 'deep', 'practice.sqlite');
  const before = process.umask(0o022);
  try {
    const server = await startServer({ database, empty: true });
    expect(await rights(join(folder, 'deep'))).toBe('700');
    for (const end of ['', '-wal', '-shm']) expect(await rights(database + end), end).toBe('600');
    await server.close();
    // As an earlier release left it.
    await chmod(database, 0o644);
    const again = await startServer({ database });
    for (const end of ['', '-wal', '-shm']) expect(await rights(database + end), end).toBe('600');
    await again.close();
  } finally {
    process.umask(before);
  }
});
