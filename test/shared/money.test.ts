import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amount,
  isSameAmount,
  judgeAmount,
  parseAmount,
  split,
  sum,
  sumShown,
} from '../../src/shared/money.ts';

test('a sum is exact, and what is not there adds nothing', () => {
  expect(sum(['0.10', 0.2, null, undefined, '-0.05'])).toBe('0.25');
  expect(sum([])).toBe('0.00');
  expect(sum(['1.234', '1'], 3)).toBe('2.234');
});

test('a sum that is shown is nothing where one amount could not be read', () => {
  expect(sumShown(['0.10', '0.20'], 2)).toBe('0.30');
  expect(sumShown(['12.50', '-5.00'], 2)).toBe('7.50');
  expect(sumShown([], 2)).toBe('0.00');
  for (const none of ['', '-', '--5', 'five']) expect(sumShown(['1.00', none], 2)).toBe('');
});

test.each(['+1', '1e9', '1,50', '.', '-', '٣'])('%s is no amount', (text) => {
  expect(parseAmount(text)).toBeNull();
  expect(judgeAmount(text, 2)).toBe('notAnAmount');
});

test('an amount that somebody typed is not below 0, and no finer than the currency', () => {
  const result = (text: string, decimals: number) => judgeAmount(text, decimals).toString();
  expect([result(' 12.50 ', 2), result('.5', 1), result('7.', 0), result('0', 0)]).toEqual([
    ...['12.5', '0.5', '7', '0'],
  ]);
  expect([result(' ', 2), result('-0.01', 2), result('0.999', 2), result('1.5', 0)]).toEqual([
    ...['required', 'notPositive', 'tooManyDecimals', 'tooManyDecimals'],
  ]);
});

test.each([null, undefined, '', ' '])('%j is no amount', (none) => {
  expect(() => amount(none)).toThrow('not an amount: ""');
});

test('two amounts are the same by what they are worth, and one that is none is the same as nothing', () => {
  expect([isSameAmount('5', 5), isSameAmount('5.00', ' 5 '), isSameAmount('5', '5.01')]).toEqual([
    ...[true, true, false],
  ]);
  for (const none of ['', null, undefined, 'five', '5,00']) {
    expect([isSameAmount(none, none), isSameAmount('5', none), isSameAmount(none, '5')]).toEqual([
      ...[false, false, false],
    ]);
  }
});

describe('a sum that is split', () => {
  const fees = [
    { feeId: 'old', balance: '5.00' },
    { feeId: 'credit', balance: '-2.00' },
    { feeId: 'paid', balance: '0.00' },
    { feeId: 'new', balance: '7.50' },
  ];

  test('pays the first fees whole and the last one in part', () => {
    expect(split('6.25', fees)).toEqual([
      { feeId: 'old', amount: '5.00', remaining: '0.00' },
      { feeId: 'new', amount: '1.25', remaining: '6.25' },
    ]);
  });

  test('gives no share where nothing is left, and none above what is owed', () => {
    expect(split('5', fees)).toEqual([{ feeId: 'old', amount: '5.00', remaining: '0.00' }]);
    expect(split('0', fees)).toEqual([]);
    expect(split('100', fees).map((share) => share.remaining)).toEqual(['0.00', '0.00']);
  });

  test('is given out whole, as far as there is anything to pay', () => {
    const cents = fc.integer({ min: -500, max: 5000 });
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 6 }), (total, balances) => {
        const all = balances.map((balance, at) => ({
          feeId: String(at),
          balance: (balance / 100).toFixed(2),
        }));
        const shares = split((total / 100).toFixed(2), all);
        const debt = balances.reduce((now, balance) => now + Math.max(0, balance), 0);
        const inputs = sum(shares.map((share) => share.amount));
        expect(inputs).toBe((Math.max(0, Math.min(total, debt)) / 100).toFixed(2));
        for (const { feeId, amount: part, remaining } of shares) {
          expect(amount(part).gt(0)).toBe(true);
          expect(sum([part, remaining])).toBe(all[Number(feeId)]?.balance);
        }
      }),
    );
  });
});
