import type { BookQuestion } from '../../contract/trolley.ts';
import { codeOf, dateOf, textOf } from '../../service/read.ts';
import { invalid } from '../failure.ts';
import type { OrderWithItems } from '../orders/copies.ts';
import type { Book } from './trolley.ts';

/** The item of an order line that a book is, and which of how many; or what is to be asked first. */
type ChosenCopy =
  | { readonly pid: string; readonly copy: Book['copy'] }
  | { readonly question: Extract<BookQuestion, { kind: 'anotherCopy' }> };

interface OtherBooks {
  readonly onTrolley: readonly Book[];
  readonly atLibrary: readonly Book[];
}

/**
 * Which item of its order line a book is. One that was found by its own barcode is that item. Otherwise it is the first
 * that is open; and where another book of this trolley was that already, a person is asked: nothing takes a receipt
 * back. Throws `noItems`, `orderCancelled`, and `alreadyReceived` where none is open.
 */
export function choosingCopy(
  { pol, copies }: OrderWithItems,
  book: Book,
  pid: string | null,
  { onTrolley, atLibrary }: OtherBooks,
): ChosenCopy {
  const isOfOrder = (other: Book): boolean => other.id !== book.id && other.pol === book.pol;
  if (pid !== null && pid !== '') {
    // Also where the record does not say so: not every service names the dates of its items.
    if (atLibrary.some((other) => isOfOrder(other) && other.pid === pid && isReceived(other)))
      throw invalid('pid', 'alreadyReceived');
    return { pid, copy: null };
  }
  if (codeOf(pol.status).toUpperCase() === 'CANCELLED') throw invalid('pol', 'orderCancelled');
  if (copies.length === 0) throw invalid('pol', 'noItems');
  const taken = new Set(
    atLibrary.filter((other) => isOfOrder(other) && isTaken(other)).map((one) => one.pid),
  );
  const open = copies.filter(({ copy }) => dateOf(copy.receive_date) === '' && !taken.has(textOf(copy.pid)));
  const earlier = onTrolley.filter(
    (other) => isOfOrder(other) && other.order < book.order && (isTaken(other) || other.state === 'asks'),
  );
  const nth = earlier.length + 1;
  const of = earlier.filter(isTaken).length + open.length;
  const [first] = open;
  if (!first || nth > of) throw invalid('pid', 'alreadyReceived', newestReceipt(copies));
  if (earlier.length > 0 && !book.answers.another) return { question: { kind: 'anotherCopy', nth, of } };
  return { pid: textOf(first.copy.pid), copy: { nth, of } };
}

/** Its receipt is on its way, or may have happened: its item is not open, whatever the record says. */
const isClaiming = ({ state, step, pid }: Book): boolean =>
  pid !== '' && (state === 'receiving' || state === 'unclear' || (state === 'refused' && step !== ''));

const isReceived = ({ state }: Book): boolean => ['received', 'keeping', 'kept'].includes(state);

/** It is one of the items of its order line, or may be. */
const isTaken = (book: Book): boolean => isClaiming(book) || isReceived(book);

const newestReceipt = (copies: OrderWithItems['copies']): string =>
  copies
    .map(({ copy }) => dateOf(copy.receive_date))
    .toSorted()
    .at(-1) ?? '';
