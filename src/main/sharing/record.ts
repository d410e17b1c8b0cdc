import { textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';

export const sharingIdOf = (request: SharingRequest): string => textOf(request.request_id);

/** The request in words, for the list of unclear commands. */
export const sharingName = (request: SharingRequest): string =>
  textOf(request.title) || textOf(request.journal_title) || sharingIdOf(request);

/** The shipping cost as the record has it; null where it does not say. */
export function shippingCostOf({ shipping_cost: cost }: SharingRequest): string | null {
  if (cost === undefined) return null;
  return textOf(typeof cost === 'object' ? cost?.sum : cost);
}
