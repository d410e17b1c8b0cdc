import { type Kysely, sql } from 'kysely';

/** Invoices, their lines, and the words by which an invoice is found. */
export async function invoices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('vendor', 'text', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .addUniqueConstraint('invoices_one_number_per_vendor', ['vendor', 'number'])
    .execute();
  await db.schema.createIndex('invoices_status').on('invoices').columns(['status', 'id']).execute();

  await db.schema
    .createTable('invoice_lines')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('invoice_id', 'text', (column) => column.notNull().references('invoices.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .addUniqueConstraint('invoice_lines_one_per_position', ['invoice_id', 'position'])
    .execute();

  await db.schema
    .createTable('invoice_words')
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('invoice_id', 'text', (column) => column.notNull().references('invoices.id'))
    .addPrimaryKeyConstraint('invoice_words_primary', ['word', 'field', 'invoice_id'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema.createIndex('invoice_words_invoice').on('invoice_words').column('invoice_id').execute();
}
