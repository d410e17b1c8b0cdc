import Big from 'big.js';
import { judgeAmount, parseAmount } from '../../shared/money.ts';

/** An amount as typed, without a sign; null for text that is no amount. */
export function readAmount(text: string): Big | null {
  return text.trim().startsWith('-') ? null : parseAmount(text);
}

/**
 * What is still owed after paying, or null where the amount cannot be read, is finer than the currency, is nothing, or
 * is more than is owed: main says then what is wrong.
 */
export function remainingAfter(owed: string, paying: string, decimals: number): string | null {
  const paid = judgeAmount(paying, decimals);
  if (typeof paid === 'string' || paid.eq(0) || paid.gt(owed)) return null;
  return new Big(owed).minus(paid).toFixed(decimals);
}

/** An example amount in the form a person types: for a currency without decimals a hundred times as much. */
export function exampleOf(decimals: number, whole: number): string {
  return decimals > 0 ? new Big(whole).toFixed(decimals) : new Big(whole).times(100).toFixed(0);
}

/** What the till does with the money that was handed over. */
export type CashTaken =
  /** Nothing was entered, or it is not known yet what is to be paid. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'short'; readonly missing: string }
  | { readonly kind: 'enough'; readonly taken: string; readonly change: string };

export function till(paying: string, taken: string, decimals: number): CashTaken {
  if (taken.trim() === '') return { kind: 'none' };
  const handedOver = judgeAmount(taken, decimals);
  if (typeof handedOver === 'string') return { kind: 'unreadable' };
  const paid = readAmount(paying);
  if (!paid) return { kind: 'none' };
  if (handedOver.lt(paid)) return { kind: 'short', missing: paid.minus(handedOver).toFixed(decimals) };
  return {
    kind: 'enough',
    taken: handedOver.toFixed(decimals),
    change: handedOver.minus(paid).toFixed(decimals),
  };
}
