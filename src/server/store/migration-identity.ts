import type { Kysely } from 'kysely';
import type { User } from '../../service/shapes/user.ts';
import { fromDoc } from './documents.ts';
import { exactKey } from './fold.ts';
import type { Schema } from './schema.ts';
import { replaceUser } from './users.ts';

/** A record of fewer letters has no text that a search index takes only a part of. */
const LONG = 4000;

/** Step 0011: the library's own id, and search indexes that no text can fill. */
export async function identityAndBounds(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('library')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .execute();
  const users = await db
    .selectFrom('users')
    .select(['key', 'doc'])
    .where((where) => where(where.fn<number>('length', ['doc']), '>', LONG))
    .execute();
  for (const row of users) await replaceUser(db, row.key, fromDoc(row) as User);
  for (const table of ['sharing_requests', 'lending_requests'] as const) {
    const rows = await db.selectFrom(table).select(['request_id', 'external_id']).execute();
    for (const { request_id, external_id } of rows) {
      if (external_id === null || exactKey(external_id) === external_id) continue;
      await db
        .updateTable(table)
        .set({ external_id: exactKey(external_id) })
        .where('request_id', '=', request_id)
        .execute();
    }
  }
}
