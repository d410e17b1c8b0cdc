import { codes } from '../../service/codes.ts';
import { arrayOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { readDay } from './calendar.ts';
import { feeStates } from './fee.ts';
import { refused } from './refusal.ts';

/**
 * The report of what was done with fees: each fee with a transaction in the period, with those of its transactions
 * only that are asked for. Days are those of the zone letter in which the service writes them (`Z`), both ends
 * counted; without days, all time. Source: Configuration (fee-transactions); the period is ours.
 */
const transactionTypes = ['PAYMENT', 'WAIVE', 'DISPUTE', 'RESTORE'] as const;

/** The days of a report, as `YYYY-MM-DD`. Refuses what is no day, and a period that ends before it begins. */
export function readPeriod(
  from: { readonly name: string; readonly text: string | undefined },
  to: { readonly name: string; readonly text: string | undefined },
): { from: string | undefined; to: string | undefined } {
  const period = { from: dayIn(from), to: dayIn(to) };
  if (period.from !== undefined && period.to !== undefined && period.from > period.to) {
    throw refused(codes.paramInvalid, `Param value is invalid: ${to.name} lies before ${from.name}.`);
  }
  return period;
}

function dayIn({ name, text }: { readonly name: string; readonly text: string | undefined }) {
  if (text === undefined) return undefined;
  const day = readDay(text);
  if (day !== undefined) return day;
  throw refused(codes.paramInvalid, `Param value is invalid: ${name}. Expected a date such as 2026-12-15Z.`);
}

/** Reads the kind of transaction that is asked for. */
export function readTransactionType(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const known = transactionTypes.find((type) => type === text.toUpperCase());
  if (known !== undefined) return known;
  throw refused(
    codes.reportTypeInvalid,
    `Param value is invalid: transaction_type. Known are ${transactionTypes.join(', ')}.`,
  );
}

/** Reads the state in which the fees of a report are now. */
export function readFeeStatus(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const known = feeStates.find((state) => state === text.toUpperCase());
  if (known !== undefined) return known;
  throw refused(codes.paramInvalid, `Param value is invalid: status. Known are ${feeStates.join(', ')}.`);
}

/** The fee with these of its transactions only, or undefined where none of them is left. */
export function reported(
  fee: Fee,
  isSought: (transaction: Readonly<Record<string, unknown>>, position: number) => boolean,
): Fee | undefined {
  const transaction = arrayOf(fee.transaction).filter(isSought);
  return transaction.length === 0 ? undefined : { ...fee, transaction };
}
