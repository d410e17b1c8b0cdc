import type { Kysely } from 'kysely';

/** Step 0002: what is borrowed elsewhere for patrons, what they want bought, and what partners ask for. */
export async function requestsOfOtherKinds(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sharing_requests')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('user_key', 'integer', (column) =>
      column.notNull().references('users.key').onDelete('cascade'),
    )
    .addColumn('external_id', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  // SQL counts no two missing ids as the same: requests without one do not clash.
  await db.schema
    .createIndex('sharing_requests_external')
    .on('sharing_requests')
    .columns(['user_key', 'external_id'])
    .unique()
    .execute();

  await db.schema
    .createTable('purchase_requests')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('user_key', 'integer', (column) =>
      column.notNull().references('users.key').onDelete('cascade'),
    )
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('purchase_requests_of_user')
    .on('purchase_requests')
    .columns(['user_key', 'status', 'sequence'])
    .execute();

  await db.schema
    .createTable('lending_requests')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('partner', 'text', (column) => column.notNull())
    .addColumn('external_id', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  // The rule that a partner's request is taken once, where nothing can get round it.
  await db.schema
    .createIndex('lending_requests_external')
    .on('lending_requests')
    .columns(['partner', 'external_id'])
    .unique()
    .execute();
}
