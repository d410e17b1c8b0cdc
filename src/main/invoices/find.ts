import type { CallOptions, Client } from '../../client/client.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { searchValue } from '../../service/query.ts';
import type { Invoice, InvoiceLine } from '../../service/shapes/invoice.ts';
import { orNotOffered } from '../commands/refusals.ts';
import { isSearchKnownToWork, noteSearchWorks, type SearchForm, wholeList } from '../commands/lists.ts';
import type { Service } from '../ports.ts';
import { paginate } from '../../client/paginate.ts';

interface InvoiceNumber {
  readonly vendor: string;
  readonly number: string;
}

/** The most invoices that are read where no search can be trusted: fifty calls. */
const maxRead = 5000;

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const isNumbered = (invoice: Invoice, number: string): boolean => same(textOf(invoice.number), number);

/** Whether an invoice has this number, and is of this vendor. */
export const isSameNumber = (invoice: Invoice, { vendor, number }: InvoiceNumber): boolean =>
  isNumbered(invoice, number) && same(codeOf(invoice.vendor), vendor);

/**
 * The vendor's invoices with this number. An empty search proves something only where the same form of search has
 * found an invoice before; otherwise the list of all invoices is read. Null where that does not tell either.
 */
export async function invoicesOfNumber(
  client: Client,
  query: InvoiceNumber,
  options: CallOptions = {},
): Promise<readonly Invoice[] | null> {
  const searched = await invoicesBySearch(client, query, options);
  if (searched) return searched;
  const list = await orNotOffered(wholeList(client, 'acq.invoices.list', {}, { limit: maxRead, options }));
  if (list === null) return null;
  const { items, isWhole } = list;
  const found = items.filter((invoice) => isSameNumber(invoice, query));
  return found.length > 0 || isWhole ? found : null;
}

/** The same by search alone; null where the search cannot be trusted. */
export async function invoicesBySearch(
  client: Client,
  query: InvoiceNumber,
  options: CallOptions = {},
): Promise<readonly Invoice[] | null> {
  const found = await search(client, query.number, options);
  if (found === null) return null;
  const matching = found.filter((invoice) => isSameNumber(invoice, query));
  if (matching.length > 0) return matching;
  return (await isTrusted(client, formOf(query.number), options)) ? [] : null;
}

/**
 * The invoices with this number, of any vendor: by search, or in the list of all invoices where an empty search proves
 * nothing.
 */
export async function invoicesNumbered(
  client: Client,
  number: string,
  options: CallOptions = {},
): Promise<readonly Invoice[]> {
  const found = (await search(client, number, options)) ?? [];
  if (found.length > 0 || (await isTrusted(client, formOf(number), options))) return found;
  const list = await orNotOffered(wholeList(client, 'acq.invoices.list', {}, { limit: maxRead, options }));
  return list?.items.filter((invoice) => isNumbered(invoice, number)) ?? [];
}

/** The invoices with this number, of any vendor; null where the service refuses the search or finds too many. */
async function search(
  client: Client,
  number: string,
  options: CallOptions,
): Promise<readonly Invoice[] | null> {
  // The field of deployed services. Source: service notes, Search fields.
  const query = { q: `invoice_number~${searchValue(number)}` };
  const list = await orNotOffered(
    wholeList(client, 'acq.invoices.search', { query }, { limit: maxRead, options }),
  );
  if (list === null) return null;
  const found = list.items.filter((invoice) => isNumbered(invoice, number));
  // A service that does not know the field may answer with its first 5,000 invoices.
  if (!list.isWhole) return found.length > 0 ? found : null;
  if (found.length > 0) noteSearchWorks(client, formOf(number));
  return found;
}

/** The form of a search, by the characters of the number. */
function formOf(number: string): Extract<SearchForm, `invoiceNumber:${string}`> {
  if (/^[a-z\d]+$/i.test(number)) return 'invoiceNumber:word';
  return /^[\w./-]+$/.test(number) ? 'invoiceNumber:marks' : 'invoiceNumber:quoted';
}

/**
 * Whether this form of search works at the service. If that is not known yet, it is tried with an invoice from the
 * list.
 */
async function isTrusted(
  client: Client,
  form: ReturnType<typeof formOf>,
  options: CallOptions,
): Promise<boolean> {
  if (!isSearchKnownToWork(client, form)) {
    const page = await orNotOffered(client.call('acq.invoices.list', { query: { limit: 100 } }, options));
    const known = page?.items.map((invoice) => textOf(invoice.number)).find((one) => formOf(one) === form);
    if (known !== undefined) await search(client, known, options);
  }
  return isSearchKnownToWork(client, form);
}

/** Reads an invoice. */
export const readInvoice = (service: Service, invoiceId: string, signal?: AbortSignal): Promise<Invoice> =>
  service.client.call(
    'acq.invoices.get',
    { path: { invoice_id: invoiceId }, query: { view: 'brief' } },
    signal ? { signal } : {},
  );

/** All lines of an invoice. */
export const linesOfInvoice = (
  client: Client,
  invoiceId: string,
  options: CallOptions = {},
): Promise<InvoiceLine[]> =>
  Array.fromAsync(paginate(client, 'acq.invoices.lines.list', { path: { invoice_id: invoiceId } }, options));
