import { codeOf } from '../../service/read.ts';
import { UserRequest } from '../../service/shapes/request.ts';
import type { Call } from '../handler.ts';
import { inProcess, withRequested } from '../rules/item.ts';
import { mustHaveShape } from '../rules/shape.ts';
import { changed, inState, mustLieAhead, mustMakeSense, periodOf } from '../rules/user-request.ts';
import { itemByPid, saveItem } from '../store/items.ts';
import { saveRequest, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import { isFetched, mustBeUnbooked, pickupOf } from './asking.ts';

/**
 * Puts what was sent in the place of an active request. The place of pickup and the time of a booking are kept where
 * they are not sent: a request cannot be without. Source: User requests.
 */
export async function updated(
  { db, body, now }: Call<'users.requests.update'>,
  request: StoredRequest,
): Promise<StoredRequest> {
  const { type, request: current } = request;
  const record = { ...changed(current, body), ...preservedFields(type, current, body) };
  mustMakeSense(type, record, now);
  const pickup = isFetched(type, record) ? await pickupOf(db, record) : {};
  const next: StoredRequest = { ...request, request: { ...record, ...pickup } };
  mustHaveShape(UserRequest, next.request);
  if (type === 'BOOKING' && isOtherTime(current, next.request)) {
    mustLieAhead(next.request, now);
    await mustBeUnbooked(db, next);
  }
  const moves = request.status === 'ON_HOLD_SHELF' && placeOf(current) !== placeOf(next.request);
  const stored = moves ? await sentOn(db, next) : next;
  await saveRequest(db, stored);
  return stored;
}

function preservedFields(type: string, current: UserRequest, sent: UserRequest): UserRequest {
  const names: (keyof UserRequest)[] = ['pickup_location_type', 'pickup_location_library'];
  // A desk belongs to its library: it goes with the old one.
  if (codeOf(sent.pickup_location_library) === '') names.push('pickup_location_circulation_desk');
  if (type === 'BOOKING') names.push('booking_start_date', 'booking_end_date');
  const missing = names.filter((name) => (sent[name] ?? '') === '' && current[name] !== undefined);
  return Object.fromEntries(missing.map((name) => [name, current[name]]));
}

function isOtherTime(one: UserRequest, other: UserRequest): boolean {
  const [was, is] = [periodOf(one), periodOf(other)];
  return was.start !== is.start || was.end !== is.end;
}

function placeOf(request: UserRequest): string {
  return `${codeOf(request.pickup_location_library)} ${codeOf(request.pickup_location_circulation_desk)}`;
}

/** What waited on one hold shelf is on its way to the other. */
async function sentOn(db: Db, request: StoredRequest): Promise<StoredRequest> {
  const item = request.assignedPid === null ? undefined : await itemByPid(db, request.assignedPid);
  if (item) await saveItem(db, item.pid, withRequested(inProcess(item.data, 'TRANSIT'), true));
  return inState(request, 'IN_PROCESS', item);
}
