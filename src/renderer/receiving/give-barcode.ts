import type { Failure } from '../../contract/failure.ts';
import type { OrderItem } from '../../contract/receiving.ts';
import type { TrolleyBook } from '../../contract/trolley.ts';
import { longestCode } from '../../shared/scanned-text.ts';
import { call } from '../api.ts';
import type { Subject } from './receipt.svelte.ts';
import type { ReceivingSession } from './session.svelte.ts';
import { bookSubject, itemSubject } from './subjects.ts';

/**
 * Gives an item of the order line its barcode. Answers why that failed, for the field it was typed into; null if it did
 * not fail.
 */
export async function giveItemBarcode(
  session: ReceivingSession,
  item: OrderItem,
  barcode: string,
): Promise<Failure | null> {
  const { orderLine, receipts, settings } = session;
  const { view: order } = orderLine;
  if (!order || receipts.pendingFor(item.pid)) return null;
  const key = orderLine.keyOf(item);
  const failure = await give(session, itemSubject(settings, 'barcode', order, item), barcode);
  if (!failure && item.received !== '') orderLine.advance(key);
  return failure;
}

/** The same for a book of the trolley. Main changes the book. */
export async function giveBookBarcode(
  session: ReceivingSession,
  book: TrolleyBook,
  barcode: string,
): Promise<Failure | null> {
  if (session.receipts.pendingFor(book.pid)) return null;
  return give(session, bookSubject(session.settings, 'barcode', book), barcode);
}

async function give(session: ReceivingSession, about: Subject, barcode: string): Promise<Failure | null> {
  const { receipts, orderLine } = session;
  const { pol, pid } = about;
  const receipt = receipts.add({ ...about, barcode: barcode.slice(0, longestCode) });
  const reply = await call(
    'receiving.setBarcode',
    { intent: receipt.id, pol, pid, barcode },
    { signal: receipt.signal },
  );
  // The order line of a book may not be on the table: then there is none to read again.
  if (reply.ok && orderLine.view?.pol === pol) session.showUpdated(receipt, reply.value.record);
  receipts.complete(receipt, reply.ok ? 'done' : 'failed', reply.ok ? null : reply.failure);
  return reply.ok ? null : reply.failure;
}
