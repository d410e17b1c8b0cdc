import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { CallOptions, Client } from '../../client/client.ts';
import { isPaid } from '../../service/invoice.ts';
import { isSameAmount } from '../../shared/money.ts';
import { codeOf, countOf, dateOf, dayOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { invoicesOfNumber } from './find.ts';
import { createdAmong, didNotHappen, happened, unclear } from '../commands/resolutions.ts';
import {
  InvoiceStatuses,
  isInReview,
  hasStatus,
  JudgedStatuses,
  isUnpaid,
  statusesOf,
  isSameLine,
} from './record.ts';
import { wholeList } from '../commands/lists.ts';
import { command, type CommandsOf, effectOn, text, type SentFields } from '../commands/command.ts';

interface OneInvoice {
  readonly client: Client;
  readonly options: CallOptions;
  readonly args: { readonly path: { readonly invoice_id: string } };
}

const invoiceOf = ({ client, options, args }: OneInvoice): Promise<Invoice> =>
  client.call('acq.invoices.get', { path: args.path }, options);

const onInvoice = ({ path }: SentFields): string[] => [effectOn('invoice', text(path, 'invoice_id'))];

/** A command shows in the invoice's statuses, a new invoice by its number, a new line by its order line and price. */
export const invoiceCommands = {
  'acq.invoices.create': command({
    // Null where no search could tell which invoices were there.
    before: z.object({ invoiceIds: z.array(z.string()).nullable() }),
    effects: ({ body }) => [effectOn('new invoice', text(body, 'vendor'), text(body, 'number'))],
    resolve: async ({ client, options, args, before }) => {
      const { invoiceIds: known } = before;
      const { number, vendor } = args.body;
      const found = await invoicesOfNumber(client, { number, vendor: codeOf(vendor) }, options);
      if (found === null) return unclear;
      if (found.length === 0) return didNotHappen;
      // The invoice may have been there before.
      if (known === null) return unclear;
      return createdAmong({ items: found, isWhole: true }, known, idOf, (invoice) =>
        isSameInvoice(invoice, args.body),
      );
    },
  }),

  'acq.invoices.lines.create': command({
    before: z.object({ lineIds: z.array(z.string()) }),
    effects: ({ path, body }) => [
      effectOn('new line', text(path, 'invoice_id'), text(body, 'po_line'), text(body, 'price')),
    ],
    resolve: async ({ client, options, args, before }) => {
      const path = { invoice_id: args.path.invoice_id };
      const lines = await wholeList(client, 'acq.invoices.lines.list', { path }, { options });
      return createdAmong(lines, before.lineIds, idOf, (line) => isSameLine(line, args.body));
    },
  }),

  'acq.invoices.process': command({
    before: JudgedStatuses,
    effects: onInvoice,
    resolve: async (question) => {
      const invoice = await invoiceOf(question);
      const now = statusesOf(invoice);
      if (now.approval === 'APPROVED' && question.before.approval !== 'APPROVED') return happened(invoice);
      const before = InvoiceStatuses.parse(question.before);
      return hasStatus(now) && isDeepStrictEqual(now, before) ? didNotHappen : unclear;
    },
  }),

  'acq.invoices.paid': command({
    before: JudgedStatuses,
    effects: onInvoice,
    resolve: async (question) => {
      const invoice = await invoiceOf(question);
      if (isPaid(invoice)) return question.before.paid ? unclear : happened(invoice);
      // Without a clear payment status the invoice may be paid.
      return isUnpaid(invoice) ? didNotHappen : unclear;
    },
  }),

  /** Clear only where the record says whether the finance system has the invoice. */
  'acq.invoices.markInErp': command({
    before: InvoiceStatuses,
    effects: onInvoice,
    resolve: async (question) => {
      const invoice = await invoiceOf(question);
      const { inErp } = statusesOf(invoice);
      if (inErp === false) return didNotHappen;
      return inErp === true && question.before.inErp === false ? happened(invoice) : unclear;
    },
  }),

  'acq.invoices.reject': command({
    before: InvoiceStatuses,
    effects: onInvoice,
    resolve: async (question) => {
      const invoice = await invoiceOf(question);
      const now = statusesOf(invoice);
      if (isInReview(now) && !isInReview(question.before)) return happened(invoice);
      return hasStatus(now) && isDeepStrictEqual(now, question.before) ? didNotHappen : unclear;
    },
  }),
} satisfies CommandsOf<'acq.invoices.'>;

const idOf = ({ id }: Invoice | InvoiceLine): string => textOf(id);

/**
 * Whether an invoice is the one that was sent. Another desk may have entered the same number, so that ours was
 * refused: theirs has another sum or day, or has lines already. One that is equal and has no lines cannot be told from
 * ours.
 */
function isSameInvoice(invoice: Invoice, sent: Invoice): boolean {
  const day = (date: Invoice['invoice_date']) => dayOf(dateOf(date)) ?? '';
  return (
    isSameAmount(invoice.total_amount, sent.total_amount) &&
    day(invoice.invoice_date) === day(sent.invoice_date) &&
    (countOf(codeOf(invoice.number_of_lines)) ?? 0) === 0
  );
}
