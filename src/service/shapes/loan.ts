import * as z from 'zod';
import { Amount, Code, Flag, Moment, Text } from './common.ts';

/** A loan, raw. `renewable` comes only with `expand=renewable` and may be null. Source: Loan. */
export const Loan = z.looseObject({
  loan_id: Text,
  circ_desk: Code,
  library: Code,
  user_id: Text,
  item_barcode: Text,
  item_id: Text,
  mms_id: Text,
  holding_id: Text,
  due_date: Moment,
  loan_date: Moment,
  return_date: Moment,
  loan_status: Text,
  process_status: Text,
  title: Text,
  author: Text,
  call_number: Text,
  item_policy: Code,
  location_code: Code,
  loan_fine: Amount,
  renewable: Flag,
  last_renew_date: Moment,
  last_renew_status: Code,
});
export type Loan = z.output<typeof Loan>;

/** Where a loan is made; either may follow from the desk that calls. Source: User loans. */
export const NewLoan = z.looseObject({ circ_desk: Code, library: Code });

/** `due_date` is an ISO 8601 moment. Source: User loans. */
export const ChangedLoan = z.looseObject({ due_date: z.string().min(1) });
