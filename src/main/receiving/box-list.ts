import type { CheckedLine, UncheckedLine } from '../../contract/box-check.ts';
import { typeOf } from '../../service/invoice.ts';
import { codeOf, countOf, dateOf, textOf } from '../../service/read.ts';
import type { InvoiceLine } from '../../service/shapes/invoice.ts';
import { isbnsIn } from '../../shared/isbn.ts';
import { orAbsent } from '../commands/refusals.ts';
import { expectedDayOf } from '../orders/add-note.ts';
import { type OrderWithItems, readOrder } from '../orders/copies.ts';
import { polNumberOf, polTitleOf, placesOf } from '../orders/record.ts';
import type { Service } from '../ports.ts';
import { codedOf } from '../records/values.ts';
import type { Book } from './trolley.ts';

/** An order line that is wanted in a box, and how many copies of it; null: as many as it waits for. */
interface Wanted {
  readonly pol: string;
  readonly count: number | null;
}

/** The list of what should be in a box: what can be checked of it, and what cannot. */
export interface BoxList {
  readonly lines: readonly CheckedLine[];
  readonly unchecked: readonly UncheckedLine[];
}

/** What the lines of an invoice are for, each order line once. */
export function wantedOf(lines: readonly InvoiceLine[]): {
  readonly wanted: readonly Wanted[];
  readonly unchecked: readonly UncheckedLine[];
} {
  const wanted = new Map<string, number>();
  const unchecked: UncheckedLine[] = [];
  for (const line of lines) {
    const pol = textOf(line.po_line).trim();
    const name = [textOf(line.number), typeOf(line)].filter((part) => part !== '').join(' · ');
    const quantity = textOf(line.quantity).trim() === '' ? 1 : countOf(line.quantity);
    if (pol === '') unchecked.push({ line: name, why: 'noOrderLine' });
    else if (quantity === null || quantity < 1) unchecked.push({ line: pol, why: 'quantity' });
    else wanted.set(pol, (wanted.get(pol) ?? 0) + quantity);
  }
  return { wanted: [...wanted].map(([pol, count]) => ({ pol, count })), unchecked };
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** The books that are on the trolley already: their copies are of this box. */
  readonly books: readonly Book[];
  readonly report: (progress: { readonly done: number; readonly total: number }) => void;
}

/** So many order lines are read at a time. The limiter decides how fast they go. */
const atATime = 5;

/** Reads the order lines of a list. What is not found, or is cancelled, is named. */
export async function readBoxList(
  service: Service,
  wanted: readonly Wanted[],
  { signal, books, report }: ReadOptions,
): Promise<BoxList> {
  const lines: CheckedLine[] = [];
  const unchecked: UncheckedLine[] = [];
  const total = wanted.length;
  report({ done: 0, total });
  for (let from = 0; from < total; from += atATime) {
    const some = wanted.slice(from, from + atATime);
    const orders = await Promise.all(
      some.map(async (one) => {
        signal.throwIfAborted();
        return { ...one, order: await orAbsent(readOrder(service, one.pol, { signal })) };
      }),
    );
    for (const { pol, count, order } of orders) {
      if (order === null) unchecked.push({ line: pol, why: 'notFound' });
      else if (codeOf(order.pol.status).toUpperCase() === 'CANCELLED')
        unchecked.push({ line: pol, why: 'cancelled' });
      else lines.push(lineOf(order, count, books));
    }
    report({ done: Math.min(from + atATime, total), total });
  }
  return { lines, unchecked };
}

function lineOf(order: OrderWithItems, count: number | null, books: readonly Book[]): CheckedLine {
  const { pol } = order;
  return {
    pol: polNumberOf(pol),
    title: polTitleOf(pol),
    expected: expectedOf(order, count, books),
    vendor: codedOf(pol.vendor),
    account: textOf(pol.vendor_account),
    isbns: isbnsIn(textOf(pol.resource_metadata?.isbn)),
    reference: textOf(pol.vendor_reference_number),
    day: expectedDayOf(pol),
  };
}

/** How many copies should be in the box: those that came in another one are not waited for. */
function expectedOf({ pol, copies }: OrderWithItems, count: number | null, books: readonly Book[]): number {
  if (copies.length === 0) {
    const ordered = placesOf(pol).reduce((sum, { quantity }) => sum + (countOf(quantity) ?? 0), 0);
    return count ?? Math.max(ordered, 1);
  }
  const isOfBox = (book: Book): boolean => book.pol === polNumberOf(pol) && received.includes(book.state);
  const here = new Set(books.filter(isOfBox).map(({ pid }) => pid));
  const open = copies.filter(({ copy }) => dateOf(copy.receive_date) === '' || here.has(textOf(copy.pid)));
  return Math.min(count ?? open.length, open.length);
}

const received: readonly Book['state'][] = ['receiving', 'received', 'keeping', 'kept', 'unclear'];
