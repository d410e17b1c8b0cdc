import type { Alert } from '../../contract/trolley.ts';
import { requestIn } from '../../service/next-place.ts';
import { flagOf, labelOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import { isNotOffered } from '../commands/refusals.ts';
import { failureOf } from '../failure.ts';
import type { ItemIds } from '../items/record.ts';
import { interestedIn } from '../orders/record.ts';
import type { Log, Service } from '../ports.ts';

/** What an order line says to whoever receives it: rush, its receiving note, and the patrons who wait for it. */
export function alertsOf(pol: Pol): Alert[] {
  const note = textOf(pol.receiving_note).trim();
  const patrons = interestedIn(pol).filter(({ name, hold, notify }) => name !== '' || hold || notify);
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
 * Reads who waits for an item. Null where no one does, and where the service does not have this list: not every one has
 * it, and that is no error. A read that failed does not mean that no one waits: then that is the alert.
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
    return isNotOffered(error) ? null : { kind: 'requestsUnread' };
  }
}

/**
 * The alerts with one more about requests. Of two, each adds what the other does not say; and where one says that there
 * are some, it does not matter that the other could not be read.
 */
export function withAlert(alerts: readonly Alert[], more: Alert | null): readonly Alert[] {
  const known = alerts.find((alert) => alert.kind === 'requested');
  if (more?.kind === 'requestsUnread' && !known) return [...alerts.filter(isRead), more];
  if (more?.kind !== 'requested') return alerts;
  if (!known) return [...alerts.filter(isRead), more];
  const merged = {
    kind: 'requested',
    requester: more.requester || known.requester,
    place: more.place || known.place,
    count: more.count ?? known.count,
  } as const;
  return alerts.map((alert) => (alert === known ? merged : alert));
}

const isRead = ({ kind }: Alert): boolean => kind !== 'requestsUnread';

/** What a person has not been told yet of an item: this alert, unless one of its kind is known. */
export const newAlert = (known: readonly Alert[], alert: Alert | null): Alert | null =>
  alert && known.some(({ kind }) => kind === alert.kind) ? null : alert;
