import { isDeepStrictEqual } from 'node:util';
import { paginate } from '../../client/paginate.ts';
import type { CallOptions, Client } from '../../client/client.ts';
import { isPaid } from '../../service/invoice.ts';
import { isSameAmount } from '../../shared/money.ts';
import { codeOf, countOf, dateOf, dayOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { all } from '../commands/all.ts';
import { type InvoiceStanding, standingOf } from '../commands/before.ts';
import { createdAmong } from '../commands/created-among.ts';
import { invoicesOfNumber } from './find.ts';
import { didNotHappen, happened, unclear } from '../commands/found.ts';
import type { ResolversOf } from '../commands/resolver.ts';
import { wholeList } from '../commands/whole-list.ts';

interface OneInvoice {
  readonly client: Client;
  readonly options: CallOptions;
  readonly args: { readonly path: { readonly invoice_id: string } };
}

const invoiceOf = ({ client, options, args }: OneInvoice): Promise<Invoice> =>
  client.call('acq.invoices.get', { path: args.path }, options);

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
    const { invoiceIds: known } = before;
    const { number, vendor } = args.body;
    const found = await invoicesOfNumber(client, { number, vendor: codeOf(vendor) }, options);
    if (found === null) return unclear;
    if (found.length === 0) return didNotHappen;
    // One that is there may have been there before.
    if (known === null) return unclear;
    return createdAmong({ items: found, isWhole: true }, known, idOf, (invoice) =>
      isSameInvoice(invoice, args.body),
    );
  },

  'acq.invoices.lines.create': async ({ client, options, args, before }) => {
    const path = { invoice_id: args.path.invoice_id };
    const lines = await wholeList(client, 'acq.invoices.lines.list', { path }, { options });
    return createdAmong(lines, before.lineIds, idOf, (line) => isSameLine(line, args.body));
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

const idOf = ({ id }: Invoice | InvoiceLine): string => textOf(id);

/**
 * Another desk may have entered the same number meanwhile, and ours have been refused: then it says something else, or
 * has lines already, which ours gets only once it is known. One entered alike and still without lines cannot be told
 * from ours.
 */
function isSameInvoice(invoice: Invoice, sent: Invoice): boolean {
  const day = (date: Invoice['invoice_date']) => dayOf(dateOf(date)) ?? '';
  return (
    isSameAmount(invoice.total_amount, sent.total_amount) &&
    day(invoice.invoice_date) === day(sent.invoice_date) &&
    (countOf(codeOf(invoice.number_of_lines)) ?? 0) === 0
  );
}

export function isSameLine(line: InvoiceLine, sent: Pick<InvoiceLine, 'po_line' | 'price'>): boolean {
  return textOf(line.po_line) === textOf(sent.po_line) && isSameAmount(line.price, sent.price);
}
