import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usualNotes } from '../../src/shared/banknotes.ts';
import { balanceCash, cashSum, denominationsOf, typedOrNothing } from '../../src/shared/cash.ts';
import { amount, toAmount } from '../../src/shared/money.ts';

/** An amount in hundredths. */
const cents = fc.integer({ min: 0, max: 10_000_000 });
const asAmount = (hundredths: number): string => toAmount(amount(hundredths).div(100));

describe('the coins and banknotes of a currency', () => {
  const currencies = ['ILS', 'EUR', 'USD', 'KWD', 'JPY', 'RON'];

  test.each(currencies)('of %s are those a desk is handed and more, each once, the largest first', (code) => {
    const { notes, coins } = denominationsOf(code);
    expect(notes).toEqual(expect.arrayContaining([...usualNotes(code)]));
    expect(coins.length).toBeGreaterThan(2);
    for (const list of [notes, coins]) {
      expect(new Set(list).size).toBe(list.length);
      expect(list).toEqual(list.toSorted((one, other) => amount(other).cmp(amount(one))));
    }
  });

  test('have the banknotes that the station has set, and not twice', () => {
    expect(denominationsOf('EUR', ['50', '1000']).notes).toEqual([
      ...['1000', '500', '200', '100', '50', '20', '10', '5'],
    ]);
  });

  test('are none for a currency without a table', () => {
    expect(denominationsOf('ISK')).toEqual({ notes: [], coins: [] });
  });
});

describe('counting a drawer', () => {
  const pieces = fc.array(
    fc.record({ value: cents.map(asAmount), count: fc.integer({ min: 0, max: 5000 }) }),
    { maxLength: 20 },
  );

  test('adds up exactly, in whatever order it is counted', () => {
    fc.assert(
      fc.property(pieces, cents, (counted, other) => {
        const exact = counted.reduce(
          (all, { value, count }) => all + BigInt(value.replace('.', '')) * BigInt(count),
          BigInt(other),
        );
        const sum = cashSum(counted, asAmount(other), 2);
        expect(BigInt(sum.replace('.', ''))).toBe(exact);
        expect(cashSum(counted.toReversed(), asAmount(other), 2)).toBe(sum);
      }),
    );
  });

  test('has no difference exactly where all is there, and takes out what is not left', () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        cents,
        cents,
        fc.integer({ min: -5000, max: 5000 }),
        (float, paid, deposits, back, off) => {
          const should = float + paid + deposits - back;
          fc.pre(should + off >= 0);
          const parts = {
            ...{ float: asAmount(float), paid: asAmount(paid), deposits: asAmount(deposits) },
            ...{ refunded: asAmount(back), counted: asAmount(should + off), left: asAmount(float) },
          };
          const { expected, difference, removed } = balanceCash(parts, 2);
          expect(amount(expected).times(100).toNumber()).toBe(should);
          expect(amount(difference).times(100).toNumber()).toBe(off);
          expect(
            amount(removed)
              .plus(float / 100)
              .toFixed(2),
          ).toBe(parts.counted);
        },
      ),
    );
  });

  test('takes an empty field as nothing, and what is no amount as none', () => {
    expect(typedOrNothing(' ', 2)).toBe('0.00');
    expect(typedOrNothing('12.5', 2)).toBe('12.50');
    expect([typedOrNothing('-1', 2), typedOrNothing('1,5', 2), typedOrNothing('0.005', 2)]).toEqual([
      ...[null, null, null],
    ]);
  });
});
