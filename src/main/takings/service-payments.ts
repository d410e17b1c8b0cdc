import { arrayOf, codeOf, momentOf, textOf } from '../../service/read.ts';
import type { Fee } from '../../service/shapes/fee.ts';
import { daysOf, type Slice, slicesOf as slicesOfDays } from '../../shared/report-slices.ts';
import { currencyIn, deskLibraryOf, deskOf } from '../fees/record.ts';
import { isPart } from '../fees/report.ts';
import type { Service } from '../ports.ts';
import { displayMoney } from '../records/values.ts';
import type { TheirPayment } from './matching.ts';

/**
 * The calls in which the time between two moments is read, the oldest days first: its days in UTC, with one more before
 * and after them. The service's clock, or its midnight, may be another.
 */
export const slicesOf = (from: string, to: string): readonly Slice[] =>
  slicesOfDays({ from: from.slice(0, 10), to: to.slice(0, 10) }).toReversed();

/**
 * The payments of fees in one slice; of one library, or of all. Where the service has more than it gives at once, its
 * days are read one by one as well. Source: Configuration (fee-transactions).
 */
export async function readPayments(
  service: Service,
  slice: Slice,
  library: string | null,
  signal: AbortSignal,
): Promise<readonly TheirPayment[]> {
  const whole = await readOnce(service, slice, library, signal);
  if (!whole.isPart || slice.from === slice.to) return whole.payments;
  const parts = [whole.payments];
  for (const day of daysOf(slice))
    parts.push((await readOnce(service, { from: day, to: day }, library, signal)).payments);
  return onceEach(parts);
}

/**
 * The payments of several answers. One that two of them give is one payment: days may overlap, and a fee may come with
 * all that was ever paid on it. Two that are alike in one answer are two.
 */
export function onceEach(answers: readonly (readonly TheirPayment[])[]): readonly TheirPayment[] {
  const known = new Map<string, TheirPayment>();
  for (const answer of answers)
    for (const [marks, alike] of Map.groupBy(answer, (payment) => JSON.stringify(payment)))
      for (const [nth, payment] of alike.entries()) known.set(`${String(nth)} ${marks}`, payment);
  return [...known.values()];
}

async function readOnce(
  service: Service,
  { from, to }: Slice,
  library: string | null,
  signal: AbortSignal,
): Promise<{ readonly payments: readonly TheirPayment[]; readonly isPart: boolean }> {
  const query = {
    // The description and the deployed service call them differently; each passes over what it does not know.
    ...{ from_date: from, to_date: to, transaction_from_date: from, transaction_to_date: to },
    ...(library !== null && { library, owner: library }),
  };
  const options = { signal, priority: 'bulk' } as const;
  const answer = await service.client.call('conf.feeTransactions', { query }, options);
  const usual = currencyIn(answer.envelope);
  return { payments: answer.items.flatMap((fee) => paymentsOf(service, fee, usual)), isPart: isPart(answer) };
}

/** Nothing is converted: an amount in another currency than the till's cannot be read as one of its own. */
const paymentsOf = ({ currency, decimals }: Service, fee: Fee, usual: string): TheirPayment[] => {
  const isOurs = (named: string): boolean =>
    [named, currency].includes('') || named === currency.toUpperCase();
  return arrayOf(fee.transaction)
    .filter(({ type }) => codeOf(type) === '' || /PAY/i.test(codeOf(type)))
    .map((one) => ({
      ...{ number: textOf(one.external_transaction_id), feeId: textOf(fee.id) },
      ...{ at: momentOf(one.transaction_time), method: codeOf(one.payment_method) },
      amount: isOurs(currencyIn(one) || currencyIn(fee) || usual) ? displayMoney(one.amount, decimals) : '',
      desk: codeOf(deskOf(one)),
      deskLibrary: codeOf(deskLibraryOf(one)),
    }));
};
