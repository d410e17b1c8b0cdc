import type { AsideTrolley, TrolleyBook, TrolleyView } from '../../contract/trolley.ts';
import type { Elsewhere } from '../../contract/desk.ts';
import { boxCheckView } from './box-check-row.ts';
import type { Book, Trolley } from './trolley.ts';

/** A book as a window sees it. */
export const bookView = ({
  id,
  order,
  at,
  text,
  scanned,
  state,
  settings,
  own,
  pol,
  pid,
  mmsId,
  holdingId,
  barcode,
  title,
  author,
  copy,
  alerts,
  seen,
  question,
  failure,
  step,
  recovered,
}: Book): TrolleyBook => ({
  ...{ id, order, at, text, kind: scanned, state, settings, own },
  ...{ pol, pid, mmsId, holdingId, barcode, title, author, copy },
  ...{ alerts, seen, question, failure },
  unfinished: step === '' ? null : step,
  recovered,
});

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
export const isOpen = ({ state, seen, settings, step }: Book): boolean =>
  !seen ||
  ['looking', 'waiting', 'asks', 'receiving', 'keeping', 'unclear'].includes(state) ||
  (state === 'received' && settings.mode === 'keep' && step !== '');
