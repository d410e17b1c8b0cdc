import type { CallOptions } from '../../client/client.ts';
import { searchValue } from '../../service/query.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { classify } from '../../shared/barcodes.ts';
import { isbn10Of, isbnOf, isbnsIn } from '../../shared/isbn.ts';
import { isNotOffered, orAbsent, orNotOffered } from '../commands/refusals.ts';
import { codeIn } from '../forms/fields.ts';
import type { Journal } from '../journal/port.ts';
import type { Service } from '../ports.ts';
import { readPol } from './find.ts';
import { knownOrders, noteSeen, wordsOf, type KnownOrder } from './known.ts';

/** How order lines are searched for. */
export interface OrderSearch {
  /** Of this station: where the service has no search, the order lines of its commands are looked through. */
  readonly journal: Pick<Journal, 'madeAt'>;
  /** Also those that are closed or cancelled. By its whole number an order line is found in any status. */
  readonly closed?: boolean;
  readonly limit?: number;
  readonly offset?: number;
  readonly signal?: AbortSignal;
}

/** What a search found. */
export interface FoundOrders {
  readonly orders: readonly Pol[];
  /** How many there are in all, as far as the service says so. */
  readonly total: number;
  /**
   * `search`: the service looked for it. `known`: it has no such search, and these are among the order lines that this
   * station has seen: that another is not among them proves nothing.
   */
  readonly how: 'search' | 'known';
}

/** So many of the known order lines are read for one search: a call each. */
const mostRead = 10;
const anyCode = { rules: [], code39: false, aim: false } as const;

/**
 * Finds order lines by their number, an ISBN, words of the title, the vendor's reference or the number of the purchase
 * order. An ISBN finds only order lines whose record names it. Throws an invalid `text`. Source: Acquisitions; the
 * search is an assumption.
 */
export async function searchOrders(
  service: Service,
  text: string,
  search: OrderSearch,
): Promise<FoundOrders> {
  const code = codeIn('text', text);
  const byNumber = await orderOfNumber(service, code, callOptions(search));
  if (byNumber) return { orders: [byNumber], total: 1, how: 'search' };
  const isbn = isbnOf(code);
  try {
    return isbn === null
      ? await searchService(service, code, search)
      : await searchIsbn(service, code, isbn, search);
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    return searchKnown(service, code, isbn, search);
  }
}

const callOptions = ({ signal }: OrderSearch): CallOptions => (signal ? { signal } : {});

/** A number leads to its order line in any status, whether or not the service has a search. */
async function orderOfNumber(service: Service, code: string, options: CallOptions): Promise<Pol | null> {
  const what = classify(code, anyCode);
  return what.ok && what.kind === 'orderLine' ? orAbsent(readPol(service, what.code, options)) : null;
}

async function searchService(service: Service, text: string, search: OrderSearch): Promise<FoundOrders> {
  const { closed = false, limit, offset } = search;
  const page = await service.client.call(
    'acq.pol.search',
    {
      query: {
        q: `all~${searchValue(text)}`,
        status: closed ? 'ALL_WITH_CLOSED' : 'ALL',
        ...(limit === undefined ? {} : { limit }),
        ...(offset === undefined ? {} : { offset }),
      },
    },
    callOptions(search),
  );
  for (const pol of page.items) noteSeen(service, pol);
  return { orders: page.items, total: Math.max(page.total, page.items.length), how: 'search' };
}

/** Records have an ISBN in either form, and with or without its hyphens: one form after the other is looked for. */
async function searchIsbn(
  service: Service,
  typed: string,
  isbn: string,
  search: OrderSearch,
): Promise<FoundOrders> {
  for (const form of new Set([isbn, isbn10Of(isbn) ?? isbn, typed])) {
    const { orders } = await searchService(service, form, { ...search, limit: 100, offset: 0 });
    const named = orders.filter((pol) => namesIsbn(pol, isbn));
    if (named.length > 0) return { orders: named, total: named.length, how: 'search' };
  }
  return { orders: [], total: 0, how: 'search' };
}

const namesIsbn = ({ resource_metadata: about }: Pol, isbn: string): boolean =>
  isbnsIn(textOf(about?.isbn)).includes(isbn);

/** Each that fits is read as it is now: what is remembered of it may be old. */
async function searchKnown(
  service: Service,
  text: string,
  isbn: string | null,
  search: OrderSearch,
): Promise<FoundOrders> {
  const { closed = false, journal } = search;
  const fits = knownOrders(service, journal).filter(
    isbn === null ? (known) => hasWords(known, wordsOf(text)) : ({ isbns }) => isbns.includes(isbn),
  );
  const read = await Promise.all(
    fits.slice(0, mostRead).map(({ number }) => orNotOffered(readPol(service, number, callOptions(search)))),
  );
  const orders = read.filter((pol) => pol !== null).filter((pol) => closed || !isOver(pol));
  return { orders, total: orders.length, how: 'known' };
}

/** Whether each of these words is, or begins, one of the order line's. */
const hasWords = ({ words }: KnownOrder, sought: readonly string[]): boolean =>
  sought.length > 0 && sought.every((word) => words.some((one) => one.startsWith(word)));

const isOver = ({ status }: Pol): boolean => ['CLOSED', 'CANCELLED'].includes(codeOf(status).toUpperCase());
