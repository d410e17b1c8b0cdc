import type { AsideTrolley, TrolleyBook, TrolleyView } from '../../contract/trolley.ts';
import type { Elsewhere } from '../../contract/desk.ts';
import { decides } from '../commands/refusals.ts';
import { boxCheckView } from './box-check-row.ts';
import { canBeTriedAgain, type Book, type Trolley } from './trolley.ts';

/** A book as a window sees it. */
export function bookView(book: Book): TrolleyBook {
  const { id, order, at, text, scanned, state, settings, own } = book;
  const { pol, pid, mmsId, holdingId, barcode, title, author, copy } = book;
  const { alerts, seen, question, failure, step, recovered } = book;
  return {
    ...{ id, order, at, text, kind: scanned, state, settings, own },
    ...{ pol, pid, mmsId, holdingId, barcode, title, author, copy },
    ...{ alerts, seen, question, failure },
    unfinished: step === '' ? null : step,
    // What may have happened, a person looks at first.
    undecided: isUndecided(book) && failure !== null && failure.kind !== 'rowLost',
    recovered,
  };
}

/** A trolley as its window sees it. */
export const trolleyView = ({ id, since, settings, next, all, check }: Trolley): TrolleyView => ({
  ...{ id, since, settings, next },
  books: all.map(bookView),
  check: check && boxCheckView(check),
});

/** A trolley that no window has. */
export const asideView = (trolley: Trolley, elsewhere: Elsewhere | null): AsideTrolley => ({
  id: trolley.id,
  since: trolley.since,
  aside: trolley.aside ?? trolley.since,
  books: trolley.all.length,
  invoice: trolley.check?.source.kind === 'invoice' ? trolley.check.source.number : '',
  open: trolley.all.filter(isOpen).length,
  elsewhere,
});

/** Whether a book waits for a person, or something is still to be done with it, or being done. */
export function isOpen(book: Book): boolean {
  const { state, seen, settings, step } = book;
  return (
    !seen ||
    ['looking', 'waiting', 'asks', 'receiving', 'keeping', 'unclear'].includes(state) ||
    (state === 'received' && settings.mode === 'keep' && step !== '') ||
    isUndecided(book)
  );
}

/** Whether a book was refused although nothing was decided about it, such as because the service was away. */
const isUndecided = (book: Book): boolean =>
  canBeTriedAgain(book) && (book.failure === null || !decides(book.failure));

/** Whether a book was not received, and that is decided. One that a person has left out is not counted. */
export const isNotReceived = (book: Book): boolean =>
  canBeTriedAgain(book) &&
  !isUndecided(book) &&
  !(book.failure?.kind === 'invalid' && book.failure.reason === 'notListed');
