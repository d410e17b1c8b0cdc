import { m } from '../../messages/compiled/messages.js';
import type { Coded } from '../../contract/common.ts';
import type { OrderDeed, OrderPlace, OrderRow } from '../../contract/orders.ts';
import { countText } from '../ui/format.ts';

/** A code in words. One that comes without any is written as words: `PRICE_CHANGED`, Price changed. */
export function nameOf({ code, label }: Coded): string {
  const text = label || code;
  if (!/^[A-Z\d]+(?:_[A-Z\d]+)+$/.test(text)) return text;
  const words = text.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** How many copies have come: 1 of 3. */
export function copiesText({ received, open }: Pick<OrderRow, 'received' | 'open'>): string {
  const total = received + open;
  if (total === 0) return m.orders_copies_none();
  return m.orders_copies_of({ received: countText(received), total: countText(total) });
}

/** Where copies go: library and location. */
export const placeName = ({ library, location }: Pick<OrderPlace, 'library' | 'location'>): string =>
  [nameOf(library), nameOf(location)].filter(Boolean).join(' · ') || m.orders_place();

/** What was done, in words. */
export const deedWords: Readonly<Record<OrderDeed['deed'], () => string>> = {
  update: m.orders_deed_update,
  receive: m.orders_deed_receive,
  scanIn: m.orders_deed_scanIn,
};
