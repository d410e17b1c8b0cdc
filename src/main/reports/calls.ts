import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { deskNumbers } from './desk-numbers.ts';
import { readFeeTransactions } from './fee-transactions.ts';

/** Reports of the service and of this station. */
export function reportsHandlers(deps: Deps): HandlersOf<'reports'> {
  return {
    'reports.feeTransactions': (asked, { signal, report }) =>
      readFeeTransactions(deps, asked, { signal, report }),
    'reports.deskNumbers': (period, { signal }) => deskNumbers(deps, period, signal),
  };
}
