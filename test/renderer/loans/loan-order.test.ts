import { describe, expect, it } from 'vitest';
import type { LoanView } from '../../../src/contract/loans.ts';
import { daysLate, isDueSoon, ordered, passes } from '../../../src/renderer/loans/loan-order.ts';

const loan = (loanId: string, more: Partial<LoanView> = {}): LoanView => ({
  loanId,
  barcode: '',
  title: loanId,
  author: '',
  callNumber: '',
  library: '',
  due: '2027-01-20T21:59:59.000Z',
  overdue: false,
  loaned: '2027-01-01T10:00:00.000Z',
  renewable: true,
  itemId: '',
  mmsId: '',
  holdingId: '',
  lastRefusal: '',
  ...more,
});

const ids = (loans: readonly LoanView[]): string => loans.map(({ loanId }) => loanId).join(' ');

describe('the order of loans', () => {
  const loans = [
    loan('c', { title: 'Zébra 10', due: '2027-01-03T00:00:00.000Z', loaned: '2026-12-01T00:00:00.000Z' }),
    loan('a', { title: 'Zebra 9', due: '2027-01-02T00:00:00.000Z', loaned: '2026-12-03T00:00:00.000Z' }),
    loan('b', { title: 'apple', due: '2027-01-01T00:00:00.000Z', loaned: '2026-12-03T00:00:00.000Z' }),
  ];

  it('is by due date, by title as a person reads it, or the newest first', () => {
    expect(ids(ordered(loans, 'due'))).toBe('b a c');
    expect(ids(ordered(loans, 'title'))).toBe('b a c');
    expect(ids(ordered(loans, 'loaned'))).toBe('b a c');
    expect(ids(ordered([...loans, loan('d', { title: 'Zebra 10' })], 'title'))).toBe('b a d c');
  });
});

describe('which loans are shown', () => {
  const now = new Date(2027, 0, 10, 12, 0);
  const due = (day: number, hour = 23): string => new Date(2027, 0, day, hour, 59).toISOString();

  it('is due soon until the end of the third day, and not once it is over', () => {
    expect(isDueSoon(loan('a', { due: due(10) }), now)).toBe(true);
    expect(isDueSoon(loan('a', { due: due(13) }), now)).toBe(true);
    expect(isDueSoon(loan('a', { due: due(14) }), now)).toBe(false);
    expect(isDueSoon(loan('a', { due: due(10, 8), overdue: true }), now)).toBe(false);
    expect(isDueSoon(loan('a', { due: '' }), now)).toBe(false);
  });

  it('is late by days of the calendar, whatever the hours: not at all on the day it was due', () => {
    const late = (day: number, hour?: number): number => daysLate(loan('a', { due: due(day, hour) }), now);
    expect([late(9), late(9, 1), late(8), late(1)]).toEqual([1, 1, 2, 9]);
    expect([late(10, 8), late(11)]).toEqual([0, 0]);
    expect(daysLate(loan('a', { due: '' }), now)).toBe(0);
    // A day of 23 hours is a day.
    const spring = new Date(2027, 2, 20, 1);
    expect(daysLate(loan('a', { due: spring.toISOString() }), new Date(2027, 3, 9, 0, 30))).toBe(20);
  });

  it('cannot be renewed only where the service says so', () => {
    expect(passes('notRenewable', loan('a', { renewable: false }), now)).toBe(true);
    expect(passes('notRenewable', loan('a', { renewable: null }), now)).toBe(false);
    expect(passes('overdue', loan('a', { overdue: true }), now)).toBe(true);
    expect(passes('all', loan('a'), now)).toBe(true);
  });
});
