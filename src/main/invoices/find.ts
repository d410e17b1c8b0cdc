import type { CallOptions, Client } from '../../client/client.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { searchValue } from '../../service/query.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { orNotOffered } from '../commands/refusals.ts';
import { hasBeenSeenToFind, sawItFind, type SearchForm, wholeList } from '../commands/lists.ts';

interface InvoiceNumber {
  readonly vendor: string;
  readonly number: string;
}

/** The most invoices that are looked through where no search can be trusted: fifty calls. */
const most = 5000;

const same = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

const isNumbered = (invoice: Invoice, number: string): boolean => same(textOf(invoice.number), number);

const isThat = (invoice: Invoice, { vendor, number }: InvoiceNumber): boolean =>
  isNumbered(invoice, number) && same(codeOf(invoice.vendor), vendor);

/**
 * The vendor's invoices of this number: one at most, where the service looks at it. A search that finds nothing proves
 * that there is none only where the same form of search has been seen to find one there; otherwise the list of all
 * invoices is looked through. null where that cannot be told either.
 */
export async function invoicesOfNumber(
  client: Client,
  wanted: InvoiceNumber,
  options: CallOptions = {},
): Promise<readonly Invoice[] | null> {
  const searched = await invoicesBySearch(client, wanted, options);
  if (searched) return searched;
  const list = await orNotOffered(wholeList(client, 'acq.invoices.list', {}, { most, options }));
  if (list === null) return null;
  const { items, isWhole } = list;
  const found = items.filter((invoice) => isThat(invoice, wanted));
  return found.length > 0 || isWhole ? found : null;
}

/** The same as far as a search can tell; null where it cannot be trusted. */
export async function invoicesBySearch(
  client: Client,
  wanted: InvoiceNumber,
  options: CallOptions = {},
): Promise<readonly Invoice[] | null> {
  const found = await search(client, wanted.number, options);
  if (found === null) return null;
  const those = found.filter((invoice) => isThat(invoice, wanted));
  if (those.length > 0) return those;
  return (await isTrusted(client, formOf(wanted.number), options)) ? [] : null;
}

/** The invoices of this number, whoever's; null where the service refuses the search, or does not end. */
async function search(
  client: Client,
  number: string,
  options: CallOptions,
): Promise<readonly Invoice[] | null> {
  // The field of deployed services. Source: service notes, Search fields.
  const query = { q: `invoice_number~${searchValue(number)}` };
  const list = await orNotOffered(wholeList(client, 'acq.invoices.search', { query }, { most, options }));
  if (list === null) return null;
  const found = list.items.filter((invoice) => isNumbered(invoice, number));
  // A service that does not know the field may answer with its first 5,000 invoices.
  if (!list.isWhole) return found.length > 0 ? found : null;
  if (found.length > 0) sawItFind(client, formOf(number));
  return found;
}

/** How a number is written in a search. */
function formOf(number: string): Extract<SearchForm, `invoiceNumber:${string}`> {
  if (/^[a-z\d]+$/i.test(number)) return 'invoiceNumber:word';
  return /^[\w./-]+$/.test(number) ? 'invoiceNumber:marks' : 'invoiceNumber:quoted';
}

/** Where nothing is known of this form of search yet, an invoice that was just read is searched for with it. */
async function isTrusted(
  client: Client,
  form: ReturnType<typeof formOf>,
  options: CallOptions,
): Promise<boolean> {
  if (!hasBeenSeenToFind(client, form)) {
    const page = await orNotOffered(client.call('acq.invoices.list', { query: { limit: 100 } }, options));
    const known = page?.items.map((invoice) => textOf(invoice.number)).find((one) => formOf(one) === form);
    if (known !== undefined) await search(client, known, options);
  }
  return hasBeenSeenToFind(client, form);
}
