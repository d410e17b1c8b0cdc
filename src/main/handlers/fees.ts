import type { Parts } from '../rooms/parts.ts';
import { codesOf, tables } from '../tasks/code-tables.ts';
import { listFees, planPayment } from '../tasks/fees.ts';
import { payAll, payFee, paySplit } from '../tasks/pay.ts';
import { disputeFee, restoreFee, waiveFee } from '../tasks/settle-fee.ts';
import type { HandlersOf } from './part.ts';

/** A patron's fees. */
export function feeHandlers(parts: Parts): HandlersOf<'fees'> {
  return {
    'fees.list': (wanted, { signal }) => listFees(parts, wanted, signal),
    'fees.reasons': async (_input, { signal }) =>
      codesOf(await parts.standing.service(), tables.feeReasons, signal),
    'fees.pay': (payment, { signal }) => payFee(parts, payment, signal),
    'fees.payAll': (payment, { signal }) => payAll(parts, payment, signal),
    'fees.plan': (wanted, { signal }) => planPayment(parts, wanted, signal),
    'fees.paySplit': (payment, { report, signal }) => paySplit(parts, payment, report, signal),
    'fees.waive': (wanted, { signal }) => waiveFee(parts, wanted, signal),
    'fees.dispute': (wanted, { signal }) => disputeFee(parts, wanted, signal),
    'fees.restore': (wanted, { signal }) => restoreFee(parts, wanted, signal),
  };
}
