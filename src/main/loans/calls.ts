import type { Deps } from '../deps.ts';
import { askedFor, listLoans, renewLoans } from './loans.ts';
import { setDueDate } from './due-date.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's loans. */
export function loanHandlers(deps: Deps): HandlersOf<'loans'> {
  return {
    'loans.list': ({ userId }, { report, signal }) => listLoans(deps, userId, report, signal),
    'loans.renew': (input, { report, signal }) => renewLoans(deps, input, report, signal),
    'loans.askedFor': ({ items }, { report, signal }) => askedFor(deps, items, report, signal),
    'loans.setDue': (input, { signal }) => setDueDate(deps, input, signal),
  };
}
