import { expect, test } from 'vitest';
import { isCardType, nameOr } from '../../src/shared/patrons.ts';

test('a patron is called by the names that there are, or else by the id', () => {
  expect(nameOr('Rivka', 'Ben-Ami', 'rb')).toBe('Rivka Ben-Ami');
  expect([nameOr('', 'Ben-Ami', 'rb'), nameOr('Rivka', '', 'rb'), nameOr('', '', 'rb')]).toEqual([
    ...['Ben-Ami', 'Rivka', 'rb'],
  ]);
});

test('a card stands under either of its codes', () => {
  expect(['BARCODE', 'barcode', '01'].every(isCardType)).toBe(true);
  expect(['', '1', '02', 'UNIV_ID'].some(isCardType)).toBe(false);
});
