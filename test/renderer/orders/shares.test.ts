import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OrderForm } from '../../../src/contract/orders.ts';
import { blankForm } from '../../../src/renderer/orders/order-form.ts';
import { restOf, sharesTotal, withPrice, withSplit } from '../../../src/renderer/orders/shares.ts';
import { sum } from '../../../src/shared/money.ts';

const form = (change: Partial<OrderForm>, ...shares: readonly string[]): OrderForm => ({
  ...blankForm(),
  ...change,
  funds: shares.map((share, at) => ({ fund: `F${at}`, share, raw: null })),
});
const sharesOf = ({ funds }: OrderForm): string[] => funds.map(({ share }) => share);

describe('what the shares come to', () => {
  test.each<[OrderForm, ReturnType<typeof sharesTotal>]>([
    [form({ price: '10' }, '4', '6.00'), { total: '10.00', whole: '10.00', left: '0.00', fits: true }],
    [form({ price: '10' }, '4', ''), { total: '4.00', whole: '10.00', left: '6.00', fits: false }],
    [
      form({ split: 'percent' }, '50', '49.9'),
      { total: '99.90', whole: '100.00', left: '0.10', fits: false },
    ],
    [
      form({ split: 'percent' }, '60', '60'),
      { total: '120.00', whole: '100.00', left: '-20.00', fits: false },
    ],
    [form({ price: 'ten' }, '4'), null],
    [form({ price: '10' }, 'four'), null],
  ])('of %j is %j', (given, total) => {
    expect(sharesTotal(given, 2)).toEqual(total);
  });

  test('is what is missing, for the next fund', () => {
    expect(restOf(form({ price: '10' }, '4'), 2)).toBe('6.00');
    expect(restOf(form({ price: '10' }, '10'), 2)).toBe('');
    expect(restOf(form({ price: '10' }, '11'), 2)).toBe('');
    expect(restOf(form({ price: '' }, '1'), 2)).toBe('');
  });
});

test('one fund that pays all of the price pays all of another price', () => {
  expect(sharesOf(withPrice(form({ price: '10' }, '10.00'), '12'))).toEqual(['12']);
  expect(sharesOf(withPrice(form({ price: '10' }, '9'), '12'))).toEqual(['9']);
  expect(sharesOf(withPrice(form({ price: '10' }, '5', '5'), '12'))).toEqual(['5', '5']);
  expect(sharesOf(withPrice(form({ price: '10', split: 'percent' }, '100'), '12'))).toEqual(['100']);
});

describe('sums and percentages', () => {
  test('become each other, and the last fund gets what rounding leaves', () => {
    const thirds = form({ price: '100' }, '33.33', '33.33', '33.34');
    expect(sharesOf(withSplit(thirds, 'percent', 2))).toEqual(['33.33', '33.33', '33.34']);
    const halves = form({ price: '9.99', split: 'percent' }, '50', '50');
    expect(sharesOf(withSplit(halves, 'sum', 2))).toEqual(['5.00', '4.99']);
  });

  test('are empty where it is not known what they are', () => {
    expect(sharesOf(withSplit(form({ price: '10' }, '4'), 'percent', 2))).toEqual(['']);
    expect(sharesOf(withSplit(form({ price: '0' }, '0'), 'percent', 2))).toEqual(['']);
    expect(sharesOf(withSplit(form({ price: '', split: 'percent' }, '100'), 'sum', 2))).toEqual(['']);
  });

  test('of any price come to it exactly, in either direction', () => {
    const cents = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(cents, (parts) => {
        const shares = parts.map((part) => (part / 100).toFixed(2));
        const bySum = form({ price: sum(shares) }, ...shares);
        const byPercent = withSplit(bySum, 'percent', 2);
        expect(sharesTotal(byPercent, 2)?.fits).toBe(true);
        expect(sharesTotal(withSplit(byPercent, 'sum', 2), 2)?.fits).toBe(true);
      }),
      { seed: 17 },
    );
  });
});
