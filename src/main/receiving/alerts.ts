import type { Alert } from '../../contract/trolley.ts';
import { requestIn } from '../../service/next-place.ts';
import { flagOf, labelOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { failureOf } from '../failure.ts';
import type { ItemIds } from '../items/record.ts';
import { interestedIn } from '../orders/record.ts';
import type { Log, Service } from '../ports.ts';

/** What an order line says to whoever receives it: rush, its receiving note, and the patrons who wait for it. */
export function alertsOf(pol: Pol): Alert[] {
  const note = textOf(pol.receiving_note).trim();
  const patrons = interestedIn(pol).filter(({ hold, notify }) => hold || notify);
  return [
    ...(patrons.length > 0 ? [{ kind: 'interested', patrons } as const] : []),
    ...(flagOf(pol.rush) ? [{ kind: 'rush' } as const] : []),
    ...(note === '' ? [] : [{ kind: 'note', text: note } as const]),
  ];
}

/** The request that an item's record or the answer to its receipt or scan-in speaks of; null where it speaks of none. */
export function requestAlert(item: Item | null): Alert | null {
  const request = item && requestIn(item);
  return request && { kind: 'requested', ...request, count: null };
}

/**
 * Reads who waits for an item. Null where no one does, and where the service does not say: not every service has this
 * list, and that is no error.
 */
export async function readRequestAlert(service: Service, path: ItemIds, log: Log): Promise<Alert | null> {
  try {
    const { items, total } = await service.client.call('bibs.items.requests', { path });
    const [first] = items;
    if (!first) return null;
    // The place has a name; its library may have a code only.
    const place = textOf(first.pickup_location) || labelOf(first.pickup_location_library);
    return { kind: 'requested', requester: '', place, count: Math.max(total, items.length) };
  } catch (error) {
    log.line('receiving.requests', { why: failureOf(error, log).kind });
    return null;
  }
}

/** The alerts with one more. Of two about requests, each adds what the other does not say. */
export function withAlert(alerts: readonly Alert[], more: Alert | null): readonly Alert[] {
  if (more?.kind !== 'requested') return alerts;
  const known = alerts.find((alert) => alert.kind === 'requested');
  if (!known) return [...alerts, more];
  const merged = {
    kind: 'requested',
    requester: more.requester || known.requester,
    place: more.place || known.place,
    count: more.count ?? known.count,
  } as const;
  return alerts.map((alert) => (alert === known ? merged : alert));
}
