import type { Deps } from '../deps.ts';
import type { Tills } from '../takings/tills.ts';
import { chargeFee } from './charge.ts';
import { codesOf, codesOr, tables } from '../configuration/code-tables.ts';
import { listFees, planPayment } from './fees.ts';
import { payAll, payFee, paySplit } from './pay.ts';
import { disputeFee, restoreFee, waiveFee } from './waive-dispute.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's fees. Payments go into the till of the window that asks. */
export function feeHandlers(deps: Deps, tills: Tills): HandlersOf<'fees'> {
  const withTill = <T>(window: number, input: T): T & { till: string } => ({
    ...input,
    till: tills.of(window).id,
  });
  return {
    'fees.list': (input, { signal }) => listFees(deps, input, signal),
    'fees.types': async (_input, { signal }) =>
      codesOf(await deps.connection.service(), tables.feeTypes, signal),
    'fees.create': (input, { signal }) => chargeFee(deps, input, signal),
    'fees.reasons': async (_input, { signal }) =>
      codesOf(await deps.connection.service(), tables.feeReasons, signal),
    'fees.methods': async (_input, { signal }) =>
      codesOr(await deps.connection.service(), tables.paymentMethods, ['CASH'], signal),
    'fees.pay': (payment, { signal, window }) => payFee(deps, withTill(window, payment), signal),
    'fees.payAll': (payment, { signal, window }) => payAll(deps, withTill(window, payment), signal),
    'fees.plan': (input, { signal }) => planPayment(deps, input, signal),
    'fees.paySplit': (payment, { report, signal, window }) =>
      paySplit(deps, withTill(window, payment), report, signal),
    'fees.waive': (input, { signal, window }) => waiveFee(deps, withTill(window, input), signal),
    'fees.dispute': (input, { signal }) => disputeFee(deps, input, signal),
    'fees.restore': (input, { signal }) => restoreFee(deps, input, signal),
  };
}
