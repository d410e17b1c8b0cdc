import * as z from 'zod';
import { boxTroubles, type BoxTrouble } from '../shared/box-check.ts';
import { asks, type Call } from './define.ts';
import { Id, Intent, Nothing, type Coded } from './common.ts';
import type { Failure } from './failure.ts';

/** Where the list of what should be in a box comes from. */
export type BoxSource =
  | {
      readonly kind: 'invoice';
      readonly invoiceId: string;
      readonly number: string;
      readonly vendor: Coded;
      /** The library's account at the vendor; `''` where the invoice names none. */
      readonly account: string;
    }
  | { readonly kind: 'orders' };

/** An order line that should be in the box. */
export interface CheckedLine {
  readonly pol: string;
  readonly title: string;
  /**
   * How many copies should be in it: as many as the invoice is for, or the order line waits for, without those that were
   * received before.
   */
  readonly expected: number;
  readonly vendor: Coded;
  /** The library's account at the vendor; `''` where the order line names none. */
  readonly account: string;
  /** Its ISBNs, as thirteen digits: a scanned cover is looked for among them. None in a check of an earlier version. */
  readonly isbns: readonly string[];
  /** The vendor's own number for it; `''` where there is none. */
  readonly reference: string;
  /** Its expected date, as it was read: `YYYY-MM-DD`, or `''`. */
  readonly day: string;
}

/**
 * A line of the list that cannot be checked: it is for no order line, or for one that is not found or cancelled, or its
 * quantity is no count.
 */
export interface UncheckedLine {
  /** The order line, or else what the line of the invoice is: its number and kind. */
  readonly line: string;
  readonly why: 'noOrderLine' | 'notFound' | 'cancelled' | 'quantity';
}

/** A note about what is wrong with a line, in its order line. */
export interface BoxNote {
  readonly pol: string;
  readonly why: BoxTrouble;
  /** How many copies it is about, and how many an earlier note was about. */
  readonly count: number;
  readonly noted: number;
  /** The expected date that it sets; `''` for none. */
  readonly day: string;
  readonly at: string;
  /** `failed`: nothing was written, and it can be asked for again. `unclear`: sent, and not confirmed. */
  readonly state: 'noting' | 'noted' | 'failed' | 'unclear';
  readonly failure: Failure | null;
}

/** What should be in a box. What came is counted from the books of its trolley. */
export interface BoxCheck {
  readonly since: string;
  readonly source: BoxSource;
  readonly lines: readonly CheckedLine[];
  readonly unchecked: readonly UncheckedLine[];
  /** The ids of the books that a person has found damaged. */
  readonly damaged: readonly string[];
  readonly notes: readonly BoxNote[];
}

/** An invoice to choose from, where several have the number. */
export interface BoxInvoice {
  readonly invoiceId: string;
  readonly number: string;
  readonly vendor: Coded;
  /** Service date; `''` where there is none. */
  readonly date: string;
}

/** `done` of `total` order lines are read. */
export interface BoxProgress {
  readonly done: number;
  readonly total: number;
}

const From = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('invoice'), invoiceId: Id }),
  /** The number of an invoice; or the numbers of order lines, where it is not one single code. */
  z.object({ kind: z.literal('typed'), text: z.string().max(40_000) }),
]);

/** The box check of the trolley of the window that asks. */
export const boxCheck = {
  /**
   * Begins a check, on the trolley with the books that it has. Answers the invoices to choose from where several have the
   * number; none where it has begun. Fails with `notNow` of `check` while one is open, `gone` of `invoiceNumber`, and
   * `noOrderLine` of `invoiceNumber` where none of its lines can be checked. Aborted, nothing has begun.
   */
  'receiving.box.begin': asks(z.object({ from: From })).answers<
    { readonly choices: readonly BoxInvoice[] },
    BoxProgress
  >(),
  /** A book is damaged, or is not after all. */
  'receiving.box.damaged': asks(z.object({ id: z.uuid(), damaged: z.boolean() })).answers<null>(),
  /**
   * Writes what is wrong with a line into its order line, as a note; for what is short, with the day on which it is
   * expected now. Once for each count: `alreadySent`. A `conflict` where someone has changed the expected date since the
   * check began; after that, the check has theirs.
   */
  'receiving.box.note': asks(
    z.object({ intent: Intent, pol: Id, why: z.enum(boxTroubles), day: z.string().max(40) }),
  ).answers<null>(),
  /** Ends the check. Its trolley stays. */
  'receiving.box.end': asks(Nothing).answers<null>(),
} satisfies Record<string, Call>;
