import type { Parts } from '../deps.ts';
import type { Tills } from '../takings/tills.ts';
import { chargeFee } from './charge.ts';
import { codesOf, tables } from '../configuration/code-tables.ts';
import { listFees, planPayment } from './fees.ts';
import { payAll, payFee, paySplit } from './pay.ts';
import { disputeFee, restoreFee, waiveFee } from './settle.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's fees; what is paid goes into the till of the window that asks. */
export function feeHandlers(parts: Parts, tills: Tills): HandlersOf<'fees'> {
  const at = <T>(window: number, wanted: T): T & { till: string } => ({
    ...wanted,
    till: tills.of(window).id,
  });
  return {
    'fees.list': (wanted, { signal }) => listFees(parts, wanted, signal),
    'fees.types': async (_input, { signal }) =>
      codesOf(await parts.standing.service(), tables.feeTypes, signal),
    'fees.create': (wanted, { signal }) => chargeFee(parts, wanted, signal),
    'fees.reasons': async (_input, { signal }) =>
      codesOf(await parts.standing.service(), tables.feeReasons, signal),
    'fees.pay': (payment, { signal, window }) => payFee(parts, at(window, payment), signal),
    'fees.payAll': (payment, { signal, window }) => payAll(parts, at(window, payment), signal),
    'fees.plan': (wanted, { signal }) => planPayment(parts, wanted, signal),
    'fees.paySplit': (payment, { report, signal, window }) =>
      paySplit(parts, at(window, payment), report, signal),
    'fees.waive': (wanted, { signal, window }) => waiveFee(parts, at(window, wanted), signal),
    'fees.dispute': (wanted, { signal }) => disputeFee(parts, wanted, signal),
    'fees.restore': (wanted, { signal }) => restoreFee(parts, wanted, signal),
  };
}
