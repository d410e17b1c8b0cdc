import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** Step 0003: files and deposits of users, and which users are copies of another institution's. */
export async function filesAndDeposits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_attachments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_key', 'integer', ofUser)
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .addColumn('content', 'blob', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('user_attachments_user_key_created')
    .on('user_attachments')
    .columns(['user_key', 'created'])
    .execute();

  await db.schema
    .createTable('deposits')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_key', 'integer', ofUser)
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('deposits_user_key_created')
    .on('deposits')
    .columns(['user_key', 'created'])
    .execute();

  await db.schema
    .createTable('user_sources')
    .addColumn('user_key', 'integer', (column) =>
      column.primaryKey().references('users.key').onDelete('cascade'),
    )
    .addColumn('source_user_id', 'text', (column) => column.notNull())
    .addColumn('institution', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('user_sources_source_user_id')
    .on('user_sources')
    .columns(['source_user_id', 'institution'])
    .execute();
  await db.schema
    .createIndex('user_sources_institution')
    .on('user_sources')
    .columns(['institution'])
    .execute();
}

const ofUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.key').onDelete('cascade');
