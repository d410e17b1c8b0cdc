import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Nothing } from './common.ts';

/** How many times, and how much in all. */
export interface Sums {
  readonly count: number;
  readonly sum: string;
}

/** What was taken at this window, as this station's journal has it: sums of money only, and no names. */
export interface Takings {
  readonly from: string;
  readonly to: string;
  /** Payments of fees, by method. */
  readonly paid: readonly (Sums & { readonly method: string })[];
  /** The service is not told how deposits are paid and given back. */
  readonly deposits: Sums;
  readonly refunded: Sums;
  /** Fees and deposits paid, less deposits given back. */
  readonly total: string;
  /** No money, but owed before and not any more. */
  readonly waived: Sums;
  /** Payments whose outcome is unclear: in no sum above. They stay for the next report. */
  readonly unclear: Sums;
  /** Sealed with a key that is lost: in no sum above. */
  readonly unreadable: number;
  readonly currency: string;
  readonly decimals: number;
}

export const takings = {
  /** Since the last report, or since the window was opened. What an earlier run left in no report counts too. */
  'takings.read': asks(z.object({ since: z.enum(['report', 'opened']) })).answers<Takings>(),
  /** The report as it is now; what is in it counts in no later one. */
  'takings.close': asks(Nothing).answers<Takings>(),
} satisfies Record<string, Call>;
