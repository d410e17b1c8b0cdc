import type Big from 'big.js';
import { amount, NotAnAmount, toAmount } from '../../shared/money.ts';
import type { Amount } from '../../service/shapes/common.ts';
import type { Refusal } from './refusal.ts';

/** Invoices are kept to so many decimals, whatever their currency. */
export const DECIMALS = 2;

/** The most an invoice can be for: more is a slip of the hand, and not an amount anybody is owed. */
const MOST = '1000000000';

/** Reads an amount of an invoice: not below 0, with no more decimals than are kept. `refuse` says what is refused. */
export function decimalIn(value: Amount, field: string, refuse: (why: string) => Refusal): Big {
  try {
    const read = amount(value);
    if (read.lt(0) || read.gt(MOST) || !read.eq(read.round(DECIMALS))) throw new NotAnAmount();
    return read;
  } catch (error) {
    if (error instanceof NotAnAmount) throw refuse(`${field} is not an amount such as 12.50`);
    throw error;
  }
}

/**
 * Splits an amount by percentages that come to 100: each share to the decimal and no more than is left, the last one
 * takes what is left. Of 0.02 over four funds the first two take a cent each: rounded up, the four would take more.
 */
export function splitBy(total: Big, percents: readonly Big[]): string[] {
  let remaining = total;
  return percents.map((percent, index) => {
    const rounded = total.times(percent).div(100).round(DECIMALS);
    const share = index === percents.length - 1 || rounded.gt(remaining) ? remaining : rounded;
    remaining = remaining.minus(share);
    return toAmount(share, DECIMALS);
  });
}
