import type { Client } from '../../client/client.ts';
import { textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { isbnsIn } from '../../shared/isbn.ts';
import type { Command } from '../../service/endpoints.ts';
import { orderOfQueue } from '../commands/queues.ts';
import type { Journal } from '../journal/port.ts';
import type { Service } from '../ports.ts';
import { polNumberOf, polTitleOf } from './record.ts';

/** What is remembered of an order line: what it can be found by. */
export interface KnownOrder {
  /** The id of its library. */
  readonly library: string;
  readonly number: string;
  /** Its words, folded: title, author, numbers. */
  readonly words: readonly string[];
  readonly isbns: readonly string[];
}

/** So many are remembered, and looked for in the journal: those that were used last. */
const mostKnown = 2000;

/** The commands on an order line, and on one of its items. */
export const onOrders = [
  'acq.pol.update',
  'acq.pol.items.receive',
  'bibs.items.scanIn',
] as const satisfies readonly Command[];

const seen = new WeakMap<Client, Map<string, KnownOrder>>();

/** The words of a text, without case, accents and marks. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Remembers an order line that was read, for as long as this connection is used. */
export function noteSeen({ client, library }: Service, pol: Pol): void {
  const number = polNumberOf(pol);
  if (number === '') return;
  const orders = seen.get(client) ?? new Map<string, KnownOrder>();
  seen.set(client, orders);
  const about = pol.resource_metadata;
  const texts = [number, polTitleOf(pol), textOf(about?.author), textOf(about?.isbn)];
  const numbers = [textOf(pol.po_number), textOf(pol.vendor_reference_number)];
  const words = [...new Set([...texts, ...numbers].flatMap(wordsOf))];
  // The one read last is the last one in the map.
  orders.delete(number);
  orders.set(number, { library: library.id, number, words, isbns: isbnsIn(textOf(about?.isbn)) });
  const [oldest] = orders.keys();
  if (orders.size > mostKnown && oldest !== undefined) orders.delete(oldest);
}

/**
 * The order lines that this station has seen at the library: those read in this run, and those of its commands in the
 * journal, which knows their titles. Those used last come first.
 */
export function knownOrders({ client, library }: Service, journal: Pick<Journal, 'madeAt'>): KnownOrder[] {
  const read = [...(seen.get(client)?.values() ?? [])].filter((order) => order.library === library.id);
  const known = new Map(read.toReversed().map((order) => [order.number, order]));
  for (const { queue, about } of journal.madeAt(library.id, onOrders, mostKnown)) {
    const number = orderOfQueue(queue);
    if (number === null || known.has(number)) continue;
    known.set(number, {
      library: library.id,
      number,
      words: [...wordsOf(number), ...wordsOf(about)],
      isbns: [],
    });
  }
  return [...known.values()];
}
