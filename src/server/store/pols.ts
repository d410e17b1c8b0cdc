import type { Pol } from '../../service/shapes/pol.ts';
import { fromDoc, toDoc } from './documents.ts';
import type { Db } from './schema.ts';

export async function polByNumber(db: Db, number: string): Promise<Pol | undefined> {
  const row = await db.selectFrom('pols').select('doc').where('number', '=', number).executeTakeFirst();
  return row && (fromDoc(row) as Pol);
}

/** Writes an order line that exists. */
export async function savePol(db: Db, number: string, pol: Pol): Promise<void> {
  await db
    .updateTable('pols')
    .set({ doc: toDoc(pol) })
    .where('number', '=', number)
    .execute();
}
