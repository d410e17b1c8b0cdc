import { m } from '../../messages/compiled/messages.js';
import type { PatronView } from '../../contract/desk.ts';
import type { LoanView } from '../../contract/loans.ts';

/**
 * Why a loan cannot be renewed, as far as anything says so: the service's own words of the last time, the patron's
 * blocks, another patron who requests the item. `isRequested` is undefined until that was looked up.
 */
export function whyNot(loan: LoanView, patron: PatronView, isRequested: boolean | undefined): string {
  if (loan.lastRefusal !== '') return m.loans_why_last({ words: loan.lastRefusal });
  const [block] = patron.blocks;
  if (block) return m.loans_why_blocked({ block: block.label });
  if (patron.expired) return m.loans_why_expired();
  if (isRequested === undefined) return m.loans_why_looking();
  return isRequested ? m.loans_why_asked() : m.loans_why_unsaid();
}
