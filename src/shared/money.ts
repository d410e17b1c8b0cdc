import Big from 'big.js';

const decimal = /^-?(\d+(\.\d*)?|\.\d+)$/;

/** Thrown where a text is not an amount. */
export class NotAnAmount extends Error {
  override readonly name = 'NotAnAmount';
}

/**
 * A decimal amount: digits, a point, a minus. No exponent, no comma, no plus, no currency: `1e9` and `1,50` are not
 * amounts, and null is answered.
 */
export function parseAmount(text: string): Big | null {
  const trimmed = text.trim();
  return decimal.test(trimmed) ? new Big(trimmed) : null;
}

/** A decimal amount from what the service or a person gives. Throws `NotAnAmount` where it is none. */
export function amount(value: number | string | null | undefined): Big {
  const text = String(value ?? '').trim();
  const parsed = parseAmount(text);
  if (!parsed) throw new NotAnAmount(`not an amount: ${JSON.stringify(text)}`);
  return parsed;
}

/** Why a typed amount is refused. */
export type AmountFault = 'required' | 'notAnAmount' | 'notPositive' | 'tooManyDecimals';

/**
 * A typed amount, or why it is refused: below 0, or finer than the currency. What it may be at most,
 * and whether it may be 0, is for the caller to say.
 *
 * @param decimals how many the currency has
 */
export function judgeAmount(text: string, decimals: number): Big | AmountFault {
  if (text.trim() === '') return 'required';
  const value = parseAmount(text);
  if (!value) return 'notAnAmount';
  if (value.lt(0)) return 'notPositive';
  return value.eq(value.round(decimals)) ? value : 'tooManyDecimals';
}

/** Whether two amounts are the same. One that is none is the same as nothing. */
export function isSameAmount(
  one: number | string | null | undefined,
  other: number | string | null | undefined,
): boolean {
  try {
    return amount(one).eq(amount(other));
  } catch (error) {
    if (error instanceof NotAnAmount) return false;
    throw error;
  }
}

/** The amount as the service takes it: a point, and the currency's number of decimals. */
export function toAmount(value: Big, decimals = 2): string {
  return value.toFixed(decimals);
}

/** The sum of amounts, as a text. */
export function sum(values: Iterable<number | string | null | undefined>, decimals = 2): string {
  let total = new Big(0);
  for (const value of values) total = total.plus(amount(value ?? 0));
  return toAmount(total, decimals);
}

/** The sum of amounts that are only shown: `''` where one of them could not be read. What is not known is never nothing. */
export function sumShown(values: Iterable<string>, decimals: number): string {
  try {
    return sum(values, decimals);
  } catch (error) {
    if (error instanceof NotAnAmount) return '';
    throw error;
  }
}

/** A fee's share of a sum that is split. */
export interface Share {
  readonly feeId: string;
  readonly amount: string;
  /** What is still owed of this fee afterwards. */
  readonly remaining: string;
}

/**
 * Splits a sum over fees in the order given (oldest first is the caller's choice): each is paid in full until the
 * sum runs out, the last one in part. Fees that owe nothing, and credits, get no share.
 */
export function split(
  total: string,
  fees: readonly { readonly feeId: string; readonly balance: string }[],
  decimals = 2,
): Share[] {
  let left = amount(total);
  const shares: Share[] = [];
  for (const { feeId, balance } of fees) {
    const owed = amount(balance);
    if (left.lte(0)) break;
    if (owed.lte(0)) continue;
    const paid = left.lt(owed) ? left : owed;
    shares.push({ feeId, amount: toAmount(paid, decimals), remaining: toAmount(owed.minus(paid), decimals) });
    left = left.minus(paid);
  }
  return shares;
}

/** An amount as typed, without a sign; null for text that is no amount. */
export function readAmount(text: string): Big | null {
  return text.trim().startsWith('-') ? null : parseAmount(text);
}
