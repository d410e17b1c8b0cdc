import type Big from 'big.js';
import { judgeAmount } from '../../shared/money.ts';
import { invalid } from '../failure.ts';

/** An amount that somebody typed: above 0, with no more decimals than the currency has. Throws an invalid `field`. */
export function typedAmount(field: string, text: string, decimals: number): Big {
  const value = typedCost(field, text, decimals);
  if (value.lte(0)) throw invalid(field, 'notPositive');
  return value;
}

/** What something cost, as somebody typed it: it may have cost nothing. Throws an invalid `field`. */
export function typedCost(field: string, text: string, decimals: number): Big {
  const value = judgeAmount(text, decimals);
  if (value === 'tooManyDecimals') throw invalid(field, value, String(decimals));
  if (typeof value === 'string') throw invalid(field, value);
  return value;
}
