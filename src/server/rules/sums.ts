import type Big from 'big.js';
import { amount } from '../../shared/money.ts';

/** What the practice library counts in, unless it is started with another currency. */
export const usualCurrency = 'ILS';

/**
 * A sum of the practice library's own rules and samples, in the institution's currency. They are written for one of
 * hundredths: where the currency has no smaller unit, as many of the whole.
 */
export function inCurrency(text: string, decimals: number): Big {
  return decimals === 0 ? amount(text).times(100) : amount(text);
}

/** A currency as the service names it in its configuration. */
export function currencyCode(currency: string): { value: string; desc: string } {
  const desc = new Intl.DisplayNames('en', { type: 'currency' }).of(currency) ?? currency;
  return { value: currency, desc };
}
