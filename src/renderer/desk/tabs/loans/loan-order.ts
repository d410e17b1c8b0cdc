import type { LoanView } from '../../../../contract/loans.ts';
import { formatLocale } from '../../../format.ts';

/** What a list of loans can be ordered by. */
export const orders = ['due', 'title', 'loaned'] as const;
export type Order = (typeof orders)[number];

/** Which loans are shown. */
export const filters = ['all', 'overdue', 'dueSoon', 'notRenewable'] as const;
export type Filter = (typeof filters)[number];

/** Whole days ahead that count as soon. */
const soonDays = 3;

/** Due within the next days, and not over. */
export function isDueSoon(loan: LoanView, now: Date = new Date()): boolean {
  const due = Date.parse(loan.due);
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + soonDays + 1);
  return !loan.overdue && due >= now.getTime() && due < end.getTime();
}

export function passes(filter: Filter, loan: LoanView, now: Date = new Date()): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'overdue':
      return loan.overdue;
    case 'dueSoon':
      return isDueSoon(loan, now);
    case 'notRenewable':
      return loan.renewable === false;
  }
}

/** The loans in this order; those that are equal in it in the order of their due dates. */
export function ordered(loans: readonly LoanView[], order: Order): readonly LoanView[] {
  const byDue = loans.toSorted((one, other) => one.due.localeCompare(other.due));
  if (order === 'due') return byDue;
  if (order === 'loaned') return byDue.sort((one, other) => other.loaned.localeCompare(one.loaned));
  const { compare } = new Intl.Collator(formatLocale(), { numeric: true });
  return byDue.sort((one, other) => compare(one.title, other.title));
}
