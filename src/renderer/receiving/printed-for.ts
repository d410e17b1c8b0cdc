import type { OrderItem, OrderView } from '../../contract/receiving.ts';
import type { TrolleyBook } from '../../contract/trolley.ts';
import { m } from '../../messages/compiled/messages.js';
import type { Receipt } from './receipt.svelte.ts';
import type { ReceivingSession } from './session.svelte.ts';
import { hasItem, isUnderWay } from './trolley.svelte.ts';

/** An item of the order line that is printed for, and what was done with it last. */
export interface ItemAtHand {
  readonly order: OrderView;
  readonly item: OrderItem;
  /** Null where nothing was done with it in this window. */
  readonly receipt: Receipt | null;
}

/** What labels and slips are printed for. `why`: nothing can be printed now. */
type PrintedFor =
  | { readonly kind: 'book'; readonly book: TrolleyBook }
  | ({ readonly kind: 'item' } & ItemAtHand)
  | { readonly kind: 'nothing'; readonly why: string };

const isDone = ({ state, about: { act } }: Receipt): boolean =>
  (state === 'done' || state === 'unfinished') && act !== 'settle';

/**
 * The item in the hand: a received one that is chosen, else the one that was received last where nothing was scanned
 * since, else the chosen one. Receiving goes on to the next item while the book is still in the hand.
 */
export function itemAtHand({ orderLine, receipts, log }: ReceivingSession): ItemAtHand | null {
  const { view: order, item: chosen } = orderLine;
  if (!order || !chosen || chosen.pid === '') return null;
  const latest = receipts.latest?.receipt;
  // A command barcode is no book.
  const scanned = log.rows.find(({ view }) => view.kind !== 'command')?.view.at ?? '';
  const isNewest = latest !== undefined && isDone(latest) && scanned <= latest.at;
  const received = isNewest ? order.items.find(({ pid }) => pid === latest.about.pid) : undefined;
  const item = chosen.received === '' ? (received ?? chosen) : chosen;
  const receipt = receipts.list.find((one) => one.about.pid === item.pid && isDone(one)) ?? null;
  return { order, item, receipt };
}

/**
 * The book in the hand: the newest one of the trolley, where each scan receives. With its own order line on the table,
 * another item of that may be meant: a received one that is chosen, or one that was received by its key since.
 */
function bookAtHand({ newestBook, settings, trolley, orderLine, receipts }: ReceivingSession) {
  if (newestBook) return newestBook.view;
  const newest = settings.mode === 'look' ? undefined : trolley.rows[0]?.view;
  if (!newest) return null;
  const { item: chosen } = orderLine;
  const latest = receipts.latest?.receipt;
  const isOther = ({ pid }: { readonly pid: string }): boolean => pid !== newest.pid;
  if (chosen && chosen.received !== '' && isOther(chosen)) return null;
  return latest && isDone(latest) && isOther(latest.about) && latest.at > newest.at ? null : newest;
}

/** What labels and slips are printed for now: never what is hidden behind something else. */
export function printedFor(session: ReceivingSession): PrintedFor {
  const { lookingUp, nothingFound, found } = session.inHand;
  if (lookingUp) return { kind: 'nothing', why: m.receiving_wait() };
  if (nothingFound || found) return { kind: 'nothing', why: m.labels_no_item() };
  const book = bookAtHand(session);
  if (book && hasItem(book)) return { kind: 'book', book };
  if (book)
    return {
      kind: 'nothing',
      why: isUnderWay(book) ? m.receiving_wait() : m.labels_no_item_of_book(),
    };
  const item = itemAtHand(session);
  return item ? { kind: 'item', ...item } : { kind: 'nothing', why: m.labels_no_item() };
}
