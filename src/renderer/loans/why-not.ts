import { m } from '../../messages/compiled/messages.js';
import type { PatronView } from '../../contract/desk.ts';
import type { LoanView } from '../../contract/loans.ts';

/**
 * Why a loan cannot be renewed, as far as anything says so: the patron's blocks, another patron who requests the item,
 * and the service's own words of the last time where there are no words of ours. `isRequested` is undefined until that was looked up.
 */
export function whyNot(loan: LoanView, patron: PatronView, isRequested: boolean | undefined): string {
  const [block] = patron.blocks;
  if (block) return m.loans_why_blocked({ block: block.label });
  if (patron.expired) return m.loans_why_expired();
  if (loan.lastRefusal === '' && isRequested === undefined) return m.loans_why_looking();
  if (isRequested) return m.loans_why_asked();
  return loan.lastRefusal === '' ? m.loans_why_unsaid() : m.loans_why_last({ words: loan.lastRefusal });
}
