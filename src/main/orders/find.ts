import type { CallOptions } from '../../client/client.ts';
import { textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { invalid } from '../failure.ts';
import { orAbsent } from '../commands/refusals.ts';
import { type Queues, orderQueue, runTask } from '../commands/queues.ts';
import type { Service } from '../ports.ts';
import { noteSeen } from './known.ts';

/** An order line and, where it was found by one of its items, the id of that item. */
interface FoundOrder {
  readonly pol: Pol;
  readonly pid: string | null;
}

/** Reads an order line, and remembers what it can be found by. */
export async function readPol(service: Service, number: string, options: CallOptions = {}): Promise<Pol> {
  const pol = await service.client.call('acq.pol.get', { path: { pol_id: number } }, options);
  noteSeen(service, pol);
  return pol;
}

/** The order line of a scanned code: its own number, or the barcode of one of its items. */
export async function findOrder(
  service: Service,
  { code, kind }: { code: string; kind: 'orderLine' | 'item' | 'unknown' },
  options: CallOptions,
): Promise<FoundOrder> {
  if (kind === 'orderLine') return { pol: await readPol(service, code, options), pid: null };
  const item = service.client.call('items.byBarcode', { query: { item_barcode: code } }, options);
  if (kind === 'item') return orderOf(service, await item);
  const found = await orAbsent(item);
  if (found) return orderOf(service, found);
  const pol = await orAbsent(readPol(service, code));
  // Neither was found: throw that there is no such item.
  return pol ? { pol, pid: null } : orderOf(service, await item);
}

async function orderOf(service: Service, item: Item): Promise<FoundOrder> {
  const number = textOf(item.item_data?.po_line);
  if (number === '') throw invalid('poLine', 'required', textOf(item.bib_data?.title));
  return { pol: await readPol(service, number), pid: textOf(item.item_data?.pid) };
}

/** Runs a task on an order line, after the tasks before it: from its fresh read to its last command. */
export const runOrderTask = <T>(queues: Queues, pol: string, work: () => Promise<T>): Promise<T> =>
  runTask(queues, orderQueue(pol), work);
