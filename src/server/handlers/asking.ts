import { codes, ours } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import type { Call } from '../handler.ts';
import { canFulfil } from '../rules/hold.ts';
import { refused } from '../rules/refusal.ts';
import { isSameThing, overlaps, type Period, periodOf } from '../rules/user-request.ts';
import { deskOf } from '../store/config.ts';
import { itemByPid, itemsOfHolding, itemsOfTitle, type StoredItem } from '../store/items.ts';
import { lentSince } from '../store/loans.ts';
import { queueOf, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';

type CreateRequestCall = Call<'users.requests.create'>;

/** What a request asks for (a title, one of its holdings, or one item), with an item that could fulfil it. */
export interface RequestedTitle {
  readonly asks: Pick<StoredRequest, 'mmsId' | 'holdingId' | 'pid'>;
  readonly sample: StoredItem;
}

/** Resolves what is asked for; 401129 where no item can fulfil it, and for a booking where each is booked then. */
export async function requestedTitle(
  { db, query, body }: CreateRequestCall,
  type: string,
): Promise<RequestedTitle> {
  const { mms_id: mmsId, holding_id: holdingId, item_pid: pid } = query;
  if (!mmsId && !holdingId && !pid) {
    throw refused(codes.mandatoryFieldMissing, 'Mandatory field is missing: mms_id, item_pid or holding_id');
  }
  const candidates = await candidatesFor(db, { mmsId, holdingId, pid });
  const fitting = candidates.filter((item) =>
    canFulfil(item, { type, mmsId: mmsId || item.mmsId, holdingId: holdingId || null, pid: pid || null }),
  );
  const [first] = fitting;
  if (!first) throw refused(codes.noItemFulfils, 'No items can fulfill the submitted request.');
  const sample = type === 'BOOKING' ? await unbooked(db, fitting, first, periodOf(body)) : first;
  const isOneItem = Boolean(pid) || type === 'BOOKING';
  return {
    asks: {
      mmsId: sample.mmsId,
      holdingId: isOneItem ? sample.holdingId : holdingId || null,
      pid: isOneItem ? sample.pid : null,
    },
    sample,
  };
}

async function candidatesFor(
  db: Db,
  asks: { mmsId: string | undefined; holdingId: string | undefined; pid: string | undefined },
): Promise<StoredItem[]> {
  if (asks.pid) {
    const item = await itemByPid(db, asks.pid);
    return item ? [item] : [];
  }
  return asks.mmsId ? itemsOfTitle(db, asks.mmsId) : itemsOfHolding(db, asks.holdingId ?? '');
}

/** The first of these items that nobody has booked for a time that overlaps. */
async function unbooked(
  db: Db,
  items: readonly StoredItem[],
  first: StoredItem,
  period: Period,
): Promise<StoredItem> {
  const bookings = await queueOf(db, first.mmsId, 'BOOKING');
  const free = items.find(({ pid }) => !bookings.some((booking) => isTaken(booking, pid, period)));
  if (free) return free;
  throw refused(ours.bookedMeanwhile, 'The booking overlaps with others: every item is booked at that time.');
}

/** Refuses another time for a booking whose item is booked by others then. */
export async function mustBeUnbooked(db: Db, booking: StoredRequest): Promise<void> {
  const bookings = await queueOf(db, booking.mmsId, 'BOOKING');
  const others = bookings.filter(({ id }) => id !== booking.id);
  if (!others.some((other) => isTaken(other, booking.pid, periodOf(booking.request)))) return;
  throw refused(ours.bookedMeanwhile, 'The booking overlaps with others: the item is booked at that time.');
}

function isTaken(booking: StoredRequest, pid: string | null, period: Period): boolean {
  return booking.pid === pid && overlaps(periodOf(booking.request), period);
}

/** Refuses a second request of the same patron for the same thing. */
export async function mustBeNew(db: Db, request: StoredRequest): Promise<void> {
  const queue = await queueOf(db, request.mmsId, request.type);
  if (!queue.some((other) => other.userKey === request.userKey && isSameThing(other, request))) return;
  throw refused(
    codes.alreadyRequested,
    'Failed to save the request: Patron has active request for selected item.',
  );
}

/** The caveat of the description: just after a loan the service does not yet know what is free. */
export async function mustHaveSettled(call: CreateRequestCall, mmsId: string): Promise<void> {
  const since = new Date(call.now.getTime() - call.settings.settleMs);
  if (!(await lentSince(call.db, mmsId, since))) return;
  throw refused(codes.noItemFulfils, 'No items can fulfill the submitted request.');
}

/** Checks the pickup place and says it as the service does: library, desk, and the library's name. */
export async function pickupOf(db: Db, body: UserRequest): Promise<UserRequest> {
  const type = codeOf(body.pickup_location_type) || 'LIBRARY';
  if (type !== 'LIBRARY') {
    throw refused(codes.invalidValue, `Given pickup_location_type (${type.slice(0, 40)}) is invalid.`);
  }
  const library = codeOf(body.pickup_location_library);
  if (library === '') {
    throw refused(codes.mandatoryFieldMissing, 'Mandatory field is missing: pickup_location_library');
  }
  const desk = codeOf(body.pickup_location_circulation_desk) || 'DEFAULT_CIRC_DESK';
  const found = await deskOf(db, library, desk);
  if (!found) {
    throw refused(
      codes.pickupDeskNotFound,
      `Pickup circulation desk with code ${desk.slice(0, 60)} and library code ${library.slice(0, 60)} was not found.`,
    );
  }
  return {
    pickup_location: textOf(found.library.name),
    pickup_location_type: type,
    pickup_location_library: library,
    pickup_location_circulation_desk: desk,
  };
}

/** Whether a request has to be fetched somewhere: a scan comes by itself. */
export function isFetched(type: string, body: UserRequest): boolean {
  return type !== 'DIGITIZATION' || codeOf(body.pickup_location_library) !== '';
}
