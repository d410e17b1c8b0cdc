import { type Kysely, sql } from 'kysely';
import { arrayOf, codeOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { fromDoc } from './documents.ts';
import { feeTransactionRows } from './fee-transactions.ts';
import type { ItemData } from './items.ts';
import type { Db } from './schema.ts';

/**
 * Step 0007: in which location items and holdings are, when something was done with a fee, and the runs of workflows.
 * What is there already is entered too.
 */
export async function placesPaymentsAndRuns(db: Kysely<unknown>): Promise<void> {
  for (const table of ['items', 'holdings']) {
    for (const column of ['library', 'location']) {
      await db.schema
        .alterTable(table)
        .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
        .execute();
    }
    await db.schema
      .createIndex(`${table}_library_location`)
      .on(table)
      .columns(['library', 'location'])
      .execute();
  }
  await db.schema
    .createTable('fee_transactions')
    .addColumn('fee_id', 'text', (column) => column.notNull().references('fees.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('time', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('fee_transactions_primary', ['fee_id', 'position'])
    .execute();
  await db.schema.createIndex('fee_transactions_time').on('fee_transactions').column('time').execute();
  await db.schema
    .createTable('workflow_instances')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('workflow_id', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('started', 'text', (column) => column.notNull())
    .addColumn('doc', 'text', (column) => column.notNull())
    .execute();
  // The tables as this step leaves them are part of the tables as they are now.
  await enterWhatIsThere(db);
}

async function enterWhatIsThere(db: Db): Promise<void> {
  for (const row of await db.selectFrom('items').select(['pid', 'doc']).execute()) {
    const data = fromDoc(row) as ItemData;
    const place = { library: codeOf(data.library), location: codeOf(data.location) };
    await db.updateTable('items').set(place).where('pid', '=', row.pid).execute();
  }
  // A holding is where its items are.
  for (const column of ['library', 'location']) {
    await sql`update holdings set ${sql.ref(column)} = coalesce(
      (select min(${sql.ref(column)}) from items where items.holding_id = holdings.holding_id), '')`.execute(
      db,
    );
  }
  for (const row of await db.selectFrom('fees').select('doc').execute()) {
    const fee = fromDoc(row) as Fee;
    if (arrayOf(fee.transaction).length === 0) continue;
    await db.insertInto('fee_transactions').values(feeTransactionRows(fee)).execute();
  }
}
