import type { Deps } from '../deps.ts';
import type { Tills } from '../takings/tills.ts';
import { chargeFee } from './charge.ts';
import { codesOf, tables } from '../configuration/code-tables.ts';
import { listFees, planPayment } from './fees.ts';
import { payAll, payFee, paySplit } from './pay.ts';
import { disputeFee, restoreFee, waiveFee } from './settle.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's fees; what is paid goes into the till of the window that asks. */
export function feeHandlers(deps: Deps, tills: Tills): HandlersOf<'fees'> {
  const at = <T>(window: number, wanted: T): T & { till: string } => ({
    ...wanted,
    till: tills.of(window).id,
  });
  return {
    'fees.list': (wanted, { signal }) => listFees(deps, wanted, signal),
    'fees.types': async (_input, { signal }) =>
      codesOf(await deps.connection.service(), tables.feeTypes, signal),
    'fees.create': (wanted, { signal }) => chargeFee(deps, wanted, signal),
    'fees.reasons': async (_input, { signal }) =>
      codesOf(await deps.connection.service(), tables.feeReasons, signal),
    'fees.pay': (payment, { signal, window }) => payFee(deps, at(window, payment), signal),
    'fees.payAll': (payment, { signal, window }) => payAll(deps, at(window, payment), signal),
    'fees.plan': (wanted, { signal }) => planPayment(deps, wanted, signal),
    'fees.paySplit': (payment, { report, signal, window }) =>
      paySplit(deps, at(window, payment), report, signal),
    'fees.waive': (wanted, { signal, window }) => waiveFee(deps, at(window, wanted), signal),
    'fees.dispute': (wanted, { signal }) => disputeFee(deps, wanted, signal),
    'fees.restore': (wanted, { signal }) => restoreFee(deps, wanted, signal),
  };
}
