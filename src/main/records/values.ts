import type { Coded } from '../../contract/common.ts';
import { amountOf, codeOf, dayOf, labelOf, textOf } from '../../service/read.ts';
import type { Amount, Code } from '../../service/shapes/common.ts';
import { localDay } from '../../shared/days.ts';
import { amount, NotAnAmount, toAmount } from '../../shared/money.ts';
import { Failed } from '../failure.ts';

/** A field of one of the institution's tables, for a window. */
export const codedOf = (value: Code): Coded => ({ code: codeOf(value), label: labelOf(value) });

/**
 * An amount of a row that is only shown: `''` where there is none or it cannot be read. One odd amount is no reason to
 * show nothing of a list, and is not shown as nothing owed either.
 */
export function shownMoney(value: Amount, decimals: number): string {
  const text = textOf(value);
  try {
    return text && toAmount(amount(text), decimals);
  } catch (error) {
    if (!(error instanceof NotAnAmount)) throw error;
    return '';
  }
}

/**
 * An amount that something is done with. One that cannot be read does not count as nothing owed: the answer as a whole
 * then counts as unreadable, naming the field.
 */
export function moneyOf(value: Amount, field: string, decimals: number): string {
  try {
    return amountOf(value, decimals);
  } catch (error) {
    if (!(error instanceof NotAnAmount)) throw error;
    throw new Failed({ kind: 'unreachable', why: 'unreadable', detail: field });
  }
}

/** Whether the last valid day (a service date) lies before today. A date that is none never expires. */
export function isOver(lastDay: string, now: Date): boolean {
  const today = localDay(now);
  return (dayOf(lastDay) ?? today) < today;
}
