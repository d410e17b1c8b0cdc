import { codeOf, flagOf, labelOf, textOf } from './read.ts';
import type { Item } from './shapes/item.ts';

/** Where a book goes after it was scanned in. `place` is the service's own word for it. */
export type NextPlace =
  | { readonly to: 'shelf'; readonly place: string }
  | { readonly to: 'holdShelf'; readonly place: string; readonly requester: string }
  | { readonly to: 'transit'; readonly place: string; readonly requester: string }
  | { readonly to: 'workOrder'; readonly place: string }
  /** The answer does not say: a patron may have requested it. */
  | { readonly to: 'unread'; readonly place: '' };

/**
 * Reads where an item goes next from the answer to a scan-in: from the item's process type and, for the name of the
 * place and of the requester, from the free text in `additional_info`
 * (`Item's destination is: X. Request/Process Type: Y. Requester: Z. Place in Queue: N.`).
 */
export function nextPlaceOf(item: Item): NextPlace {
  const info = textOf(item.additional_info);
  const data: NonNullable<Item['item_data']> = item.item_data ?? {};
  const process = codeOf(data.process_type).toUpperCase();
  const destination = part(info, "Item's destination is");
  const requester = part(info, 'Requester');
  const type = part(info, 'Request/Process Type').toUpperCase();
  if (process === 'HOLDSHELF' || /HOLD SHELF/i.test(destination)) {
    // The word for the shelf is ours to say, and in the reader's language.
    const place = destination.replace(/^on hold shelf at\s+/i, '');
    return { to: 'holdShelf', place: place || labelOf(data.library), requester };
  }
  if (process.startsWith('WORK_ORDER') || (codeOf(data.work_order_type) !== '' && process !== 'TRANSIT')) {
    return { to: 'workOrder', place: destination || labelOf(data.work_order_at) };
  }
  if (process === 'TRANSIT' || type.includes('TRANSIT')) {
    return { to: 'transit', place: destination || labelOf(data.library), requester };
  }
  if (flagOf(data.requested) && requester !== '') {
    return { to: 'holdShelf', place: destination || labelOf(data.library), requester };
  }
  const place = labelOf(data.location) || labelOf(data.library);
  const says = [info, place, process, codeOf(data.base_status)].some((text) => text !== '');
  return says ? { to: 'shelf', place } : { to: 'unread', place: '' };
}

/**
 * Who waits for an item, by the answer to a scan-in: the requester and the destination in its free text, and its flag.
 * Null where it says nothing of a request.
 */
export function requestIn(item: Item): { readonly requester: string; readonly place: string } | null {
  const info = textOf(item.additional_info);
  const requester = part(info, 'Requester');
  if (requester === '' && !flagOf(item.item_data?.requested)) return null;
  const destination = part(info, "Item's destination is").replace(/^on hold shelf at\s+/i, '');
  return { requester, place: requester === '' ? '' : destination };
}

const labels = ["Item's destination is", 'Request/Process Type', 'Requester', 'Place in Queue'];

/**
 * The text after `label:`, up to the next label. A full stop inside a name does not end it. Looked for word by word: a
 * pattern for the space before a label would go through a long run of spaces once for each of them.
 */
function part(text: string, label: string): string {
  const start = text.indexOf(`${label}:`);
  if (start < 0) return '';
  const rest = text.slice(start + label.length + 1);
  const ends = labels.map((next) => rest.indexOf(`${next}:`)).filter((end) => end >= 0);
  const value = rest.slice(0, Math.min(rest.length, ...ends)).trim();
  return value.endsWith('.') ? value.slice(0, -1).trimEnd() : value;
}
