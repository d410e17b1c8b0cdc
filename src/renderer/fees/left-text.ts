import { m } from '../../messages/compiled/messages.js';
import { isPositive } from '../../shared/fees.ts';

/** What is still to be paid after an act; `nothing` where that is nothing. */
export const leftText = (left: string, money: (amount: string) => string, nothing = ''): string =>
  isPositive(left) ? m.fees_done_left({ left: money(left) }) : nothing;
