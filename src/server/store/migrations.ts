import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { requestsOfOtherKinds } from './migration-requests.ts';
import { placesPaymentsAndRuns } from './migration-configuration.ts';
import { identityAndBounds } from './migration-identity.ts';
import { filesAndDeposits } from './migration-users.ts';
import { invoices } from './migration-invoices.ts';
import { orderLineSearch } from './migration-order-lines.ts';
import { searchAtSize } from './migration-search.ts';

/** Every step of the schema, oldest first. A step that has shipped is never changed: add another. */
export const migrations: Record<string, Migration> = {
  '0001-desk-and-receiving': { up: deskAndReceiving },
  '0002-requests-of-other-kinds': { up: requestsOfOtherKinds },
  '0003-files-and-deposits': { up: filesAndDeposits },
  '0006-invoices': { up: invoices },
  '0007-places-payments-and-runs': { up: placesPaymentsAndRuns },
  '0010-search-at-size': { up: searchAtSize },
  '0011-identity-and-bounds': { up: identityAndBounds },
  '0012-order-line-search': { up: orderLineSearch },
};

async function deskAndReceiving(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('key', 'integer', (column) => column.primaryKey().autoIncrement())
    .addColumn('primary_id', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('user_group', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'users', ['last_name', 'first_name', 'primary_id']);
  await index(db, 'users', ['primary_id']);

  // One row per value, whichever kinds of identifier it is: no two users can share one.
  await db.schema
    .createTable('user_identifiers')
    .addColumn('value', 'text', (column) => column.primaryKey())
    .addColumn('user_key', 'integer', ofUser)
    .execute();
  await index(db, 'user_identifiers', ['user_key']);

  await db.schema
    .createTable('user_words')
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('user_key', 'integer', ofUser)
    .addPrimaryKeyConstraint('user_words_primary', ['word', 'field', 'user_key'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await index(db, 'user_words', ['user_key']);

  await db.schema
    .createTable('fees')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_key', 'integer', ofUser)
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('created', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'fees', ['user_key', 'status', 'created']);

  await inventory(db);
  await circulation(db);

  await db.schema
    .createTable('pols')
    .addColumn('number', 'text', (column) => column.primaryKey())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('config')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('config_primary', ['kind', 'scope', 'code'])
    .execute();
  await db.schema
    .createTable('counters')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'integer', (column) => column.notNull())
    .execute();
}

async function inventory(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bibs')
    .addColumn('mms_id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('holdings')
    .addColumn('holding_id', 'text', (column) => column.primaryKey())
    .addColumn('mms_id', 'text', (column) => column.notNull().references('bibs.mms_id'))
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('items')
    .addColumn('pid', 'text', (column) => column.primaryKey())
    .addColumn('mms_id', 'text', (column) => column.notNull().references('bibs.mms_id'))
    .addColumn('holding_id', 'text', (column) => column.notNull().references('holdings.holding_id'))
    .addColumn('barcode', 'text', (column) => column.unique())
    .addColumn('process_type', 'text', (column) => column.notNull())
    .addColumn('policy', 'text', (column) => column.notNull())
    .addColumn('pol_number', 'text')
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'holdings', ['mms_id']);
  await index(db, 'items', ['mms_id']);
  await index(db, 'items', ['holding_id']);
  await index(db, 'items', ['pol_number']);
}

async function circulation(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('loans')
    .addColumn('loan_id', 'text', (column) => column.primaryKey())
    .addColumn('user_key', 'integer', ofUser)
    .addColumn('pid', 'text', (column) => column.notNull().references('items.pid'))
    .addColumn('mms_id', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('barcode', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('due_date', 'text', (column) => column.notNull())
    .addColumn('loan_date', 'text', (column) => column.notNull())
    .addColumn('return_date', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'loans', ['user_key', 'active', 'due_date']);
  await index(db, 'loans', ['mms_id', 'loan_date']);
  // The rule that an item is lent once, where nothing can get round it.
  await db.schema
    .createIndex('loans_one_per_item')
    .on('loans')
    .column('pid')
    .unique()
    .where(sql.ref('active'), '=', sql.lit(1))
    .execute();

  await db.schema
    .createTable('requests')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('sequence', 'integer', (column) => column.notNull().unique())
    .addColumn('user_key', 'integer', ofUser)
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('mms_id', 'text', (column) => column.notNull())
    .addColumn('holding_id', 'text')
    .addColumn('pid', 'text')
    .addColumn('assigned_pid', 'text')
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  await index(db, 'requests', ['user_key', 'active', 'sequence']);
  await index(db, 'requests', ['mms_id', 'active', 'sequence']);
  await index(db, 'requests', ['assigned_pid']);
}

const ofUser = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('users.key').onDelete('cascade');

async function index(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`${table}_${columns.join('_')}`)
    .on(table)
    .columns(columns)
    .execute();
}
