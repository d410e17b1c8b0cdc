import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, Nothing, type Accepted, type Coded, type Money } from './common.ts';
import type { Elsewhere } from './desk.ts';
import type { Failure } from './failure.ts';
import { InvoiceDraft, InvoiceLineDraft, Text } from './invoice-draft.ts';

/** What is done with an invoice when all its lines are in. */
const Then = z.enum(['nothing', 'process', 'pay']);
export type InvoiceThen = z.output<typeof Then>;

/** An invoice in a list. */
export interface InvoiceRow {
  readonly invoiceId: string;
  readonly number: string;
  readonly vendor: Coded;
  /** Service dates; `''` where there is none. */
  readonly date: string;
  readonly dueDate: string;
  readonly total: Money;
  readonly status: Coded;
  readonly payment: Coded;
  readonly paid: boolean;
  /** How many lines it has; null where the record does not say. */
  readonly lines: number | null;
  /** The codes of its alerts, such as `LINES_TOTAL_MISMATCH`, each with the service's own words. */
  readonly alerts: readonly Coded[];
}

/** Something that this workstation did to an invoice. Lines that were added one after the other are one entry. */
export interface InvoiceDeed {
  readonly deed: 'create' | 'line' | 'process' | 'pay' | 'markInErp' | 'reject';
  readonly at: string;
  /** Sent, and not confirmed. */
  readonly unclear: boolean;
  /** How many lines; 1 for everything else. */
  readonly count: number;
  /** Why a check of this program was skipped; `''` where none was. */
  readonly reason: string;
}

/** An invoice in full, without its lines. An amount is `''` where the record has none, or none that can be read. */
export interface InvoiceView extends InvoiceRow {
  readonly account: string;
  readonly owner: Coded;
  readonly reference: string;
  readonly paymentMethod: Coded;
  readonly approval: Coded;
  readonly approvedBy: string;
  readonly approvalDate: string;
  readonly approved: boolean;
  /** It was given back to a person. */
  readonly inReview: boolean;
  /** Whether the finance system has it; null where the service does not say. */
  readonly inErp: boolean | null;
  readonly linesTotal: string;
  /** What the lines should come to: the total without the charges and the VAT that stand beside them. */
  readonly linesExpected: string;
  /** The lines do not come to that. False where one of the sums cannot be read. */
  readonly totalDiffers: boolean;
  readonly vat: { readonly amount: string; readonly percent: string; readonly type: Coded } | null;
  readonly charges: {
    readonly shipment: string;
    readonly overhead: string;
    readonly insurance: string;
    readonly discount: string;
  };
  readonly voucher: {
    readonly number: string;
    readonly date: string;
    readonly amount: Money;
  } | null;
  readonly prepaid: boolean;
  readonly notes: readonly string[];
  /** The newest first. */
  readonly deeds: readonly InvoiceDeed[];
}

/** A line of an invoice. */
export interface InvoiceLineView {
  readonly lineId: string;
  readonly number: string;
  readonly type: Coded;
  readonly status: Coded;
  /** The order line; `''` where it is for none. */
  readonly pol: string;
  readonly price: string;
  readonly quantity: string;
  readonly total: string;
  readonly funds: readonly { readonly fund: Coded; readonly percent: string; readonly amount: string }[];
  readonly from: string;
  readonly to: string;
  readonly vat: string;
  readonly note: string;
}

/** What a line needs from its order line. */
export interface InvoiceOrderLine {
  readonly pol: string;
  readonly title: string;
  readonly vendor: Coded;
  /** The vendor's account; `''` where the order names none. */
  readonly account: string;
  readonly status: Coded;
  /** The list price of the order. */
  readonly price: Money;
  /** How many copies were ordered; null where the record does not say. */
  readonly quantity: number | null;
  /** The first is the primary one: a line without a fund is paid from it. Source: Acquisitions, 7. */
  readonly funds: readonly { readonly fund: Coded; readonly percent: string; readonly amount: string }[];
}

/** What a running job does now. `line` counts from 1. */
export interface JobProgress {
  readonly step: 'create' | 'line' | 'process' | 'pay';
  readonly line: number;
  readonly of: number;
}

/** Where a step of a job stands: not wanted, still to do, done, or not done for a reason. */
export type JobStep =
  | { readonly state: 'notAsked' | 'toDo' | 'done' }
  /** A refused line can be corrected or left out; what is not confirmed can be neither. */
  | { readonly state: 'failed'; readonly failure: Failure };

/** A line of a job. */
export interface JobLine {
  readonly draft: InvoiceLineDraft;
  readonly step: JobStep | { readonly state: 'leftOut'; readonly reason: string };
}

/** An invoice that is being entered, or whose entering has stopped, in a list. */
export interface InvoiceJobRow {
  readonly id: string;
  readonly since: string;
  readonly number: string;
  readonly vendor: string;
  readonly currency: string;
  readonly then: InvoiceThen;
  /** `''` where it was not created yet, or it is not known which of several it is. */
  readonly invoiceId: string;
  readonly lines: number;
  /** Why it is not complete; null where it runs, or the program ended in the middle. */
  readonly failure: Failure | null;
  /** What it does at this moment; null where it does not run. */
  readonly progress: JobProgress | null;
  /** The other library at which it was begun: there alone it can be finished. Null for the one that is connected. */
  readonly elsewhere: Elsewhere | null;
}

