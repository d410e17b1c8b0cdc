import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notesOf, sumsHandedOver, usualNotes } from '../../src/shared/banknotes.ts';
import { amount } from '../../src/shared/money.ts';

describe('the banknotes of a currency', () => {
  test('are those of the station, or else the usual ones; of a currency that is not known there are none', () => {
    expect(notesOf('ILS', {})).toEqual(['20', '50', '100', '200']);
    expect(notesOf('ILS', { ILS: ['20'] })).toEqual(['20']);
    expect(notesOf('XXX', {})).toEqual([]);
    expect(usualNotes('constructor')).toEqual([]);
  });
});

describe('what may be handed over for a sum', () => {
  const shekels = usualNotes('ILS');
  test.each([
    ['12.50', ['20', '50', '100', '200']],
    ['20.00', ['50', '100', '200']],
    ['47', ['50', '100', '200']],
    ['200.01', ['220', '250', '300', '400']],
    ['400', []],
    ['0', []],
    ['', []],
    ['-5', []],
    ['abc', []],
  ])('%s', (due, sums) => {
    expect(sumsHandedOver(due, shekels)).toEqual(sums);
  });

  test('is more than the sum, the nearest first, and at most four', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.constantFrom('EUR', 'JPY', 'KWD'),
        (due, currency) => {
          const sums = sumsHandedOver(String(due / 100), usualNotes(currency)).map(amount);
          expect(sums.length).toBeLessThanOrEqual(4);
          expect(sums.every((sum) => sum.gt(due / 100))).toBe(true);
          expect(sums).toEqual(sums.toSorted((one, other) => one.cmp(other)));
        },
      ),
    );
  });

  test('is exact where banknotes are parts of a unit', () => {
    expect(sumsHandedOver('0.100', usualNotes('KWD'))).toEqual(['0.25', '0.5', '1', '5']);
  });
});
