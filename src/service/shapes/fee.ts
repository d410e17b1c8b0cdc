import * as z from 'zod';
import { Amount, Code, many, Moment, Text } from './common.ts';

/** One payment, waiver or other act on a fee. Ours carry our id in `external_transaction_id`. */
export const FeeTransaction = z.looseObject({
  type: Code,
  amount: Amount,
  created_by: Text,
  external_transaction_id: Text,
  transaction_time: Moment,
  payment_method: Code,
  comment: Text,
});
export type FeeTransaction = z.output<typeof FeeTransaction>;

/** A fee, raw. `balance` may be negative (a credit). Source: Fee. */
export const Fee = z.looseObject({
  id: Text,
  type: Code,
  status: Code,
  balance: Amount,
  original_amount: Amount,
  creation_time: Moment,
  status_time: Moment,
  comment: Text,
  owner: Code,
  title: Text,
  barcode: Code,
  transaction: many(FeeTransaction),
});
export type Fee = z.output<typeof Fee>;

/** Required on create. Source: User fees. */
export const NewFee = z.looseObject({
  type: Code.unwrap().unwrap(),
  original_amount: Amount.unwrap().unwrap(),
  owner: Code.unwrap().unwrap(),
});

export type NewFee = z.output<typeof NewFee>;

/** Pay-all answers an envelope of what was paid; the other operations answer the fee. */
export const FeesPaid = z.looseObject({ fee: many(Fee), total_record_count: z.number().nullish() });
export type FeesPaid = z.output<typeof FeesPaid>;
