import type { StoredItem } from '../store/items.ts';
import type { StoredRequest } from '../store/requests.ts';
import { codeOf } from '../../service/read.ts';
import { processOf } from './item.ts';
import { policyOf } from './loan.ts';

/**
 * The place of a request among the active ones of its type on a title, in the order of asking. Places are counted,
 * never stored, so they have no gaps. Ours; the states of a request stand in user-request.ts.
 */
export function placeInQueue(queue: readonly StoredRequest[], request: StoredRequest): number {
  return queue.filter((other) => other.sequence <= request.sequence).length;
}

/** Whether this item is what the request asks for, wherever it is now. What is not lent can still be digitized. */
export function canFulfil(
  item: StoredItem,
  asks: Pick<StoredRequest, 'type' | 'mmsId' | 'holdingId' | 'pid'>,
): boolean {
  return (
    (asks.type === 'DIGITIZATION' || policyOf(codeOf(item.data.policy)) !== undefined) &&
    processOf(item.data) !== 'ACQ' &&
    isAskedFor(item, asks)
  );
}

const isAskedFor = (item: StoredItem, asks: Pick<StoredRequest, 'mmsId' | 'holdingId' | 'pid'>): boolean =>
  item.mmsId === asks.mmsId &&
  (asks.holdingId === null || asks.holdingId === item.holdingId) &&
  (asks.pid === null || asks.pid === item.pid);

/** Whether a request is for this item, set aside or to come: also while the item is on order. Ours. */
export function asksFor(item: StoredItem, request: StoredRequest): boolean {
  return request.assignedPid === null ? isAskedFor(item, request) : request.assignedPid === item.pid;
}

/** The first hold of the queue that this item can be set aside for. */
export function nextHold(queue: readonly StoredRequest[], item: StoredItem): StoredRequest | undefined {
  return queue.find((request) => request.assignedPid === null && canFulfil(item, request));
}
