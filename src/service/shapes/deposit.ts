import * as z from 'zod';
import { Amount, Code, many, Moment, Text } from './common.ts';

/** What was done with a deposit, and when. */
const DepositTransaction = z.looseObject({
  type: Code,
  amount: Amount,
  created_by: Text,
  transaction_time: Moment,
});
export type DepositTransaction = z.output<typeof DepositTransaction>;

/** Money that a user leaves with the library, raw. Source: Deposit; its fields are assumed. */
export const Deposit = z.looseObject({
  id: Text,
  deposit_profile: Code,
  status: Code,
  amount: Amount,
  owner: Code,
  comment: Text,
  creation_time: Moment,
  status_time: Moment,
  transaction: many(DepositTransaction),
});
export type Deposit = z.output<typeof Deposit>;

/** What a deposit must have on create. Source: User deposits; what is required is ours. */
export const NewDeposit = z.looseObject({
  deposit_profile: Code.unwrap().unwrap(),
  amount: Amount.unwrap().unwrap(),
  owner: Code.unwrap().unwrap(),
  comment: Text,
});
export type NewDeposit = z.output<typeof NewDeposit>;
