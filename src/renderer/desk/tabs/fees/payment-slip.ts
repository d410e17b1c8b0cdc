import type { PatronView } from '../../../../contract/desk.ts';
import type { Slip } from '../../../../contract/slips.ts';
import { methodName } from './methods.ts';
import type { Payment } from './payment.svelte.ts';
import { sumOf } from './till.ts';

/** Something that was paid, and what is owed of it then. */
interface Paid {
  readonly fee: string;
  readonly title: string;
  readonly paid: string;
  readonly left: string;
}

/** What the patron takes along: what was paid on what, and with cash what went over the counter. */
export function paymentSlip(
  reader: Pick<PatronView, 'name' | 'barcode'>,
  payment: Payment,
  {
    fees,
    transaction = '',
    owed = null,
  }: {
    readonly fees: readonly Paid[];
    readonly transaction?: string;
    readonly owed?: string | null;
  },
): Slip {
  const { currency, decimals, till, untold, method } = payment;
  const sum = (amount: string): { amount: string; currency: string } => ({ amount, currency });
  const counted = till.kind === 'enough' ? till : null;
  return {
    kind: 'payment',
    reader: { name: reader.name, barcode: reader.barcode },
    fees: fees.map((one) => ({ ...one, paid: sum(one.paid), left: sum(one.left) })),
    paid: sum(
      sumOf(
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
