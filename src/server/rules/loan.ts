import { amount, toAmount } from '../../shared/money.ts';
import { codeOf, momentOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { StoredRequest } from '../store/requests.ts';
import { daysLater, endOfDay } from './calendar.ts';
import { inCurrency } from './sums.ts';

/**
 * The states of a loan, and what moves it:
 *
 *     (none) ── lend ───> ACTIVE, process NORMAL
 *     ACTIVE ── renew ──> ACTIVE, process RENEW, due later
 *     ACTIVE ── change of the due date ──> ACTIVE
 *     ACTIVE ── return ─> COMPLETE
 *
 * Source: User loans; the rules per item policy are ours.
 */
interface Policy {
  readonly days: number;
  readonly renewals: number;
  /** Deployed services refuse some renewals with HTTP 200 and an unchanged due date; this policy does. */
  readonly refusesInBody?: true;
}

const policies: Readonly<Record<string, Policy>> = {
  LOAN: { days: 28, renewals: 2 },
  SHORT: { days: 7, renewals: 2 },
  MEDIA: { days: 14, renewals: 0, refusesInBody: true },
};

/** The rules of an item policy; undefined where it does not lend (REFERENCE, or a policy we do not know). */
export function policyOf(itemPolicy: string): Policy | undefined {
  return Object.hasOwn(policies, itemPolicy) ? policies[itemPolicy] : undefined;
}

/** When an item lent now is due. */
export function dueDate(policy: Policy, now: Date, timeZone: string): Date {
  return endOfDay(daysLater(now, policy.days), timeZone);
}

/** When a renewed loan is due: counted from its due date, or from now if that is past. */
export function renewedDueDate(policy: Policy, loan: Loan, now: Date, timeZone: string): Date {
  const due = new Date(momentOf(loan.due_date));
  return endOfDay(daysLater(due > now ? due : now, policy.days), timeZone);
}

/** Why a loan cannot be renewed, in words for the message; undefined if it can. */
export function renewalObstacle(facts: {
  loan: Loan;
  renewals: number;
  blocked: string | undefined;
  waiting: StoredRequest | undefined;
}): string | undefined {
  if (facts.blocked !== undefined) return `patron is blocked: ${facts.blocked}`;
  if (facts.waiting !== undefined) return 'item is requested by another patron';
  const policy = policyOf(codeOf(facts.loan.item_policy));
  if (policy === undefined) return 'item is not loanable';
  if (facts.renewals >= policy.renewals) return 'the limit of renewals has been reached';
  return undefined;
}

/** The library's fine for each day overdue, started days counted, and the most it asks. SCI has none. Ours. */
const fines: Readonly<Record<string, { perDay: string; most: string }>> = {
  MAIN: { perDay: '0.50', most: '30.00' },
  LAW: { perDay: '1.00', most: '50.00' },
};

/** What is owed for a loan that comes back at this moment, with the currency's decimals; nothing is `0`. */
export function overdueFine(loan: Loan, now: Date, decimals: number): string {
  const rule = fines[codeOf(loan.library)];
  const late = now.getTime() - new Date(momentOf(loan.due_date)).getTime();
  if (rule === undefined || late <= 0) return toAmount(amount(0), decimals);
  const fine = inCurrency(rule.perDay, decimals).times(Math.ceil(late / 86_400_000));
  const most = inCurrency(rule.most, decimals);
  return toAmount(fine.gt(most) ? most : fine, decimals);
}
