import { type Kysely, sql } from 'kysely';
import type { User } from '../../service/shapes/user.ts';
import { fromDoc } from './documents.ts';
import type { Schema } from './schema.ts';
import { writeWords } from './users.ts';

/** Step 0010: a search among 100,000 users that reads one stretch of one index, and counts exactly. */
export async function searchAtSize(db: Kysely<Schema>): Promise<void> {
  await db.schema.dropTable('user_words').execute();
  await db.schema
    .createTable('user_words')
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('user_key', 'integer', (column) =>
      column.notNull().references('users.key').onDelete('cascade'),
    )
    .addColumn('shared', 'integer', (column) => column.notNull())
    .addColumn('sort', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('user_words_primary', ['field', 'word', 'user_key'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema
    .createIndex('user_words_user_key_field_word')
    .on('user_words')
    .columns(['user_key', 'field', 'word'])
    .execute();
  for (const first of ['first_name', 'user_group']) {
    await db.schema
      .createIndex(`users_${first}_primary_id`)
      .on('users')
      .columns([first, 'primary_id'])
      .execute();
  }
  // The index that keeps an item from being lent twice serves no query: SQLite must see the 1 in the text of one.
  await db.schema.createIndex('loans_pid_active').on('loans').columns(['pid', 'active']).execute();
  const users = await db.selectFrom('users').select(['key', 'doc']).execute();
  for (const row of users) await writeWords(db, row.key, fromDoc(row) as User);
}
