import type { PatronView } from '../../contract/desk.ts';
import type { Slip } from '../../contract/slips.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { methodName } from './methods.svelte.ts';
import type { Payment } from './payment.svelte.ts';
import { sumShown } from '../../shared/money.ts';

/** A payment on one fee, and what is owed of the fee after it. */
interface PaidLine {
  readonly fee: string;
  readonly title: string;
  readonly paid: string;
  /** Null where it could not be read. */
  readonly left: string | null;
}

/** The slip of a payment. */
export type PaymentSlip = Extract<Slip, { kind: 'payment' }>;

/** The receipt for the patron: the payments by fee, and for cash the sum taken and the change. */
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
  const { currency, decimals, untold, method } = payment;
  const paid = sumShown(
    fees.map((one) => one.paid),
    decimals,
  );
  // Of several payments some may have been refused: the change is that of what was paid.
  const cash = payment.cashFor(paid);
  const sum = (amount: string): { amount: string; currency: string } => ({ amount, currency });
  const counted = cash.kind === 'enough' ? cash : null;
  return {
    kind: 'payment',
    reader: { name: reader.name, barcode: reader.barcode },
    fees: fees.map((one) => ({
      ...one,
      paid: sum(one.paid),
      left: one.left === null ? null : sum(one.left),
    })),
    paid: sum(paid),
    method: untold ? '' : methodName(method),
    transaction,
    given: counted && sum(counted.taken),
    change: counted && sum(counted.change),
    owed: owed === null ? null : sum(owed),
  };
}

/**
 * After a payment: prints or offers its slip, and adds the sum to that of the session. Another patron may be at the desk
 * by then.
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
  // The slip is offered only while its patron is at the desk: no patron gets the slip of another.
  if (desk.patron?.userId === userId) slips.offer(slip);
  else slips.printAutomatic(slip);
}
