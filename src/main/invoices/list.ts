import type { Client } from '../../client/client.ts';
import type { InvoiceRow } from '../../contract/invoices.ts';
import type { Page } from '../../service/define.ts';
import { searchValue } from '../../service/query.ts';
import { codeOf } from '../../service/read.ts';
import type { Invoice } from '../../service/shapes/invoice.ts';
import { orNotOffered } from '../commands/refusals.ts';
import type { Deps } from '../deps.ts';
import { typedText } from '../forms/fields.ts';
import { invoiceRow } from './view.ts';

/** How many invoices are on a page. */
const pageSize = 50;

interface Wanted {
  /** `''` for any; so are the others. */
  readonly status: string;
  readonly vendor: string;
  readonly q: string;
}

interface Place {
  readonly offset: number;
  readonly limit: number;
}

/**
 * A page of invoices, counted from 0, in the service's own order or from its end: it sorts by nothing else. Source:
 * Acquisitions (list); service notes, Search fields.
 */
export async function listInvoices(
  deps: Deps,
  { page, order, ...input }: Wanted & { readonly page: number; readonly order: 'newest' | 'oldest' },
  signal: AbortSignal,
): Promise<{ invoices: InvoiceRow[]; total: number; pageSize: number }> {
  const service = await deps.connection.service();
  const wanted = {
    status: typedText('status', input.status),
    vendor: typedText('vendor', input.vendor),
    q: typedText('q', input.q, 300),
  };
  const read = (place: Place): Promise<Page<Invoice>> => readPlace(service.client, wanted, place, signal);
  const found = await (order === 'oldest' ? read(placeOf(page)) : readFromEnd(page, read));
  return { invoices: found.items.map((one) => invoiceRow(one, service)), total: found.total, pageSize };
}

const placeOf = (page: number): Place => ({ offset: page * pageSize, limit: pageSize });

/** A page from the end of the list, the last invoice first. How long the list is, its first page says. */
async function readFromEnd(
  page: number,
  read: (place: Place) => Promise<Page<Invoice>>,
): Promise<Pick<Page<Invoice>, 'items' | 'total'>> {
  const first = await read(placeOf(0));
  const total = Math.max(first.total, first.items.length);
  const end = Math.max(total - page * pageSize, 0);
  const start = Math.max(end - pageSize, 0);
  if (start === 0) return { items: first.items.slice(0, end).toReversed(), total };
  const { items } = await read({ offset: start, limit: end - start });
  return { items: items.toReversed(), total };
}

async function readPlace(
  client: Client,
  { status, vendor, q }: Wanted,
  place: Place,
  signal: AbortSignal,
): Promise<Page<Invoice>> {
  const query = { ...place, ...statusFilters(status), ...(vendor !== '' && { vendor_code: vendor }) };
  const search = (text: string): Promise<Page<Invoice>> =>
    client.call('acq.invoices.search', { query: { ...query, q: text } }, { signal });
  if (q !== '') {
    const text = searchValue(q);
    // A service that has no search in all fields has one by number.
    return (await orNotOffered(search(`all~${text}`))) ?? search(`invoice_number~${text}`);
  }
  const listed = await client.call('acq.invoices.list', { query }, { signal });
  const isFiltered = vendor === '' || listed.items.every((one) => isOf(one, vendor));
  // Deployed services have no such filter, and pass over it.
  return isFiltered ? listed : search(`vendor_code~${searchValue(vendor)}`);
}

const isOf = ({ vendor }: Invoice, code: string): boolean =>
  codeOf(vendor).toLowerCase() === code.toLowerCase();

/** The filter of the description, and beside it that of deployed services: each passes over what it does not know. */
function statusFilters(status: string) {
  if (status === '') return {};
  const isBase = status === 'ACTIVE' || status === 'CLOSED';
  return { status, ...(isBase ? { base_status: status } : { invoice_workflow_status: status }) };
}
