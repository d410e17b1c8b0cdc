import Big from 'big.js';

/** An amount as main reads it: digits and a point, no sign, no exponent, no comma. Null for anything else. */
export function readAmount(text: string): Big | null {
  const trimmed = text.trim();
  return /^(\d+(\.\d*)?|\.\d+)$/.test(trimmed) ? new Big(trimmed) : null;
}

/** The sum of amounts of the service, written with the currency's decimals; `''` where one of them could not be read. */
export function sumOf(amounts: readonly string[], decimals: number): string {
  if (!amounts.every((amount) => /^-?\d+(\.\d+)?$/.test(amount))) return '';
  return amounts.reduce((total, amount) => total.plus(amount), new Big(0)).toFixed(decimals);
}

/**
 * What is still owed after paying, or null where the amount cannot be read, is finer than the currency, is nothing, or
 * is more than is owed: nothing is foretold then, and main says what is wrong.
 */
export function leftAfter(owed: string, paying: string, decimals: number): string | null {
  const paid = readAmount(paying);
  if (!paid || !isExact(paid, decimals) || paid.lte(0) || paid.gt(owed)) return null;
  return new Big(owed).minus(paid).toFixed(decimals);
}

/** So many of the currency, as somebody would write it: for a currency of no decimals a hundred times as many. */
export function exampleOf(decimals: number, whole: number): string {
  return decimals > 0 ? new Big(whole).toFixed(decimals) : new Big(whole).times(100).toFixed(0);
}

/** Whether an amount has no more decimals than the currency. */
function isExact(amount: Big, decimals: number): boolean {
  return amount.eq(amount.round(decimals));
}

/** What the till does with the money that was handed over. */
export type Till =
  /** Nothing was entered, or it is not known yet what is to be paid. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'short'; readonly missing: string }
  | { readonly kind: 'enough'; readonly taken: string; readonly change: string };

export function till(paying: string, taken: string, decimals: number): Till {
  if (taken.trim() === '') return { kind: 'none' };
  const given = readAmount(taken);
  if (!given || !isExact(given, decimals)) return { kind: 'unreadable' };
  const paid = readAmount(paying);
  if (!paid) return { kind: 'none' };
  if (given.lt(paid)) return { kind: 'short', missing: paid.minus(given).toFixed(decimals) };
  return { kind: 'enough', taken: given.toFixed(decimals), change: given.minus(paid).toFixed(decimals) };
}

/** Whether something can be paid on a fee: active, and neither a credit nor of a balance that could not be read. */
export function isPayable(fee: { readonly active: boolean; readonly balance: string }): boolean {
  return fee.active && readAmount(fee.balance)?.gt(0) === true;
}
