import type { Failure } from '../../contract/failure.ts';
import type { ResolvedCommand } from '../commands/lookups.ts';
import { didNotHappen } from '../scans/scan.ts';
import { newAlert, withAlert } from './alerts.ts';
import { continueBook, toSee } from './book-acts.ts';
import { notKept } from './book-work.ts';
import type { Receiving } from './receiving.ts';
import { barcodeGiven } from './set-barcode.ts';
import { showIfOnTable } from './show-order.ts';
import { canBeTriedAgain, pinned, type Book, type Trolley, unasked } from './trolley.ts';
import type { ChangedBook } from './trolleys.ts';

/**
 * Writes on the books what becomes of them elsewhere: in the list of unfinished items, and by the reads that find out
 * about commands without an answer.
 */
export function followBooks(receiving: Receiving): void {
  const { deps, unfinished, trolleys, books } = receiving;
  const all = (): ChangedBook[] =>
    trolleys.all.flatMap((trolley) => trolley.all.map((book) => ({ trolley, book })));

  books.received.on(({ service, number }) => void showIfOnTable(receiving, service, number));

  trolleys.taken.on((trolley) => {
    for (const { id } of trolley.all) continueBook(receiving, trolley, id);
  });

  unfinished.ended.on(({ step, as, alert }) => {
    let isOfBook = false;
    for (const { trolley, book } of all()) {
      if (book.step !== step.id) continue;
      isOfBook = true;
      trolley.change(book.id, {
        ...{ state: as === 'kept' ? 'kept' : 'received', failure: null, step: '' },
        alerts: withAlert(book.alerts, alert),
        seen: newAlert(book.alerts, alert) === null,
      });
    }
    const unseen = newAlert(step.data.alerts, alert);
    if (!isOfBook && unseen) unfinished.waitOnlyUntilSeen(step.library, step.data, [unseen]);
  });

  unfinished.changes.on(() => {
    for (const { trolley, book } of all()) {
      const step = book.step === '' || books.isWorking(book.id) ? null : unfinished.find(book.step);
      if (!step) continue;
      if (step.running && book.state !== 'keeping')
        trolley.change(book.id, { state: 'keeping', failure: null });
      else if (!step.running && book.state === 'keeping' && step.failure)
        trolley.change(book.id, notKept(step.failure));
      else if (!step.running && book.state === 'keeping' && !step.data.seen)
        trolley.change(book.id, toSee(step.data));
    }
  });

  deps.unclear.resolved.on((resolved) => {
    unfinished.receiptResolved(resolved.id);
    const barcode = receiving.given.resolved(resolved);
    if (barcode) barcodeGiven(receiving, barcode);
    for (const { trolley, book } of all()) {
      if (books.isWorking(book.id)) continue;
      if (book.receipt === resolved.id && isOfOpenReceipt(book, resolved))
        receiptResolved(receiving, trolley, book, resolved);
      else if (book.step !== '' && commandOf(book.failure) === resolved.id)
        keepResolved(receiving, trolley, book, resolved);
    }
  });
}

/** The command that a failure leaves open; null for none. */
const commandOf = (failure: Failure | null): string | null =>
  failure?.kind === 'unknown-outcome' || failure?.kind === 'unsettled' ? failure.journalId : null;

/** What becomes of its receipt is news: it is not confirmed, or was given up and is found to have happened late. */
const isOfOpenReceipt = (book: Book, { happened }: ResolvedCommand): boolean =>
  book.state === 'unclear' || (happened && canBeTriedAgain(book));

/** It is known by now whether a book was received. If it was, it goes on. */
function receiptResolved(
  receiving: Receiving,
  trolley: Trolley,
  book: Book,
  { happened }: ResolvedCommand,
): void {
  const { id, step } = book;
  if (!happened) {
    // Nothing was received: there is nothing to finish. Trying again is for the same item.
    trolley.change(id, { state: 'refused', failure: didNotHappen, step: '', answers: pinned(book) });
    receiving.unfinished.done(step);
    return;
  }
  trolley.change(id, { state: 'received', failure: null, ...unasked(book) });
  continueBook(receiving, trolley, id);
}

/** It is known by now whether a book was kept. */
function keepResolved(
  receiving: Receiving,
  trolley: Trolley,
  { id, step }: Book,
  { happened }: ResolvedCommand,
): void {
  if (happened) {
    trolley.change(id, { state: 'received', failure: null });
    continueBook(receiving, trolley, id);
    return;
  }
  receiving.unfinished.failed(step, didNotHappen);
  trolley.change(id, { state: 'refused', failure: didNotHappen });
}
