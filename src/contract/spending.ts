import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, type Coded, type Money } from './common.ts';

/** An invoice as far as spending is concerned. */
export interface SpendingInvoice {
  readonly invoiceId: string;
  readonly vendor: Coded;
  /** `YYYY-MM` of its date; `''` where it has none. */
  readonly month: string;
  /** The amount is `''` where it cannot be read. */
  readonly total: Money;
  readonly paid: boolean;
  /** Its date is in the months that were asked for. */
  readonly inPeriod: boolean;
}

/** Invoices that were read on the way, each given once, and how many of all on the list were looked through. */
export interface SpendingRead {
  readonly invoices: readonly SpendingInvoice[];
  readonly read: number;
  readonly total: number;
}

/** What an invoice takes from a fund. The fund's code is `''` for what its lines charge to none. */
export interface FundCharge {
  readonly fund: Coded;
  /** `''` where it cannot be read. */
  readonly amount: string;
}

/** An invoice and what it takes from funds; a charge whose amount cannot be read is `''`. */
export interface InvoiceCharges {
  readonly invoiceId: string;
  readonly charges: readonly FundCharge[];
}

const Month = z.string().regex(/^\d{4}-\d{2}$/);

/** The months that are looked at, `YYYY-MM`, both included. */
export interface Months {
  readonly from: string;
  readonly to: string;
}

/** Spending, from the invoices themselves: the service sums up nothing. */
export const spending = {
  /**
   * The invoices of these months, both included, and those of any date that are not paid. Each report has those of the
   * pages read since the one before, the answer those after the last report. It looks through no more than 10,000.
   * Rejected ones are in no sum, and not among them.
   */
  'spending.invoices': asks(z.object({ from: Month, to: Month })).answers<SpendingRead, SpendingRead>(),
  /** What these invoices take from funds: each takes a call, and one more for each hundred lines. */
  'spending.charges': asks(z.object({ invoiceIds: z.array(Id).min(1).max(10) })).answers<
    readonly InvoiceCharges[]
  >(),
} satisfies Record<string, Call>;
