import type { OrderChoice } from '../../contract/trolley.ts';
import { dateOf, labelOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { isbnOf, isbnsIn } from '../../shared/isbn.ts';
import type { CallOptions } from '../../client/client.ts';
import { orAbsent } from '../commands/refusals.ts';
import { invalid } from '../failure.ts';
import type { Journal } from '../journal/port.ts';
import { copiesOf, polNumberOf, polTitleOf } from '../orders/record.ts';
import { readPol } from '../orders/find.ts';
import { searchOrders } from '../orders/search.ts';
import type { Service } from '../ports.ts';
import type { BoxOrders } from './box-isbn.ts';

/** A code to find an order line by: of anything that lies on the table. */
export interface BookCode {
  readonly code: string;
  readonly kind: 'orderLine' | 'item' | 'unknown';
}

/** The order line on the table, by which a cover is checked. */
export interface OrderOnTable {
  readonly pol: string;
  readonly title: string;
  /** As its record has it: it may name several. */
  readonly isbn: string;
}

export type FoundBook =
  /** `pol`: its record, where it was read. `pid` and `item`: where it was found by one of its items. */
  | {
      readonly found: 'order';
      readonly number: string;
      readonly pol: Pol | null;
      readonly pid: string | null;
      readonly item: Item | null;
    }
  /** The box, or a search, has these. Which of them is meant, the code does not say. */
  | { readonly found: 'choices'; readonly orders: readonly Pol[] }
  /** The book's ISBN is not that of the order line on the table. */
  | { readonly found: 'otherBook'; readonly isbn: string; readonly table: OrderOnTable };

interface FindOptions extends CallOptions {
  readonly journal: Pick<Journal, 'madeAt'>;
  /** The order line to check an ISBN against; null where that was done, or nothing lies there. */
  readonly table: OrderOnTable | null;
  /** The order lines of the box under check that have the code as their ISBN: these go first. */
  readonly box: BoxOrders;
}

/**
 * Finds the order line of a code: its own number, the barcode of one of its items, an ISBN, a vendor's reference or
 * words of its title. Throws the refusal where it is nothing of these; `noOrderLine` for an ISBN without one, and for words
 * where the service has no search.
 */
export async function findBook(
  service: Service,
  { code, kind }: BookCode,
  { journal, table, box, ...options }: FindOptions,
): Promise<FoundBook> {
  if (kind === 'orderLine') return orderOf(code);
  const isbn = isbnOf(code);
  const read = service.client.call('items.byBarcode', { query: { item_barcode: code } }, options);
  // An ISBN may be the barcode of an item: then it is that.
  const item = await orAbsent(read);
  if (item) return orderOfItem(item);
  if (isbn !== null)
    return (await findInBox(service, box, table)) ?? findIsbn(service, isbn, { journal, table, box });
  if (kind === 'item') return orderOfItem(await read);
  const pol = await orAbsent(readPol(service, code));
  if (pol) return orderOf(polNumberOf(pol) || code, { pol });
  const { orders, how } = await searchOrders(service, code, { journal, limit: mostChoices });
  const [exact, ...others] = orders.filter((one) => hasReference(one, code));
  if (exact && others.length === 0) return orderOf(polNumberOf(exact), { pol: exact });
  if (orders.length > 0) return { found: 'choices', orders };
  // Words are no barcode; and that no order line seen here has them proves nothing.
  if (how === 'known' && /\p{L}/u.test(code)) throw invalid('text', 'noOrderLine', 'known');
  if (isTitle(code)) throw invalid('text', 'noOrderLine');
  // Nothing was found: throw that there is no such item.
  return orderOfItem(await read);
}

/** So many order lines are offered to choose from: more than these, and the search was for something else. */
const mostChoices = 20;

/** What the box still waits for is not looked for anywhere else. Null where that is nothing. */
async function findInBox(
  service: Service,
  { awaited }: BoxOrders,
  table: OrderOnTable | null,
): Promise<FoundBook | null> {
  if (table && awaited.includes(table.pol)) return orderOf(table.pol);
  const [first, ...others] = awaited;
  if (first === undefined) return null;
  if (others.length === 0) return orderOf(first);
  return { found: 'choices', orders: await Promise.all(awaited.map((number) => readPol(service, number))) };
}

async function findIsbn(
  service: Service,
  isbn: string,
  { journal, table, box }: Pick<FindOptions, 'journal' | 'table' | 'box'>,
): Promise<FoundBook> {
  const onTable = table ? isbnsIn(table.isbn) : [];
  if (table && onTable.includes(isbn)) return orderOf(table.pol);
  // An order line without an ISBN says nothing about a cover.
  if (table && onTable.length > 0) return { found: 'otherBook', isbn, table };
  const { orders, how } = await searchOrders(service, isbn, { journal });
  const [only, ...others] = orders;
  const [inBox] = box.complete;
  if (!only && inBox !== undefined) return orderOf(inBox);
  if (!only) throw invalid('isbn', 'noOrderLine', how === 'known' ? 'known' : '');
  return others.length > 0 ? { found: 'choices', orders } : orderOf(polNumberOf(only), { pol: only });
}

function orderOf(
  number: string,
  more: { readonly pol?: Pol; readonly pid?: string; readonly item?: Item } = {},
): FoundBook {
  return { found: 'order', number, pol: null, pid: null, item: null, ...more };
}

function orderOfItem(item: Item): FoundBook {
  const number = textOf(item.item_data?.po_line);
  if (number === '') throw invalid('poLine', 'required', textOf(item.bib_data?.title));
  return orderOf(number, { pid: textOf(item.item_data?.pid), item });
}

/** Several words, or one without a digit. */
const isTitle = (text: string): boolean => /\p{L}/u.test(text) && (/\s/.test(text) || !/\d/.test(text));

const hasReference = (pol: Pol, code: string): boolean =>
  textOf(pol.vendor_reference_number).toLowerCase() === code.toLowerCase();

/** An order line to choose from, for a window. */
export function orderChoice(pol: Pol): OrderChoice {
  const copies = copiesOf(pol);
  return {
    pol: polNumberOf(pol),
    title: polTitleOf(pol),
    author: textOf(pol.resource_metadata?.author),
    vendor: labelOf(pol.vendor),
    status: labelOf(pol.status),
    open: copies.length === 0 ? null : copies.filter(({ copy }) => dateOf(copy.receive_date) === '').length,
  };
}
