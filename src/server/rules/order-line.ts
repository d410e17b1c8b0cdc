import { arrayOf, textOf } from '../../service/read.ts';
import type { Pol, PolCopy } from '../../service/shapes/pol.ts';

/**
 * The states of an order line as far as receiving moves it: any ── the last copy is received ──> WAITING_FOR_INVOICE,
 * unless it is CLOSED. Source: Items in a POL; the order line's own states are ours.
 */
export function allReceived(pol: Pol): boolean {
  return copiesOf(pol).every((copy) => textOf(copy.receive_date) !== '');
}

/** The status of a copy: received, or not yet. Source: Items in a POL. */
export function receiptOf(copy: PolCopy): { value: string; desc: string } {
  return textOf(copy.receive_date) === ''
    ? { value: 'NOT_RECEIVED', desc: 'Not Received' }
    : { value: 'RECEIVED', desc: 'Received' };
}

/** All copies of an order line, over its locations. */
export function copiesOf(pol: Pol): PolCopy[] {
  return arrayOf(pol.location).flatMap((location) => [...arrayOf(location.copy)]);
}

/** The order line with each of its copies changed. */
export function withCopies(pol: Pol, change: (copy: PolCopy) => PolCopy): Pol {
  return {
    ...pol,
    location: arrayOf(pol.location).map((location) =>
      location.copy ? { ...location, copy: arrayOf(location.copy).map(change) } : location,
    ),
  };
}
