import { isDeepStrictEqual } from 'node:util';
import { paginate } from '../../client/paginate.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import { isPaid } from '../../service/invoice.ts';
import { amount, NotAnAmount } from '../../service/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { searchValue } from '../../service/query.ts';
import type { Amount } from '../../service/shapes/common.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { all } from './all.ts';
import { type InvoiceStanding, standingOf } from './before.ts';
import { didNotHappen, happened, unclear } from './found.ts';
import type { ResolversOf } from './resolver.ts';

interface OneInvoice {
  readonly client: Client;
  readonly options: CallOptions;
  readonly args: { readonly path: { readonly invoice_id: string } };
}

const invoiceOf = ({ client, options, args }: OneInvoice): Promise<Invoice> =>
  client.call('acq.invoices.get', { path: args.path }, options);

/** The vendor's invoices of this number: one at most, where the service looks at it. */
export async function invoicesOfNumber(
  client: Client,
  { vendor, number }: { vendor: string; number: string },
  options: CallOptions = {},
): Promise<Invoice[]> {
  const q = `number~${searchValue(number)} AND vendor_code~${searchValue(vendor)}`;
  const found = await all(paginate(client, 'acq.invoices.search', { query: { q } }, options));
  const same = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();
  return found.filter(
    (invoice) => same(textOf(invoice.number), number) && same(codeOf(invoice.vendor), vendor),
  );
}

/** All lines of an invoice. */
export const linesOfInvoice = (
  client: Client,
  invoiceId: string,
  options: CallOptions = {},
): Promise<InvoiceLine[]> =>
  all(paginate(client, 'acq.invoices.lines.list', { path: { invoice_id: invoiceId } }, options));

/** What is done to an invoice shows in its statuses; a new one by its number, a new line by what it is for. */
export const invoiceCommands: ResolversOf<'acq.invoices.'> = {
  'acq.invoices.create': async ({ client, options, args, before }) => {
    const { number, vendor } = args.body;
    const found = await invoicesOfNumber(client, { number, vendor: codeOf(vendor) }, options);
    const added = found.filter((invoice) => !before.invoiceIds.includes(textOf(invoice.id)));
    const [invoice] = added;
    if (!invoice) return didNotHappen;
    // Another desk may have entered the same number meanwhile, and ours have been refused.
    const isOurs = added.length === 1 && isSame(invoice.total_amount, args.body.total_amount);
    return isOurs ? happened(invoice) : unclear;
  },

  'acq.invoices.lines.create': async ({ client, options, args, before }) => {
    const lines = await linesOfInvoice(client, args.path.invoice_id, options);
    const added = lines.filter((line) => !before.lineIds.includes(textOf(line.id)));
    if (added.length === 0) return didNotHappen;
    const [line] = added;
    return added.length === 1 && line && isSameLine(line, args.body) ? happened(line) : unclear;
  },

  'acq.invoices.process': async (question) => {
    const invoice = await invoiceOf(question);
    const now = standingOf(invoice);
    if (now.approval === 'APPROVED' && question.before.approval !== 'APPROVED') return happened(invoice);
    return isTold(now) && isDeepStrictEqual(now, question.before) ? didNotHappen : unclear;
  },

  'acq.invoices.paid': async (question) => {
    const invoice = await invoiceOf(question);
    if (isPaid(invoice)) return question.before.paid ? unclear : happened(invoice);
    // Only where the service says that it is not: what says nothing, or something between, may be paid.
    return isUnpaid(invoice) ? didNotHappen : unclear;
  },

  // Only where the service says of an invoice whether the finance system has it.
  'acq.invoices.markInErp': async (question) => {
    const invoice = await invoiceOf(question);
    const { inErp } = standingOf(invoice);
    if (inErp === false) return didNotHappen;
    return inErp === true && question.before.inErp === false ? happened(invoice) : unclear;
  },

  'acq.invoices.reject': async (question) => {
    const invoice = await invoiceOf(question);
    const now = standingOf(invoice);
    if (isInReview(now) && !isInReview(question.before)) return happened(invoice);
    return isTold(now) && isDeepStrictEqual(now, question.before) ? didNotHappen : unclear;
  },
};

/** Whether the service says where the invoice stands: what it does not say cannot have stayed the same. */
const isTold = ({ status, approval }: InvoiceStanding): boolean => status !== '' || approval !== '';

const isUnpaid = ({ payment }: Invoice): boolean =>
  codeOf(payment?.payment_status)
    .replace(/[^A-Za-z]/g, '')
    .toUpperCase() === 'NOTPAID';

/** Deployed services write the status as one word or two, or without the underscore. */
const isInReview = ({ status }: InvoiceStanding): boolean =>
  status.replace(/[^A-Za-z]/g, '').toUpperCase() === 'INREVIEW';

function isSameLine(line: InvoiceLine, sent: InvoiceLine): boolean {
  return textOf(line.po_line) === textOf(sent.po_line) && isSame(line.price, sent.price);
}

function isSame(one: Amount, other: Amount): boolean {
  try {
    return amount(one).eq(amount(other));
  } catch (error) {
    if (error instanceof NotAnAmount) return false;
    throw error;
  }
}
