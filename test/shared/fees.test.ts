import { expect, test } from 'vitest';
import { isPayable, isPositive, oldestFirst } from '../../src/shared/fees.ts';

test('an amount is more than nothing only above zero', () => {
  expect(['0.01', '12', '12.50'].every(isPositive)).toBe(true);
  expect(['0', '0.00', '-1', '', 'abc'].some(isPositive)).toBe(false);
});

test('a credit and a fee in dispute cannot be paid', () => {
  expect(isPayable({ active: true, balance: '0.01' })).toBe(true);
  expect(isPayable({ active: true, balance: '-5.00' })).toBe(false);
  expect(isPayable({ active: true, balance: '0.00' })).toBe(false);
  expect(isPayable({ active: true, balance: '' })).toBe(false);
  expect(isPayable({ active: false, balance: '5.00' })).toBe(false);
});

test('fees are paid oldest first, those without a time last, those of one moment in the order given', () => {
  const [old, twin, young] = ['2026-01-02T00:00:00Z', '2026-01-02T00:00:00Z', '2026-03-01T00:00:00Z'];
  const fees = [
    { id: 'young', at: young },
    { id: 'none', at: '' },
    { id: 'old', at: old },
    { id: 'twin', at: twin },
  ];
  expect(oldestFirst(fees, ({ at }) => at).map(({ id }) => id)).toEqual(['old', 'twin', 'young', 'none']);
  expect(fees[0]?.id).toBe('young');
});
