import { arrayOf, codeOf, momentOf, textOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { fromDoc } from './documents.ts';
import type { Db } from './schema.ts';

/** What to look for: days are compared as they stand in UTC, both ends counted. */
interface Sought {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly type?: string | undefined;
  /** The state of the fee now. */
  readonly status?: string | undefined;
}

/** Of each fee with a transaction that is sought, the fee and which of its transactions those are; oldest first. */
export async function feesWithTransactions(
  db: Db,
  { from, to, type, status }: Sought,
): Promise<{ fee: Fee; positions: ReadonlySet<number> }[]> {
  let query = db
    .selectFrom('fee_transactions')
    .innerJoin('fees', 'fees.id', 'fee_transactions.fee_id')
    .select(['fees.id', 'fees.doc', 'fee_transactions.position']);
  if (from !== undefined) query = query.where('time', '>=', from);
  // Every moment of a day begins with the day, and is less than the day followed by a letter above all digits.
  if (to !== undefined) query = query.where('time', '<', `${to}\u{10FFFF}`);
  if (type !== undefined) query = query.where('type', '=', type);
  if (status !== undefined) query = query.where('fees.status', '=', status);
  const rows = await query.orderBy('time').orderBy('fees.id').orderBy('position').execute();
  const byFee = Map.groupBy(rows, ({ id }) => id);
  return Array.from(byFee.values(), (ofFee) => ({
    fee: ofFee[0] ? (fromDoc(ofFee[0]) as Fee) : {},
    positions: new Set(ofFee.map(({ position }) => position)),
  }));
}

/** Enters what was done with a fee since it was last written. */
export async function saveFeeTransactions(db: Db, fee: Fee): Promise<void> {
  const rows = feeTransactionRows(fee);
  if (rows.length === 0) return;
  await db
    .insertInto('fee_transactions')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['fee_id', 'position']).doNothing())
    .execute();
}

/** The columns by which a fee's transactions are found, from its record. */
export function feeTransactionRows(fee: Fee) {
  return arrayOf(fee.transaction).map((transaction, position) => ({
    fee_id: textOf(fee.id),
    position,
    type: codeOf(transaction.type),
    time: momentOf(transaction.transaction_time),
  }));
}
