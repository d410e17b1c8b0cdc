import * as z from 'zod';
import { mostAskedFor } from '../shared/limits.ts';
import { asks, type Call } from './define.ts';
import { Day, Id, Intent, type Accepted } from './common.ts';
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
  readonly holdingId: string;
  /** The service's own words for refusing the last renewal; `''` where it was not refused. */
  readonly lastRefusal: string;
}

/** The three ids by which an item is asked for. */
const Item = z.object({ mmsId: Id, holdingId: Id, itemId: Id });

/** What came of renewing one loan. */
export type RenewOutcome = { readonly loanId: string; readonly title: string; readonly barcode: string } & (
  { readonly ok: true; readonly due: string } | { readonly ok: false; readonly failure: Failure }
);

export interface RenewProgress {
  readonly done: number;
  readonly total: number;
  readonly outcome: RenewOutcome;
}

export interface AskedFor {
  readonly itemId: string;
  readonly asked: boolean;
}

/** A page of a long list of loans, how many came until now, and how many there are. */
export interface LoansRead {
  readonly loans: readonly LoanView[];
  readonly read: number;
  readonly total: number;
}

export const loans = {
  /**
   * A long list comes page by page, as it is read: all at once would hold the window up. Answers the loans after the
   * last page that was reported, and how many there are in all.
   */
  'loans.list': asks(z.object({ userId: Id })).answers<
    { readonly loans: readonly LoanView[]; readonly total: number },
    LoansRead
  >(),
  /**
   * Renews one after the other; aborting stops before the next one, and answers what was done until then. `left`: the
   * loans that were not tried, to be gone on with.
   */
  'loans.renew': asks(
    z.object({ userId: Id, loans: z.union([z.literal('all'), z.array(Id).min(1).max(10_000)]) }),
  ).answers<
    { readonly outcomes: readonly RenewOutcome[]; readonly remaining: readonly string[] },
    RenewProgress
  >(),
  /**
   * Whether other patrons request these items: one reason why a loan cannot be renewed that the list does not show.
   * Reports each as it is read; one that cannot be read is left out.
   */
  'loans.askedFor': asks(z.object({ items: z.array(Item).min(1).max(mostAskedFor) })).answers<
    null,
    AskedFor
  >(),
  /** Gives a loan another day. `seen` is when it was due as it was shown: nothing is written where it is due otherwise. */
  'loans.setDue': asks(
    z.object({ intent: Intent, userId: Id, loanId: Id, due: Day, seen: z.string().max(60) }),
  ).answers<Accepted<LoanView>>(),
} satisfies Record<string, Call>;
