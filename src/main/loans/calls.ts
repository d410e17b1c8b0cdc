import type { Parts } from '../deps.ts';
import { askedFor } from './asked-for.ts';
import { setDueDate } from './due-date.ts';
import { listLoans, renewLoans } from './loans.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's loans. */
export function loanHandlers(parts: Parts): HandlersOf<'loans'> {
  return {
    'loans.list': ({ userId }, { report, signal }) => listLoans(parts, userId, report, signal),
    'loans.renew': (wanted, { report, signal }) => renewLoans(parts, wanted, report, signal),
    'loans.askedFor': ({ items }, { report, signal }) => askedFor(parts, items, report, signal),
    'loans.setDue': (wanted, { signal }) => setDueDate(parts, wanted, signal),
  };
}
