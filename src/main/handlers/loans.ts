import type { Parts } from '../rooms/parts.ts';
import { askedFor } from '../tasks/asked-for.ts';
import { setDueDate } from '../tasks/due-date.ts';
import { listLoans, renewLoans } from '../tasks/loans.ts';
import type { HandlersOf } from './part.ts';

/** A patron's loans. */
export function loanHandlers(parts: Parts): HandlersOf<'loans'> {
  return {
    'loans.list': ({ userId }, { report, signal }) => listLoans(parts, userId, report, signal),
    'loans.renew': (wanted, { report, signal }) => renewLoans(parts, wanted, report, signal),
    'loans.askedFor': ({ items }, { report, signal }) => askedFor(parts, items, report, signal),
    'loans.setDue': (wanted, { signal }) => setDueDate(parts, wanted, signal),
  };
}
