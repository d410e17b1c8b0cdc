import { codes } from '../../service/codes.ts';
import { totalForLines } from '../../service/invoice.ts';
import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { Invoice, InvoiceLine, NewInvoice } from '../../service/shapes/invoice.ts';
import type { HandlersOf } from '../handler.ts';
import { readDay } from '../rules/calendar.ts';
import {
  counted,
  invoiceStates,
  linesTotal,
  markedInErp,
  mustTakeLines,
  newInvoice,
  notCreated,
  paid,
  processed,
  rejected,
  type WholeInvoice,
} from '../rules/invoice.ts';
import { DECIMALS } from '../rules/invoice-amounts.ts';
import { newLine } from '../rules/invoice-line.ts';
import { notThere, refused } from '../rules/refusal.ts';
import { readInvoiceSearch } from '../rules/search.ts';
import { configRecord } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import { without } from '../store/documents.ts';
import {
  findInvoices,
  invoiceById,
  type InvoiceFilter,
  isNumberTaken,
  linesOf,
  numberOfLines,
  saveInvoice,
} from '../store/invoices.ts';
import { wordsSought } from '../store/fold.ts';
import { polByNumber } from '../store/pols.ts';
import type { Db } from '../store/schema.ts';
import { openFunds, vendorOf } from './accounts.ts';
import { institution, pageOf } from './lookup.ts';

/** The longest number an invoice can have. */
const LONGEST = 255;

/** Source: Acquisitions; Invoices (states). */
export const invoices: HandlersOf<'acq.invoices.'> = {
  'acq.invoices.list': ({ db, query }) =>
    findInvoices(db, { conditions: [], filter: filterOf(query), ...pageOf(query) }),

  'acq.invoices.search': ({ db, query }) =>
    findInvoices(db, {
      conditions: readInvoiceSearch(query.q),
      filter: filterOf(query),
      ...pageOf(query),
    }),

  'acq.invoices.get': async ({ db, path, query }) =>
    query.view === 'brief' ? theInvoice(db, path.invoice_id) : full(await theWhole(db, path.invoice_id)),

  'acq.invoices.create': async ({ db, body, now }) => {
    const number = body.number.trim();
    if (number.length > LONGEST) throw notCreated(`number is longer than ${LONGEST} letters`);
    if (wordsSought(number).length === 0) throw notCreated('number has neither letter nor digit');
    const vendor = await theVendor(db, body);
    for (const field of ['invoice_date', 'invoice_due_date'] as const) {
      const date = textOf(body[field]);
      if (date !== '' && readDay(date) === undefined) throw notCreated(`${field} is not a date`);
    }
    const owner = codeOf(body.owner);
    if (owner !== '' && !(await configRecord(db, 'library', owner))) {
      throw notCreated(`owner: there is no library ${owner.slice(0, 40)}`);
    }
    if (await isNumberTaken(db, vendor.value, number)) {
      throw notCreated(`number: ${vendor.value} has an invoice ${number.slice(0, 60)} already`);
    }
    const { currency: usual } = await institution(db);
    const currency = codeOf(body.currency) || usual;
    if (!/^[A-Z]{3}$/.test(currency)) throw notCreated('currency is not a code such as ILS');
    const id = String(await nextNumber(db, 'invoice'));
    const invoice = newInvoice(without(body, ['invoice_lines']), { id, now, vendor, currency });
    const lines: InvoiceLine[] = [];
    for (const sent of arrayOf(body.invoice_lines?.invoice_line)) {
      lines.push(await lineFrom(db, sent, lines.length + 1));
    }
    mustAddUp({ invoice, lines });
    return full(await saved(db, { invoice, lines }));
  },

  'acq.invoices.lines.list': async ({ db, path, query }) => {
    await theInvoice(db, path.invoice_id);
    const items = await linesOf(db, path.invoice_id, pageOf(query));
    return { items, total: await numberOfLines(db, path.invoice_id) };
  },

  'acq.invoices.lines.create': async ({ db, path, body }) => {
    const { invoice, lines } = await theWhole(db, path.invoice_id);
    mustTakeLines(invoice);
    const line = await lineFrom(db, body, lines.length + 1);
    await saved(db, { invoice, lines: [...lines, line] }, [line]);
    return line;
  },

  'acq.invoices.process': async ({ db, path, now }) =>
    full(await saved(db, processed(await theWhole(db, path.invoice_id), now))),

  'acq.invoices.paid': async ({ db, path, now }) => {
    const whole = await theWhole(db, path.invoice_id);
    return full(await saved(db, paid(whole, now, `V-${await nextNumber(db, 'voucher')}`)));
  },

  'acq.invoices.markInErp': async ({ db, path, now }) =>
    full(await saved(db, markedInErp(await theWhole(db, path.invoice_id), now))),

  'acq.invoices.reject': async ({ db, path }) =>
    full(await saved(db, rejected(await theWhole(db, path.invoice_id)))),
};

