import { codes } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { PurchaseRequest } from '../../service/shapes/purchase-request.ts';
import { refused } from './refusal.ts';

/**
 * The states of a purchase request, and what moves it:
 *
 *     (none) ── create ─────────────> INREVIEW
 *     INREVIEW, DEFERRED ── cancel ─> CANCELLED
 *
 * APPROVED, REJECTED and DEFERRED are decided by acquisitions staff, not through these operations: the sample library
 * has such requests. Anything else is refused. Source: User purchase requests; the states are assumed.
 */
export const purchaseStates = {
  INREVIEW: 'In review',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  DEFERRED: 'Deferred',
  CANCELLED: 'Cancelled',
} as const;
export type PurchaseState = keyof typeof purchaseStates;

/** The request in this state, changed at this moment. */
export function inPurchaseState(request: PurchaseRequest, status: PurchaseState, now: Date): PurchaseRequest {
  return {
    ...request,
    request_status: { value: status, desc: purchaseStates[status] },
    modification_date: now.toISOString(),
  };
}

export function cancelledPurchase(request: PurchaseRequest, now: Date): PurchaseRequest {
  const status = codeOf(request.request_status);
  if (status === 'INREVIEW' || status === 'DEFERRED') return inPurchaseState(request, 'CANCELLED', now);
  throw refused(
    codes.purchaseNotCancelled,
    `The purchase request deletion failed: request ${textOf(request.request_id)} is ${status}.`,
  );
}

/** Reads the status that a list is asked for. */
export function readPurchaseState(text: string): PurchaseState {
  const expected = text.trim().toUpperCase();
  const known = (Object.keys(purchaseStates) as PurchaseState[]).find((state) => state === expected);
  if (known !== undefined) return known;
  throw refused(
    codes.purchaseStatusInvalid,
    `Purchase request status is not valid: status ${text.slice(0, 40)}. Known are ${Object.keys(purchaseStates).join(', ')}.`,
  );
}
