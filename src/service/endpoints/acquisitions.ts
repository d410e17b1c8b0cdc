import * as z from 'zod';
import { act, create, get, list, replace } from '../rows.ts';
import { Page } from '../shapes/common.ts';
import { Invoice, InvoiceLine, NewInvoice, NewInvoiceLine } from '../shapes/invoice.ts';
import { Item } from '../shapes/item.ts';
import { Pol, PolCopy } from '../shapes/pol.ts';
import { text } from './parts.ts';

const pol = '/acq/po-lines/{pol_id}';
const invoice = '/acq/invoices/{invoice_id}';
const invoiceLines = '/acq/invoices/{invoice_id}/lines';

/** By what a list of invoices can be narrowed. The last three are those of deployed services. Source: Acquisitions. */
const filters = {
  status: text,
  vendor_code: text,
  base_status: text,
  invoice_workflow_status: text,
  owner: text,
};

/** The body of what is done by its name alone: an empty object, sent where none is given. Source: Acquisitions, 1. */
const nothing = z.looseObject({}).default({});

/** The operations on an invoice by their `op`. Source: Acquisitions, 1. */
const service = <const O extends string>(op: O) =>
  act(invoice, op, {
    source: 'Acquisitions',
    body: nothing,
    returns: Invoice,
    assumed: 'the path: the description names the operations only',
  });

/** Invoices with their lines, purchase order lines and their items. */
export const acquisitions = {
  'acq.invoices.list': list('/acq/invoices', {
    source: 'Acquisitions',
    key: 'invoice',
    returns: Invoice,
    query: { ...Page, ...filters },
  }),
  'acq.invoices.search': list('/acq/invoices', {
    source: 'Acquisitions',
    key: 'invoice',
    returns: Invoice,
    query: { ...Page, ...filters, q: z.string().trim().min(1) },
    when: 'q',
    assumed: 'the path and the name of the query: the description names the operation only',
  }),
  'acq.invoices.get': get(invoice, {
    source: 'Acquisitions',
    returns: Invoice,
    query: { view: z.enum(['full', 'brief']).default('full') },
    assumed: 'the path and the name of the query: the description names the operation only',
  }),
  'acq.invoices.create': create('/acq/invoices', {
    source: 'Acquisitions',
    body: NewInvoice,
    returns: Invoice,
    assumed: 'the path: the description names the operation only',
  }),
  'acq.invoices.lines.list': list(invoiceLines, {
    source: 'Acquisitions',
    key: 'invoice_line',
    returns: InvoiceLine,
    // A deployed service gives ten by default.
    query: { ...Page, limit: Page.limit.default(100) },
    assumed: 'the path and the list key: the description names the operation only',
  }),
  'acq.invoices.lines.create': create(invoiceLines, {
    source: 'Acquisitions',
    body: NewInvoiceLine,
    returns: InvoiceLine,
    assumed: 'the path: the description names the operation only',
  }),
  'acq.invoices.process': service('process_invoice'),
  'acq.invoices.paid': service('paid'),
  'acq.invoices.markInErp': service('mark_in_erp'),
  'acq.invoices.reject': service('rejected'),
  'acq.pol.search': list('/acq/po-lines', {
    source: 'Acquisitions',
    key: 'po_line',
    returns: Pol,
    query: {
      ...Page,
      q: z.string().trim().min(1),
      status: z.enum(['ACTIVE', 'ALL', 'ALL_WITH_CLOSED']).default('ALL'),
    },
    assumed: 'not in the description: a search of deployed services',
  }),
  'acq.pol.get': get(pol, {
    source: 'Acquisitions',
    returns: Pol,
    assumed: 'the path: the description names the operation only',
  }),
  'acq.pol.update': replace(pol, {
    source: 'Acquisitions',
    body: Pol,
    returns: Pol,
    assumed: 'the path: the description names the operation only',
  }),
  'acq.pol.items.list': list('/acq/po-lines/{pol_id}/items', {
    source: 'Acquisitions',
    key: 'item',
    returns: PolCopy,
    assumed: 'the list key',
  }),
  'acq.pol.items.receive': act('/acq/po-lines/{pol_id}/items/{item_id}', 'receive', {
    source: 'Acquisitions',
    body: nothing,
    returns: Item,
    query: { receive_date: text, department: text, department_library: text },
    assumed: 'the path and the names of the query',
  }),
} as const;