async function theInvoice(db: Db, id: string): Promise<Invoice> {
  const invoice = await invoiceById(db, id);
  if (!invoice) throw notThere(codes.invoiceNotFound, `Invoice ${id} not found.`);
  return invoice;
}

async function theWhole(db: Db, id: string): Promise<WholeInvoice> {
  return { invoice: await theInvoice(db, id), lines: await linesOf(db, id) };
}

async function theVendor(db: Db, body: NewInvoice): Promise<{ value: string; desc: string }> {
  const code = codeOf(body.vendor);
  const vendor = await vendorOf(db, code);
  if (!vendor) throw notCreated(`vendor: there is no vendor ${code.slice(0, 40)}`);
  return vendor;
}

async function lineFrom(db: Db, sent: InvoiceLine, number: number): Promise<InvoiceLine> {
  const poLine = textOf(sent.po_line);
  const pol = poLine === '' ? undefined : await polByNumber(db, poLine);
  const funds = await openFunds(db);
  const isFund = (code: string) => funds.has(code);
  return newLine(sent, { id: String(await nextNumber(db, 'invoiceLine')), number, pol, isFund });
}

/** Lines that are sent together with their invoice come to its total, or nothing is created. */
function mustAddUp({ invoice, lines }: WholeInvoice): void {
  if (lines.length === 0) return;
  const [is, should] = [linesTotal(lines), totalForLines(invoice, DECIMALS)];
  if (is !== should) throw notCreated(`total_amount: the lines come to ${is}, not to ${should}`);
}

/** Writes an invoice with the sum and the number of its lines, and the lines that changed. */
async function saved(db: Db, whole: WholeInvoice, changed = whole.lines): Promise<WholeInvoice> {
  const invoice = counted(whole);
  await saveInvoice(db, invoice, changed);
  return { invoice, lines: whole.lines };
}

/** The full view: the brief one with the lines. */
function full({ invoice, lines }: WholeInvoice): Invoice {
  return { ...invoice, invoice_lines: { invoice_line: [...lines], total_record_count: lines.length } };
}

/**
 * The description filters by the status; deployed services by `base_status`, where whatever is not closed is active,
 * and by the step of the workflow.
 */
function filterOf(query: {
  status?: string | undefined;
  base_status?: string | undefined;
  invoice_workflow_status?: string | undefined;
  vendor_code?: string | undefined;
  owner?: string | undefined;
}): InvoiceFilter {
  const conditions: (readonly string[])[] = [];
  for (const name of ['status', 'invoice_workflow_status'] as const) {
    const status = query[name]?.toUpperCase();
    if (status !== undefined) conditions.push([known(name, status, invoiceStates)]);
  }
  const base = query.base_status?.toUpperCase();
  if (base !== undefined) {
    const closed = known('base_status', base, ['ACTIVE', 'CLOSED']) === 'CLOSED';
    conditions.push(invoiceStates.filter((status) => (status === 'CLOSED') === closed));
  }
  return {
    ...(conditions.length > 0 && {
      statuses: invoiceStates.filter((status) => conditions.every((some) => some.includes(status))),
    }),
    vendor: query.vendor_code,
    owner: query.owner,
  };
}

function known(name: string, value: string, values: readonly string[]): string {
  if (values.includes(value)) return value;
  throw refused(codes.paramInvalid, `Param value is invalid: ${name}. Known are ${values.join(', ')}.`);
}
