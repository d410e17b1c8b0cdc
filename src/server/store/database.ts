import { randomUUID } from 'node:crypto';
import { chmod, mkdir, open } from 'node:fs/promises';
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
  if (file !== ':memory:') await keepPrivate(file);
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

/**
 * Patrons are in it: the file and, if it is made here, its folder are their owner's only, who is the only one to read
 * them. SQLite gives what it writes beside a file that file's own rights.
 */
async function keepPrivate(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Made before SQLite would, so that nobody can open it in between; one from an earlier release is closed to others.
  const handle = await open(file, 'a', 0o600);
  await handle.close();
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    await chmod(path, 0o600).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    });
  }
}

/** The library's own id, made where it has none yet. It goes wherever the file goes. */
export async function libraryIdOf(db: Db): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const known = await trx.selectFrom('library').select('id').executeTakeFirst();
    if (known) return known.id;
    const id = randomUUID();
    await trx.insertInto('library').values({ id }).execute();
    return id;
  });
}

/** Whether anything was put into this database yet. */
export async function isNew(db: Db): Promise<boolean> {
  const row = await db.selectFrom('config').select('code').limit(1).executeTakeFirst();
  return row === undefined;
}
