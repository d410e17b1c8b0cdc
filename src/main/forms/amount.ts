import type Big from 'big.js';
import { amount, NotAnAmount } from '../../service/money.ts';
import { invalid } from '../failed.ts';

/** An amount that somebody typed: above 0, with no more decimals than the currency has. Throws an invalid `field`. */
export function typedAmount(field: string, text: string, decimals: number): Big {
  const value = typedCost(field, text, decimals);
  if (value.lte(0)) throw invalid(field, 'notPositive');
  return value;
}

/** What something cost, as somebody typed it: it may have cost nothing. Throws an invalid `field`. */
export function typedCost(field: string, text: string, decimals: number): Big {
  if (text.trim() === '') throw invalid(field, 'required');
  let value: Big;
  try {
    value = amount(text);
  } catch (error) {
    if (error instanceof NotAnAmount) throw invalid(field, 'notAnAmount');
    throw error;
  }
  if (value.lt(0)) throw invalid(field, 'notPositive');
  if (!value.eq(value.round(decimals, 0))) throw invalid(field, 'tooManyDecimals', String(decimals));
  return value;
}
