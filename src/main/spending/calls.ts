import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { chargesOf, invoicesOf } from './spending.ts';

/** What was spent, from the invoices. */
export function spendingHandlers(deps: Deps): HandlersOf<'spending'> {
  return {
    'spending.invoices': (months, { signal, report }) => invoicesOf(deps, months, { signal, report }),
    'spending.charges': ({ invoiceIds }, { signal }) => chargesOf(deps, invoiceIds, signal),
  };
}
