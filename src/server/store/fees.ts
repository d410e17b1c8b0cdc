import { codeOf, momentOf, textOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { fromDoc, toDoc } from './documents.ts';
import { saveFeeTransactions } from './fee-transactions.ts';
import type { Db } from './schema.ts';

/** A user's fees, oldest first; with `status`, those in that state only. */
export async function feesOf(db: Db, userKey: number, status?: string): Promise<Fee[]> {
  let query = db.selectFrom('fees').select('doc').where('user_key', '=', userKey);
  if (status !== undefined) query = query.where('status', '=', status);
  const rows = await query.orderBy('created').orderBy('id').execute();
  return rows.map((row) => fromDoc(row) as Fee);
}

export async function feeById(db: Db, userKey: number, id: string): Promise<Fee | undefined> {
  const row = await db
    .selectFrom('fees')
    .select('doc')
    .where('id', '=', id)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return row && (fromDoc(row) as Fee);
}

/** Writes a fee, new or changed. */
export async function saveFee(db: Db, userKey: number, fee: Fee): Promise<void> {
  const columns = {
    id: textOf(fee.id),
    user_key: userKey,
    status: codeOf(fee.status),
    created: momentOf(fee.creation_time),
    doc: toDoc(fee),
  };
  await db
    .insertInto('fees')
    .values(columns)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
  await saveFeeTransactions(db, fee);
}
