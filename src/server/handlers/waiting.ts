import type { StoredItem } from '../store/items.ts';
import { activeOn, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';

/** Who waits for an item: read once, as lending and scanning in ask about it several times. */
export interface Waiting {
  /** The request it is set aside for: on its way to it, on the hold shelf, or being digitized. */
  readonly assigned: StoredRequest | undefined;
  /** The bookings of this very item that nobody has fetched yet. */
  readonly bookings: readonly StoredRequest[];
  /** The holds on its title, in the order of asking, whichever copies they ask for. */
  readonly holds: readonly StoredRequest[];
}

export async function waitingFor(db: Db, item: StoredItem): Promise<Waiting> {
  const requests = await activeOn(db, item.mmsId);
  return {
    assigned: requests.find(({ assignedPid }) => assignedPid === item.pid),
    bookings: requests.filter(({ type, pid }) => type === 'BOOKING' && pid === item.pid),
    holds: requests.filter(({ type }) => type === 'HOLD'),
  };
}
