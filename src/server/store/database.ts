import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { nodeSqlite } from './dialect.ts';
import { migrations } from './migrations.ts';
import type { Db, Schema } from './schema.ts';

/**
 * Opens the practice library's database (a file, or `:memory:`) and brings it to the newest schema. `database`: one
 * that is open already, on that file.
 */
export async function openDatabase(file: string, database?: DatabaseSync): Promise<Db> {
  if (file !== ':memory:') await mkdir(dirname(file), { recursive: true });
  const db = new Kysely<Schema>({ dialect: nodeSqlite(file, database) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
    const { error } = await migrator.migrateToLatest();
    if (error !== undefined) throw error instanceof Error ? error : new Error('The migration failed.');
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Whether anything was put into this database yet. */
export async function isNew(db: Db): Promise<boolean> {
  const row = await db.selectFrom('config').select('code').limit(1).executeTakeFirst();
  return row === undefined;
}
