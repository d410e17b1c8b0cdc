import type { Coded } from '../../contract/common.ts';
import { amountOf, codeOf, dayOf, labelOf, textOf } from '../../service/read.ts';
import type { Amount, Code } from '../../service/shapes/common.ts';
import { Failed } from '../failure.ts';
import { localDay } from '../../shared/days.ts';
import { amount, NotAnAmount, toAmount } from '../../shared/money.ts';

/** A coded field, for a window. */
export const codedOf = (value: Code): Coded => ({ code: codeOf(value), label: labelOf(value) });

/**
 * An amount for display only: `''` if there is none or it cannot be read. One odd amount must not hide a whole list,
 * and must not be shown as zero.
 */
export function displayMoney(value: Amount, decimals: number): string {
  const text = textOf(value);
  try {
    return text && toAmount(amount(text), decimals);
  } catch (error) {
    if (!(error instanceof NotAnAmount)) throw error;
    return '';
  }
}

/**
 * An amount to work with. One that cannot be read must not count as zero: the whole answer then counts as unreadable,
 * with the name of the field.
 */
export function moneyOf(value: Amount, field: string, decimals: number): string {
  try {
    return amountOf(value, decimals);
  } catch (error) {
    if (!(error instanceof NotAnAmount)) throw error;
    throw new Failed({ kind: 'unreachable', why: 'unreadable', detail: field });
  }
}

/** Whether the last valid day (a service date) is before today. A date that cannot be read never expires. */
export function isExpired(lastDay: string, now: Date): boolean {
  const today = localDay(now);
  return (dayOf(lastDay) ?? today) < today;
}
