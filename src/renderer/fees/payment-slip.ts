import type { PatronView } from '../../contract/desk.ts';
import type { Slip } from '../../contract/slips.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { methodName } from './methods.ts';
import type { Payment } from './payment.svelte.ts';
import { sumShown } from '../../shared/money.ts';

/** Something that was paid, and what is owed of it then. */
interface PaidLine {
  readonly fee: string;
  readonly title: string;
  readonly paid: string;
  /** Null where it could not be read. */
  readonly left: string | null;
}

/** The slip of a payment. */
export type PaymentSlip = Extract<Slip, { kind: 'payment' }>;

/** What the patron takes along: what was paid on what, and with cash what went over the counter. */
export function paymentSlip(
  reader: Pick<PatronView, 'name' | 'barcode'>,
  payment: Payment,
  {
    fees,
    transaction = '',
    owed = null,
  }: {
    readonly fees: readonly PaidLine[];
    readonly transaction?: string;
    readonly owed?: string | null;
  },
): PaymentSlip {
  const { currency, decimals, till, untold, method } = payment;
  const sum = (amount: string): { amount: string; currency: string } => ({ amount, currency });
  const counted = till.kind === 'enough' ? till : null;
  return {
    kind: 'payment',
    reader: { name: reader.name, barcode: reader.barcode },
    fees: fees.map((one) => ({
      ...one,
      paid: sum(one.paid),
      left: one.left === null ? null : sum(one.left),
    })),
    paid: sum(
      sumShown(
        fees.map((one) => one.paid),
        decimals,
      ),
    ),
    method: untold ? '' : methodName(method),
    transaction,
    given: counted && sum(counted.taken),
    change: counted && sum(counted.change),
    owed: owed === null ? null : sum(owed),
  };
}

/**
 * Something was paid: its slip is printed or offered, and the sum stands on that of the session. Whoever paid may have
 * been followed by the next one.
 */
export function handOver(
  { desk, slips }: Pick<Shell, 'desk' | 'slips'>,
  { userId }: Pick<PatronView, 'userId'>,
  { slip, decimals }: { readonly slip: PaymentSlip; readonly decimals: number },
): void {
  const before = desk.amountsPaid[userId]?.amount;
  const amounts = [...(before === undefined ? [] : [before]), slip.paid.amount];
  const paid = { amount: sumShown(amounts, decimals), currency: slip.paid.currency };
  desk.amountsPaid = { ...desk.amountsPaid, [userId]: paid };
  // Whose slip it is has to stand there to be asked: nobody is handed another's.
  if (desk.patron?.userId === userId) slips.offer(slip);
  else slips.printAutomatic(slip);
}
