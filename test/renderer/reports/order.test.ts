import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeeTransactionRow } from '../../../src/contract/reports.ts';
import {
  actOf,
  compareAmounts,
  groupsOf,
  sumsOf,
} from '../../../src/renderer/reports/fee-transactions/figures.ts';
import { rowColumns, sortRows } from '../../../src/renderer/reports/fee-transactions/order.ts';
import { firstDayOfWeek, periodOf } from '../../../src/renderer/reports/fee-transactions/periods.ts';
import { rowLines, sheetTime } from '../../../src/renderer/reports/fee-transactions/printed.ts';
import { groupName, nameOf } from '../../../src/renderer/reports/fee-transactions/names.ts';
import { daysOfSpan } from '../../../src/renderer/reports/desk-numbers.svelte.ts';
import { amount } from '../../../src/shared/money.ts';

const coded = (code: string) => ({ code, label: code });
const row = (more: Partial<FeeTransactionRow> & { key: string }): FeeTransactionRow => ({
  ...{ at: '2026-11-25T10:00:00.000Z', day: '2026-11-25', type: coded('PAYMENT'), method: coded('CASH') },
  ...{ money: { amount: '1.00', currency: 'ILS' }, feeType: coded('OTHER'), library: coded('MAIN') },
  ...{ desk: coded(''), deskLibrary: coded(''), status: coded('ACTIVE'), externalId: '' },
  ...more,
});
const collator = new Intl.Collator('en', { numeric: true });

describe('amounts', () => {
  const text = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 6 }))
    .map(([isLess, whole, decimals]) => {
      const digits = String(whole).padStart(decimals + 1, '0');
      const cut = digits.length - decimals;
      return `${isLess ? '-' : ''}${digits.slice(0, cut)}${decimals > 0 ? `.${digits.slice(cut)}` : ''}`;
    });

  test('are in the order of their exact values, however long', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(Math.sign(compareAmounts(one, other))).toBe(amount(one).cmp(amount(other)));
      }),
      { numRuns: 2000 },
    );
    expect(compareAmounts('9007199254740993.00', '9007199254740992.00')).toBeGreaterThan(0);
  });

  test('that cannot be read come before all others, and are in no sum', () => {
    expect(compareAmounts('', '-5')).toBeLessThan(0);
    const rows = [row({ key: 'a' }), row({ key: 'b', money: { amount: '', currency: 'ILS' } })];
    expect(sumsOf(rows)).toEqual([{ currency: 'ILS', count: 2, unread: 1, amounts: { PAYMENT: '1.00' } }]);
  });

  test('of desks with one code, in two libraries, are two groups; where no desk is known they are none', () => {
    const desk = coded('DESK');
    const rows = [
      row({ key: 'a', desk, deskLibrary: coded('MAIN') }),
      row({ key: 'b', desk, deskLibrary: { code: 'LAW', label: 'Law Library' } }),
      row({ key: 'c', desk, deskLibrary: coded('MAIN') }),
      row({ key: 'd', desk }),
      row({ key: 'e', deskLibrary: coded('MAIN') }),
    ];
    expect(groupsOf(rows, 'desk').map((group) => [groupName(group, 'desk'), group.count])).toEqual([
      ['MAIN · DESK', 2],
      ['Law Library · DESK', 1],
      ['DESK', 1],
      [groupName({ of: coded('') }, 'desk'), 1],
    ]);
    expect(rows.map((one) => nameOf(one, 'desk'))).toEqual([
      ...['MAIN · DESK', 'Law Library · DESK', 'MAIN · DESK', 'DESK', ''],
    ]);
  });

  test('of two currencies, and of what is paid and waived, are never one sum', () => {
    const rows = [
      row({ key: 'a', money: { amount: '0.10', currency: 'ILS' } }),
      row({ key: 'b', money: { amount: '0.20', currency: 'ILS' } }),
      row({ key: 'c', money: { amount: '0.305', currency: 'KWD' } }),
      row({ key: 'd', type: coded('WAIVE'), money: { amount: '7.00', currency: 'ILS' } }),
    ];
    expect(groupsOf(rows, 'day').map(({ currency, amounts }) => [currency, amounts])).toEqual([
      ['ILS', { PAYMENT: '0.30', WAIVE: '7.00' }],
      ['KWD', { PAYMENT: '0.305' }],
    ]);
  });

  test('a kind of which we have no word is another', () => {
    const act = (code: string) => actOf({ type: coded(code) });
    expect(['PAYMENT', 'PAY', 'WAIVE', 'WAIVED', 'DISPUTE', 'RESTORE', 'REFUND', ''].map(act)).toEqual([
      ...['PAYMENT', 'PAYMENT', 'WAIVE', 'WAIVE', 'DISPUTE', 'RESTORE', 'OTHER', 'OTHER'],
    ]);
  });
});

describe('transactions in the order of a column', () => {
  test('are all there, and those that are alike stay in their order', () => {
    const some = fc.array(
      fc.record({
        at: fc.constantFrom('', '2026-11-25', '2026-11-25T10:00:00.000Z'),
        library: fc.constantFrom('MAIN', 'LAW', 'constructor').map(coded),
        money: fc.record({
          amount: fc.constantFrom('', '2.00', '10.00'),
          currency: fc.constantFrom('ILS', 'EUR'),
        }),
      }),
    );
    fc.assert(
      fc.property(some, fc.constantFrom(...rowColumns), fc.boolean(), (parts, column, down) => {
        const rows = parts.map((part, index) => row({ key: String(index), ...part }));
        const sorted = sortRows(rows, { column, down }, nameOf, collator);
        expect(sorted.map(({ key }) => key).toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
        expect(sortRows(sorted, { column, down }, nameOf, collator)).toEqual(sorted);
      }),
    );
  });

  test('a table for a spreadsheet has the currency beside the sum, and the time as it is here', () => {
    const [head, line] = rowLines([row({ key: 'a' })]);
    expect(head).toHaveLength(line?.length ?? 0);
    expect(line?.slice(2, 4)).toEqual(['1.00', 'ILS']);
    expect(sheetTime('2026-11-25')).toBe('2026-11-25');
    expect(sheetTime('2026-11-25T10:00:00.000Z')).toMatch(/^2026-11-2[456] \d\d:\d\d:00$/);
    expect(sheetTime('')).toBe('');
  });
});

test('days of a report end today, and a week begins where it does in the country', () => {
  const of = (...args: Parameters<typeof periodOf>) => Object.values(periodOf(...args)).join(' ');
  const today = '2026-03-01'; // a Sunday
  expect(of('today', 1, today)).toBe('2026-03-01 2026-03-01');
  expect(of('yesterday', 1, today)).toBe('2026-02-28 2026-02-28');
  expect(of('thisWeek', 1, today)).toBe('2026-02-23 2026-03-01');
  expect(of('thisWeek', 7, today)).toBe('2026-03-01 2026-03-01');
  expect(of('thisMonth', 1, today)).toBe('2026-03-01 2026-03-01');
  expect(of('lastMonth', 1, today)).toBe('2026-02-01 2026-02-28');
  expect(of('thisYear', 1, today)).toBe('2026-01-01 2026-03-01');
  expect([1, 6, 7]).toContain(firstDayOfWeek('he-IL'));
  expect(daysOfSpan('month', today)).toEqual({ from: '2026-01-31', to: today });
});
