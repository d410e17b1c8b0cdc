import { arrayOf, codeOf, momentOf, textOf } from '../../service/read.ts';
import type { Code } from '../../service/shapes/common.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import type { Service } from '../ports.ts';
import { displayMoney } from '../records/values.ts';
import type { TheirPayment } from './matching.ts';

const dayMs = 86_400_000;
/** The deployed service answers no longer period at once. */
const sliceDays = 7;

/** Days of the service, `YYYY-MM-DD`, both included. */
interface Slice {
  readonly from: string;
  readonly to: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/**
 * The days of a period in UTC, with one more before and after it: the service's clock, or its midnight, may be another.
 * Each slice is as long as the service takes.
 */
export function slicesOf(from: string, to: string): readonly Slice[] {
  const last = Date.parse(to) + dayMs;
  const slices: Slice[] = [];
  for (let day = Date.parse(from) - dayMs; day <= last; day += sliceDays * dayMs) {
    slices.push({ from: dayOf(day), to: dayOf(Math.min(last, day + (sliceDays - 1) * dayMs)) });
  }
  return slices;
}

/** The payments of fees in one slice; of one library, or of all. Source: Configuration (fee-transactions). */
export async function readPayments(
  { client, decimals }: Service,
  { from, to }: Slice,
  library: string | null,
  signal: AbortSignal,
): Promise<readonly TheirPayment[]> {
  const query = {
    // The description and the deployed service call them differently; each passes over what it does not know.
    ...{ from_date: from, to_date: to, transaction_from_date: from, transaction_to_date: to },
    ...(library !== null && { library, owner: library }),
  };
  const { items } = await client.call('conf.feeTransactions', { query }, { signal, priority: 'bulk' });
  return items.flatMap((fee) => paymentsOf(fee, decimals));
}

const paymentsOf = (fee: Fee, decimals: number): TheirPayment[] =>
  arrayOf(fee.transaction)
    .filter(({ type }) => codeOf(type) === '' || /PAY/i.test(codeOf(type)))
    .map((one) => ({
      ...{ number: textOf(one.external_transaction_id), feeId: textOf(fee.id) },
      ...{ at: momentOf(one.transaction_time), method: codeOf(one.payment_method) },
      ...{ amount: displayMoney(one.amount, decimals), desk: codeOf(one['received_by_desk'] as Code) },
    }));
