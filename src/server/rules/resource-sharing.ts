import { ours } from '../../service/codes.ts';
import { arrayOf, codeOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import type { User } from '../../service/shapes/user.ts';
import { refused } from './refusal.ts';

/**
 * The states of a resource-sharing request (borrowing), and what moves it:
 *
 *     (none) ── create ───────────────────────────────> REQUEST_CREATED_BOR
 *     REQUEST_CREATED_BOR, REQUEST_SENT_BOR ── cancel ─> CANCELLED
 *     any active ── update_shipping ──────────────────> the same, with its cost and its fund
 *     REQUEST_CREATED_BOR, CANCELLED, COMPLETED ── cancel with remove_request ──> (none)
 *
 * That a partner sent it, that it was received and that it was given back is not told through these operations: the
 * sample library has such requests. What is on its way or here cannot be cancelled or removed any more; what is over
 * has no shipping to update. Source: User resource-sharing requests (borrowing); the states are ours.
 */
const states = {
  REQUEST_CREATED_BOR: { desc: 'Request created', active: true, cancel: true, remove: true },
  REQUEST_SENT_BOR: { desc: 'Request sent to partner', active: true, cancel: true, remove: false },
  SHIPPED_BOR: { desc: 'Shipped by partner', active: true, cancel: false, remove: false },
  RECEIVED_BOR: { desc: 'Received', active: true, cancel: false, remove: false },
  COMPLETED: { desc: 'Completed', active: false, cancel: false, remove: true },
  CANCELLED: { desc: 'Cancelled', active: false, cancel: false, remove: true },
} as const;
export type SharingState = keyof typeof states;
export const sharingStates = Object.keys(states) as SharingState[];

export function isSharingActive(request: SharingRequest): boolean {
  return stateOf(request).active;
}

function stateOf(request: SharingRequest): (typeof states)[SharingState] {
  return states[codeOf(request.status) as SharingState];
}

/** The request in this state. */
export function inSharingState(request: SharingRequest, status: SharingState): SharingRequest {
  return { ...request, status: { value: status, desc: states[status].desc } };
}

/** Cancels, with what was said about it. */
export function cancelled(
  request: SharingRequest,
  answer: { now: Date; reason: string | undefined; note: string | undefined },
): SharingRequest {
  must(request, stateOf(request).cancel, 'cancelled');
  return {
    ...inSharingState(request, 'CANCELLED'),
    cancel_date: answer.now.toISOString(),
    ...(answer.reason === undefined ? {} : { cancel_reason: { value: answer.reason } }),
    cancel_note: answer.note,
  };
}

/** Refuses to remove what is on its way, or here. */
export function mustBeRemovable(request: SharingRequest): void {
  must(request, stateOf(request).remove, 'removed');
}

/** Writes what the shipping cost, and which fund bears it; what was not sent stays. */
export function withShipping(
  request: SharingRequest,
  { cost, fund }: { cost: string | undefined; fund: string | undefined },
): SharingRequest {
  must(request, stateOf(request).active, 'given a shipping cost');
  return {
    ...request,
    ...(cost === undefined ? {} : { shipping_cost: cost }),
    ...(fund === undefined ? {} : { fund_code: { value: fund } }),
  };
}

function must(request: SharingRequest, may: boolean, what: string): void {
  if (may) return;
  throw refused(
    ours.sharingNotPossible,
    `Failed to perform operation: a request that is ${codeOf(request.status)} cannot be ${what}.`,
  );
}

/** Whether the patron may borrow by way of this library: where the record names such libraries, it is one of them. */
export function isAffiliated(user: User, owner: string): boolean {
  const named = arrayOf(user['rs_library'] as { code?: { value?: string } | string }[] | undefined);
  return named.length === 0 || named.some(({ code }) => codeOf(code) === owner);
}
