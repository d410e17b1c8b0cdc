import { codes, ours } from '../../service/codes.ts';
import { amount, sum, toAmount } from '../../shared/money.ts';
import { totalForLines } from '../../service/invoice.ts';
import { codeOf, flagOf, labelOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { serviceDate } from './calendar.ts';
import { DECIMALS, decimalIn } from './invoice-amounts.ts';
import { refused } from './refusal.ts';

/**
 * The states of an invoice, and all that can happen to one:
 *
 *     (none) ── create ──────────────────> ACTIVE; prepaid: WAITING_FOR_INVOICE; or the open state that was sent
 *     open ── process_invoice ───────────> READY_TO_BE_PAID, approved, its lines READY
 *     READY_TO_BE_PAID ── mark_in_erp ───> READY_TO_BE_PAID, known to the finance system (once)
 *     READY_TO_BE_PAID ── paid ──────────> CLOSED, payment PAID, with a voucher
 *     any but IN_REVIEW, CLOSED ── rejected ──> IN_REVIEW, not approved, its lines IN_REVIEW
 *
 * Open are ACTIVE, IN_REVIEW, WAITING_FOR_INVOICE and WAITING_TO_BE_SENT; only an open invoice takes lines. Anything
 * else is refused: paid twice, paid before processing, anything at all once CLOSED. An invoice is never deleted.
 * Lines that do not come to the total are no obstacle; the invoice then carries an alert.
 *
 * The description has one status, deployed services spread it over `invoice_status` and `invoice_workflow_status`:
 * ours stands in both. Source: Invoices (states); the transitions are ours.
 */
export const invoiceStates = [
  'ACTIVE',
  'IN_REVIEW',
  'WAITING_FOR_INVOICE',
  'WAITING_TO_BE_SENT',
  'READY_TO_BE_PAID',
  'CLOSED',
] as const;
export type InvoiceState = (typeof invoiceStates)[number];

const open: readonly string[] = ['ACTIVE', 'IN_REVIEW', 'WAITING_FOR_INVOICE', 'WAITING_TO_BE_SENT'];

const words: Record<InvoiceState, string> = {
  ACTIVE: 'Active',
  IN_REVIEW: 'In Review',
  WAITING_FOR_INVOICE: 'Waiting for Invoice',
  WAITING_TO_BE_SENT: 'Waiting to be Sent',
  READY_TO_BE_PAID: 'Ready to be Paid',
  CLOSED: 'Closed',
};

const approvals = { PENDING: 'Pending', APPROVED: 'Approved', REJECTED: 'Rejected' } as const;
const payments = { NOT_PAID: 'Not Paid', PAID: 'Paid' } as const;
const lineStates = { NEW: 'New', READY: 'Ready', IN_REVIEW: 'In Review' } as const;

/** An invoice with its lines: what the service acts on as one. */
export interface WholeInvoice {
  readonly invoice: Invoice;
  readonly lines: readonly InvoiceLine[];
}

/** A new invoice without lines. What was sent cannot say that it is approved, ready or paid. */
export function newInvoice(
  sent: Invoice,
  known: { id: string; now: Date; vendor: { value: string; desc: string }; currency: string },
): Invoice {
  const { id, now, vendor, currency } = known;
  const prepaid = flagOf(sent.payment?.prepaid);
  const request = codeOf(sent.invoice_status);
  const status = request === '' ? (prepaid ? 'WAITING_FOR_INVOICE' : 'ACTIVE') : request;
  if (!isOpen(status)) throw notCreated(`invoice_status cannot be ${status.slice(0, 40)}`);
  const payment = codeOf(sent.payment?.payment_status) || 'NOT_PAID';
  if (payment !== 'NOT_PAID') throw notCreated('payment.payment_status can only be NOT_PAID');
  mustHaveAmounts(sent);
  return {
    ...sent,
    id,
    vendor,
    total_amount: toAmount(decimalIn(sent.total_amount, 'total_amount', notCreated), DECIMALS),
    currency: { value: currency, desc: labelOf(sent.currency) || currency },
    creation_date: serviceDate(now),
    ...state(status as InvoiceState),
    ...approval('PENDING'),
    payment: { ...sent.payment, prepaid, payment_status: coded(payments, 'NOT_PAID') },
    in_erp: false,
    alert: [],
  };
}

/** The line as it joins its invoice. */
export function newLineState() {
  return coded(lineStates, 'NEW');
}

/** Refuses a new line for an invoice that is not open any more. */
export function mustTakeLines(invoice: Invoice): void {
  const status = codeOf(invoice.invoice_status);
  if (!isOpen(status)) {
    throw refused(codes.invoiceNotOpen, `Invoice not valid: its status is ${status}, and it takes no lines.`);
  }
}

/** Approves an open invoice for payment. */
export function processed({ invoice, lines }: WholeInvoice, now: Date): WholeInvoice {
  const status = codeOf(invoice.invoice_status);
  if (!isOpen(status)) {
    throw refused(
      codes.processNotStarted,
      `Failed to start invoice process and workflow. The status of the invoice is ${status}.`,
    );
  }
  return {
    invoice: {
      ...invoice,
      ...state('READY_TO_BE_PAID'),
      ...approval('APPROVED'),
      approved_by: 'API',
      approval_date: serviceDate(now),
      alert: alertsOn({ invoice, lines }),
    },
    lines: inState(lines, 'READY'),
  };
}

/** Pays an invoice that is ready. A voucher that it has already is kept; else it gets the one given. */
export function paid({ invoice, lines }: WholeInvoice, now: Date, voucher: string): WholeInvoice {
  mustBeReady(invoice);
  const { payment } = invoice;
  return {
    invoice: {
      ...invoice,
      ...state('CLOSED'),
      payment: {
        ...payment,
        payment_status: coded(payments, 'PAID'),
        voucher_date: textOf(payment?.voucher_date) || serviceDate(now),
        voucher_number: textOf(payment?.voucher_number) || voucher,
        voucher_amount: toAmount(amount(invoice.total_amount), DECIMALS),
        voucher_currency: invoice.currency,
      },
    },
    lines,
  };
}

/** Notes that the finance system has an invoice that is ready. */
export function markedInErp({ invoice, lines }: WholeInvoice, now: Date): WholeInvoice {
  const status = codeOf(invoice.invoice_status);
  const why =
    status !== 'READY_TO_BE_PAID'
      ? `The status of the invoice is ${status}.`
      : invoice.in_erp === true
        ? 'The invoice is there already.'
        : undefined;
  if (why !== undefined) throw refused(codes.notMarkedInErp, `Failed to process invoice in ERP. ${why}`);
  return { invoice: { ...invoice, in_erp: true, erp_date: serviceDate(now) }, lines };
}

/** Gives an invoice back to a person. */
export function rejected({ invoice, lines }: WholeInvoice): WholeInvoice {
  const status = codeOf(invoice.invoice_status);
  if (status === 'CLOSED' || status === 'IN_REVIEW') {
    throw refused(
      ours.invoiceNotRejectable,
      `Invoice ${textOf(invoice.id)} cannot be rejected: its status is ${status}.`,
    );
  }
  return {
    invoice: {
      ...invoice,
      ...state('IN_REVIEW'),
      ...approval('REJECTED'),
      approved_by: null,
      approval_date: null,
      in_erp: false,
    },
    lines: inState(lines, 'IN_REVIEW'),
  };
}

/** The invoice with the sum and the number of its lines. */
export function counted({ invoice, lines }: WholeInvoice): Invoice {
  const link = `/acq/invoices/${textOf(invoice.id)}`;
  return {
    ...invoice,
    total_invoice_lines_amount: linesTotal(lines),
    number_of_lines: { value: lines.length, link: `${link}/lines` },
    link,
  };
}

/** What the lines come to together. */
export function linesTotal(lines: readonly InvoiceLine[]): string {
  return sum(
    lines.map((line) => line.total_price),
    DECIMALS,
  );
}

/** The refusal of a creation. Source: Errors; in use for an invoice that cannot be created. */
export function notCreated(why: string) {
  return refused(codes.invoiceNotCreated, `Invoice not created: ${why}.`);
}

function vatIn({ invoice_vat: vat }: Invoice) {
  return typeof vat === 'object' ? vat : null;
}

/** What stands beside the lines has to be amounts: the total is compared with them. */
function mustHaveAmounts(sent: Invoice): void {
  const { shipment, overhead, insurance, discount } = sent.additional_charges ?? {};
  const beside = { shipment, overhead, insurance, discount, vat_amount: vatIn(sent)?.vat_amount };
  for (const [field, value] of Object.entries(beside)) decimalIn(value ?? 0, field, notCreated);
}

function mustBeReady(invoice: Invoice): void {
  const id = textOf(invoice.id);
  if (codeOf(invoice.payment?.payment_status) === 'PAID') {
    throw refused(ours.invoicePaid, `Invoice ${id} is already paid.`);
  }
  const status = codeOf(invoice.invoice_status);
  if (status !== 'READY_TO_BE_PAID') {
    throw refused(ours.invoiceNotReady, `Invoice ${id} is not ready to be paid: its status is ${status}.`);
  }
}

function alertsOn({ invoice, lines }: WholeInvoice): { value: string; desc: string }[] {
  const [is, should] = [linesTotal(lines), totalForLines(invoice, DECIMALS)];
  if (is === should) return [];
  return [{ value: 'LINES_TOTAL_MISMATCH', desc: `The lines come to ${is}, the invoice to ${should}.` }];
}

function inState(lines: readonly InvoiceLine[], status: keyof typeof lineStates): InvoiceLine[] {
  return lines.map((line) => ({ ...line, status: coded(lineStates, status) }));
}

function isOpen(status: string): boolean {
  return open.includes(status);
}

function state(status: InvoiceState) {
  const coding = coded(words, status);
  return { invoice_status: coding, invoice_workflow_status: coding };
}

function approval(status: keyof typeof approvals) {
  return { invoice_approval_status: coded(approvals, status) };
}

function coded<K extends string>(of: Readonly<Record<K, string>>, value: K): { value: K; desc: string } {
  return { value, desc: of[value] };
}
