import { expect, test } from 'vitest';
import { isCardType, nameOr } from '../../src/shared/patrons.ts';

test('a patron is called by the names that there are, or else by the id', () => {
  expect(nameOr('Rivka', 'Ben-Ami', 'rb')).toBe('Rivka Ben-Ami');
  expect([nameOr('', 'Ben-Ami', 'rb'), nameOr('Rivka', '', 'rb'), nameOr('', '', 'rb')]).toEqual([
    ...['Ben-Ami', 'Rivka', 'rb'],
  ]);
});

test('a name in Chinese characters begins with the family, without a space; any other is as it was', () => {
  expect(nameOr('明', '李', 'lm')).toBe('李明');
  expect([nameOr('Ming', '李', 'lm'), nameOr('明', '', 'lm')]).toEqual(['Ming 李', '明']);
});

test('a card stands under either of its codes', () => {
  expect(['BARCODE', 'barcode', '01'].every(isCardType)).toBe(true);
  expect(['', '1', '02', 'UNIV_ID'].some(isCardType)).toBe(false);
});
