import { textOf } from '../../service/read.ts';
import { newAttachment } from '../rules/attachment.ts';
import { daysLater } from '../rules/calendar.ts';
import { actOnDeposit, newDeposit } from '../rules/deposit.ts';
import { inCurrency } from '../rules/sums.ts';
import { firstNumbers } from '../store/counters.ts';
import type { Member } from './circulation.ts';
import { libraryCode } from './configuration.ts';
import { profileName } from './deposit-profiles.ts';
import { memberOf } from './named.ts';
import type { RowsOfAll } from './rows.ts';

const numberOf = { attachment: firstNumbers('attachment'), deposit: firstNumbers('deposit') };

/** What was left for each thing, and what was done with it since: together a deposit in every state. */
const remaining = [
  { profile: 'LOCKER', sum: '20.00', status: 'DRAFT', ops: [] },
  { profile: 'DEPOSIT', sum: '100.00', status: 'ACTIVE', ops: [] },
  { profile: 'LAPTOP', sum: '500.00', status: 'ACTIVE', ops: ['pay'] },
  { profile: 'LOCKER', sum: '20.00', status: 'ACTIVE', ops: ['pay', 'dispute'] },
  { profile: 'LAPTOP', sum: '500.00', status: 'ACTIVE', ops: ['pay', 'refund'] },
] as const;

const files = [
  {
    type: 'GENERAL',
    file_name: 'letter.txt',
    note: 'Letter about the block',
    content: 'Dear Mr Dvořák,\n\nthree of the books you returned were wet.\n\nMain Library\n',
  },
  {
    type: 'REGISTRATION',
    file_name: 'הצהרה.csv',
    note: 'Declaration on registering',
    content: 'field,value\nrules read,yes\n',
  },
];

/** How many of each there are, for the numbers that come after them. */
export const fileAndDepositNumbers = { attachment: files.length, deposit: remaining.length };

/** Makes a patron's deposits in every state, and another's files. */
export function filesAndDeposits(
  rows: RowsOfAll,
  members: readonly Member[],
  { now, decimals }: { readonly now: Date; readonly decimals: number },
): void {
  const borrower = memberOf(members, 'patronBorrower');
  const primaryId = textOf(borrower.user.primary_id);
  remaining.forEach(({ profile, sum, status, ops }, index) => {
    const start = daysLater(now, 10 * index - 60);
    const made = newDeposit(
      {
        deposit_profile: { value: profile, desc: profileName(profile) },
        status,
        owner: libraryCode('MAIN'),
        comment: '',
        user_primary_id: { value: primaryId, link: `/users/${encodeURIComponent(primaryId)}` },
      },
      { id: numberOf.deposit(index + 1), now: start, sum: inCurrency(sum, decimals), decimals },
    );
    const done = ops.reduce((deposit, op, days) => actOnDeposit(deposit, op, daysLater(start, days)), made);
    rows.deposit(borrower.key, done);
  });

  const blocked = memberOf(members, 'patronBlocked');
  files.forEach((file, index) => {
    const at = daysLater(now, index - 12);
    const content = new TextEncoder().encode(file.content);
    const record = newAttachment(file, { id: numberOf.attachment(index + 1), now: at, content });
    rows.attachment(blocked.key, record, { now: at, content });
  });
}