/** A job with its lines. */
export interface InvoiceJob extends InvoiceJobRow {
  /** All is done that was asked for: it is in no list any more. */
  readonly complete: boolean;
  readonly draft: Omit<InvoiceDraft, 'lines'>;
  readonly steps: {
    readonly create: JobStep;
    readonly process: JobStep;
    readonly pay: JobStep;
  };
  readonly draftLines: readonly JobLine[];
  /** What the invoice was, or will be, created for. */
  readonly total: string;
  /** What its lines come to: those that are in, and those that still can be. */
  readonly linesTotal: string;
  /** A line was left out, or corrected to less: the invoice asks for more than its lines. Nothing can change that. */
  readonly totalTooHigh: boolean;
  /** A line was corrected to more. */
  readonly totalTooLow: boolean;
  /** The library system's alerts because of which it was not processed: nobody has accepted them. */
  readonly alerts: readonly Coded[];
}

const OnInvoice = z.object({ intent: Intent, invoiceId: Id });
/** Why one of our checks is skipped: it is kept in the journal. */
const Reason = z.string().max(500);

export const invoices = {
  /**
   * A page of invoices, of fifty, counted from 0. The service sorts by nothing: `oldest` is its own order, `newest` the
   * same from its end. `q` finds by number, order line, vendor, reference and voucher where the service knows such a
   * search, else by number.
   */
  'invoices.list': asks(
    z.object({
      status: z.string().max(60),
      vendor: z.string().max(200),
      q: z.string().max(300),
      page: z.int().min(0).max(1_000_000),
      order: z.enum(['newest', 'oldest']),
    }),
  ).answers<{
    readonly invoices: readonly InvoiceRow[];
    readonly total: number;
    readonly pageSize: number;
  }>(),
  'invoices.read': asks(z.object({ invoiceId: Id })).answers<InvoiceView>(),
  /** A page of a hundred lines, counted from 0. */
  'invoices.lines': asks(z.object({ invoiceId: Id, page: z.int().min(0).max(1_000_000) })).answers<{
    readonly lines: readonly InvoiceLineView[];
    readonly total: number;
    readonly pageSize: number;
  }>(),
  /** The vendor's invoices with this number; null where the service cannot tell. */
  'invoices.duplicates': asks(z.object({ vendor: Text, number: Text })).answers<
    readonly InvoiceRow[] | null
  >(),
  /** `code`: the number of an order line, or the barcode of one of its items. */
  'invoices.orderLine': asks(z.object({ code: z.string().max(1000) })).answers<InvoiceOrderLine>(),

  /**
   * Approves it for payment. Fails with `doesNotAddUp` of `total` where its lines do not come to its total, unless
   * `despiteTotal` says why that does not matter.
   */
  'invoices.process': asks(OnInvoice.extend({ despiteTotal: Reason.optional() })).answers<
    Accepted<InvoiceView>
  >(),
  /** Fails with `alreadyPaid` of `invoice`, unless `force` says why it is paid all the same: the service decides then. */
  'invoices.pay': asks(OnInvoice.extend({ force: Reason.optional() })).answers<Accepted<InvoiceView>>(),
  'invoices.markInErp': asks(OnInvoice).answers<Accepted<InvoiceView>>(),
  'invoices.reject': asks(OnInvoice).answers<Accepted<InvoiceView>>(),

  /**
   * Validates the whole draft, and then runs as one job: the invoice, each line, and `then`. Fails only where nothing
   * was begun: with all invalid fields; `twice` of `number` (the detail is the other invoice's id) unless
   * `despiteNumber`; `doesNotAddUp` of `total` (the detail is the sum of the lines) unless `despiteTotal`. Whatever
   * stops it later is in the job. Aborted, it stops before its next step. `replaces`: an earlier job of which nothing
   * was made.
   */
  'invoices.create': asks(
    z.object({
      intent: Intent,
      draft: InvoiceDraft,
      then: Then,
      despiteNumber: z.boolean(),
      despiteTotal: z.boolean(),
      replaces: Id.nullable(),
    }),
  ).answers<InvoiceJob, JobProgress>(),
  /** Runs until it is aborted; reports first the jobs that are not complete, oldest first, then each change. */
  'invoices.watchJobs': asks(Nothing).answers<null, readonly InvoiceJobRow[]>(),
  'invoices.job': asks(z.object({ id: Id })).answers<InvoiceJob>(),
  /**
   * Goes on where it stopped. `despiteTotal`: it is processed although a line was left out. `despiteAlerts`: it is
   * processed although it has these alerts, by their codes; with another one it stops again.
   */
  'invoices.resume': asks(
    z.object({ id: Id, despiteTotal: z.boolean(), despiteAlerts: z.array(Text).max(100).optional() }),
  ).answers<InvoiceJob, JobProgress>(),
  /** Sends a line that was refused, or never sent, once more and alone. With the last one in, `then` follows. */
  'invoices.correctLine': asks(z.object({ id: Id, line: z.int().min(0), draft: InvoiceLineDraft })).answers<
    InvoiceJob,
    JobProgress
  >(),
  /** A line that was refused, or never sent, is not entered at all. */
  'invoices.leaveOut': asks(z.object({ id: Id, line: z.int().min(0), reason: Reason })).answers<InvoiceJob>(),
  /**
   * The invoices of which a person can say that one is the job's own; null where the service cannot tell. None while
   * the job needs no such choice, or is still looked for.
   */
  'invoices.candidates': asks(z.object({ id: Id })).answers<readonly InvoiceRow[] | null>(),
  /**
   * Says which of the candidates is the job's own, where there are several with its number (the failure is `several` of
   * `invoice`) or its creation was not confirmed, and goes on with it.
   */
  'invoices.chooseInvoice': asks(z.object({ id: Id, invoiceId: Id })).answers<InvoiceJob, JobProgress>(),
  /** The job leaves the list as it is. Fails with `notNow` while it runs. */
  'invoices.dismiss': asks(z.object({ id: Id })).answers<null>(),
} satisfies Record<string, Call>;
