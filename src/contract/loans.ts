import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Day, Id, Intent } from './common.ts';
import type { Failure } from './failure.ts';

export interface LoanView {
  readonly loanId: string;
  readonly barcode: string;
  readonly title: string;
  readonly author: string;
  readonly callNumber: string;
  readonly library: string;
  /** ISO 8601, UTC. */
  readonly due: string;
  readonly overdue: boolean;
  readonly loaned: string;
  /** Null where the service does not say. */
  readonly renewable: boolean | null;
  readonly itemId: string;
  readonly mmsId: string;
}

/** What came of renewing one loan. */
export type RenewOutcome = { readonly loanId: string; readonly title: string; readonly barcode: string } & (
  { readonly ok: true; readonly due: string } | { readonly ok: false; readonly failure: Failure }
);

export interface RenewProgress {
  readonly done: number;
  readonly total: number;
  readonly outcome: RenewOutcome;
}

export const loans = {
  'loans.list': asks(z.object({ userId: Id })).answers<
    { readonly loans: readonly LoanView[]; readonly total: number },
    { readonly read: number; readonly total: number }
  >(),
  /** Renews one after the other; aborting stops before the next one, and answers what was done until then. */
  'loans.renew': asks(
    z.object({ userId: Id, loans: z.union([z.literal('all'), z.array(Id).min(1).max(1000)]) }),
  ).answers<{ readonly outcomes: readonly RenewOutcome[]; readonly notTried: number }, RenewProgress>(),
  'loans.setDue': asks(z.object({ intent: Intent, userId: Id, loanId: Id, due: Day })).answers<LoanView>(),
} satisfies Record<string, Call>;
