import { type Kysely, sql } from 'kysely';
import { codeOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { fromDoc } from './documents.ts';
import { writePolWords } from './pols.ts';
import type { Schema } from './schema.ts';

/** Step 0012: order lines that can be searched, by their words and their status. */
export async function orderLineSearch(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('pols')
    .addColumn('status', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
  await db.schema
    .createTable('pol_words')
    .addColumn('word', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('number', 'text', (column) => column.notNull().references('pols.number'))
    .addPrimaryKeyConstraint('pol_words_primary', ['word', 'field', 'number'])
    .modifyEnd(sql`without rowid`)
    .execute();
  await db.schema.createIndex('pol_words_number').on('pol_words').column('number').execute();
  for (const row of await db.selectFrom('pols').select(['number', 'doc']).execute()) {
    const pol = fromDoc(row) as Pol;
    const status = codeOf(pol.status);
    await db.updateTable('pols').set({ status }).where('number', '=', row.number).execute();
    await writePolWords(db, row.number, pol);
  }
}
