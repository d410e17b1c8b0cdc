import type { LoanView } from '../../contract/loans.ts';
import { formatLocale } from '../ui/format.ts';

/** What a list of loans can be ordered by. */
export const orders = ['due', 'title', 'loaned'] as const;
export type LoanOrder = (typeof orders)[number];

/** Which loans are shown. */
export const filters = ['all', 'overdue', 'dueSoon', 'notRenewable'] as const;
export type Filter = (typeof filters)[number];

/** Whole days ahead that count as soon. */
const soonDays = 3;

/** Due within the next days, and not over. */
export function isDueSoon(loan: LoanView, now: Date = new Date()): boolean {
  if (loan.overdue) return false;
  const due = Date.parse(loan.due);
  if (!(due >= now.getTime())) return false;
  return due < new Date(now.getFullYear(), now.getMonth(), now.getDate() + soonDays + 1).getTime();
}

/** The number of a day of the calendar here, whatever hour it is. */
const dayNumber = (date: Date): number =>
  Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;

/** Days of the calendar since a loan was due; 0 where it was due today, or no day is given. */
export function daysLate(loan: LoanView, now: Date = new Date()): number {
  return Math.max(0, dayNumber(now) - dayNumber(new Date(loan.due))) || 0;
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

/** How many loans each filter shows. */
export function countsOf(loans: readonly LoanView[]): Readonly<Record<Filter, number>> {
  const now = new Date();
  const count = (filter: Filter): number => loans.filter((loan) => passes(filter, loan, now)).length;
  return Object.fromEntries(filters.map((filter) => [filter, count(filter)])) as Record<Filter, number>;
}

/** Moments are written alike, and compared as they are written: a language's order takes many times as long. */
const inTime = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/**
 * The loans in this order; those that are equal in it by their due dates, and of one day as they were lent: what is lent
 * now comes last, and moves no other row.
 */
export function ordered(loans: readonly LoanView[], order: LoanOrder): readonly LoanView[] {
  const byDue = loans.toSorted(
    (one, other) => inTime(one.due, other.due) || inTime(one.loaned, other.loaned),
  );
  if (order === 'due') return byDue;
  if (order === 'loaned') return byDue.sort((one, other) => inTime(other.loaned, one.loaned));
  const { compare } = new Intl.Collator(formatLocale(), { numeric: true });
  return byDue.sort((one, other) => compare(one.title, other.title));
}
