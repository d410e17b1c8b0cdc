import type { Parsed } from '../../contract/index.ts';
import type { OrderView, ReceiveOutcome } from '../../contract/receiving.ts';
import { accepted, readable } from '../commands/accepted.ts';
import { freshOrder, type OrderWithItems, readOrder } from '../orders/copies.ts';
import { runOrderTask } from '../orders/find.ts';
import { polNumberOf } from '../orders/record.ts';
import type { Service } from '../ports.ts';
import { readByIds } from './keep.ts';
import { receiveDate } from './receipt.ts';
import { receiveOne } from './receive-one.ts';
import type { Receiving } from './receiving.ts';
import { orderView } from './view.ts';

/** Receives one item of the order line on the table; with `keep`, keeps it. */
export async function receiveItem(
  receiving: Receiving,
  input: Parsed<'receiving.receive'>,
  signal: AbortSignal,
): Promise<ReceiveOutcome> {
  const { deps } = receiving;
  deps.commands.mustBeNew(input.intent);
  const date = receiveDate(input.date, deps.clock.now(), input.confirmedFuture);
  // Taken now: while this waits for its turn, the station may be connected to another library.
  const service = await deps.connection.service();
  return runOrderTask(deps.queues, input.pol, async () => {
    const order = await freshOrder(deps.queues, service, input.pol, { signal });
    const { intent: receipt, pid } = input;
    const item = input.keep && input.ids ? await readByIds(service, input.ids, pid) : null;
    const job = { ...input, order, pid, receipt, date, item, signal, listsAlerts: true };
    const { kept, failure, alerts } = await receiveOne(receiving, service, job);
    const now = await orderNow(receiving, service, order, new Map([[pid, date]]));
    return { order: now, kept: kept === 'toSee' ? 'unfinished' : kept, failure, alerts };
  });
}

/**
 * The order line after receipts. If it cannot be read: the one before, with these items marked as received, each on its
 * date.
 */
export async function orderNow(
  { deps, rooms }: Receiving,
  service: Service,
  before: OrderWithItems,
  received: ReadonlyMap<string, string>,
): Promise<OrderView | null> {
  const { record } = await accepted(deps.log, async () => {
    const { pol, copies } = await readOrder(service, polNumberOf(before.pol));
    rooms.show(service, pol, copies);
    return orderView(pol, service, copies);
  });
  const order = record ?? readable(deps.log, () => orderView(before.pol, service, before.copies));
  if (record || !order) return order;
  const items = order.items.map((item) => {
    const date = received.get(item.pid);
    return date === undefined ? item : { ...item, received: date };
  });
  return { ...order, items };
}
