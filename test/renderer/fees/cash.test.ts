import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cashTaken, exampleOf, remainingAfter } from '../../../src/renderer/fees/payment.svelte.ts';
import { sumShown, readAmount } from '../../../src/shared/money.ts';

/** An amount in hundredths, so that the truth can be told in whole numbers. */
const cents = fc.integer({ min: 0, max: 100_000_000 });
const written = (hundredths: number): string => new Big(hundredths).div(100).toFixed(2);

describe('an amount as typed', () => {
  test.each([
    ['12.50', '12.50'],
    ['12', '12.00'],
    ['.5', '0.50'],
    ['0', '0.00'],
    [' 3.00 ', '3.00'],
    ['007', '7.00'],
  ])('%s is %s', (text, amount) => {
    expect(readAmount(text)?.toFixed(2)).toBe(amount);
  });

  test.each(['', '-1', '+1', '1e9', 'abc', '1,50', '1.2.3', '٣', '.', '1 000', 'NaN', 'Infinity'])(
    '%s is none',
    (text) => {
      expect(readAmount(text)).toBeNull();
    },
  );
});

describe('what is left after paying', () => {
  test('what is paid and what is left are what was owed, to the last cent', () => {
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const balance = written(Math.max(one, other));
        const paying = written(Math.min(one, other));
        const remaining = remainingAfter(balance, paying, 2);
        if (Math.min(one, other) === 0) expect(remaining).toBeNull();
        else expect(sumShown([paying, remaining ?? ''], 2)).toBe(balance);
      }),
    );
  });

  test.each([
    ['more than is owed', '10.01'],
    ['nothing', '0.00'],
    ['finer than the currency', '1.005'],
    ['no amount', '1,50'],
  ])('nothing is foretold for %s', (_, paying) => {
    expect(remainingAfter('10.00', paying, 2)).toBeNull();
  });

  test('a currency without decimals', () => {
    expect(remainingAfter('1200', '500', 0)).toBe('700');
    expect(remainingAfter('1200', '500.5', 0)).toBeNull();
  });
});

describe('the till', () => {
  test('gives back what was taken beyond what is paid, and says what is missing otherwise', () => {
    fc.assert(
      fc.property(cents, cents, (paying, taken) => {
        const found = cashTaken(written(paying), written(taken), 2);
        if (taken < paying) expect(found).toEqual({ kind: 'short', missing: written(paying - taken) });
        else
          expect(found).toEqual({ kind: 'enough', taken: written(taken), change: written(taken - paying) });
      }),
    );
  });

  test.each([0, 2, 3])('counts exactly in a currency of %i decimals', (decimals) => {
    const inUnits = (units: number): string => new Big(units).div(10 ** decimals).toFixed(decimals);
    fc.assert(
      fc.property(cents, cents, (one, other) => {
        const [due, taken] = [Math.min(one, other), Math.max(one, other)];
        expect(cashTaken(inUnits(due), inUnits(taken), decimals)).toEqual({
          kind: 'enough',
          taken: inUnits(taken),
          change: inUnits(taken - due),
        });
        // A part of the smallest coin is none.
        expect(
          cashTaken(inUnits(due), `${new Big(inUnits(taken)).toFixed(decimals + 1).slice(0, -1)}1`, decimals)
            .kind,
        ).toBe('unreadable');
      }),
    );
  });

  test('an example has the decimals of the currency', () => {
    expect([0, 2, 3].map((decimals) => exampleOf(decimals, 12.5))).toEqual(['1250', '12.50', '12.500']);
  });

  test('sums that floats get wrong', () => {
    expect(cashTaken('0.10', '0.30', 2)).toEqual({ kind: 'enough', taken: '0.30', change: '0.20' });
  });

  test('never answers with a text that is no amount', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (paying, taken) => {
        const found = cashTaken(paying, taken, 2);
        if (found.kind === 'enough') expect(found.change).toMatch(/^\d+\.\d\d$/);
        if (found.kind === 'short') expect(found.missing).toMatch(/^\d+\.\d\d$/);
      }),
    );
  });

  test('nothing entered is nothing wrong; what cannot be read is said', () => {
    expect(cashTaken('5.00', ' ', 2)).toEqual({ kind: 'none' });
    expect(cashTaken('5.00', '5,00', 2)).toEqual({ kind: 'unreadable' });
    expect(cashTaken('5.00', '5.001', 2)).toEqual({ kind: 'unreadable' });
    expect(cashTaken('what?', '5.00', 2)).toEqual({ kind: 'none' });
  });
});
