import { expect, test } from 'vitest';
import { decimalsOf } from '../../src/service/currency.ts';

test.each([
  ['ILS', 2],
  ['EUR', 2],
  ['JPY', 0],
  ['KWD', 3],
  ['CLF', 4],
  // Prices are shown without them where it is used; sums are kept with them.
  ['IQD', 3],
  ['AFN', 2],
  ['HUF', 2],
  ['XXX', 2],
  ['', 2],
])('%s has %i decimals', (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
});
