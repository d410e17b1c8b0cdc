import type { BookAnswer, BookQuestion, BookSettings } from '../../contract/trolley.ts';
import { failureOf, invalid } from '../failure.ts';
import { checkedSettings } from './checked-settings.ts';
import { finishItem } from './finish.ts';
import type { Receiving } from './receiving.ts';
import { notKept } from './book-work.ts';
import { canBeTriedAgain, type Book, type BookChange, type Trolley } from './trolley.ts';
import type { ChangedBook } from './trolleys.ts';
import { receiveDate } from './receipt.ts';
import type { Keeping } from './unfinished.ts';

/** Something is sent for it, or may have happened. */
const sent: readonly Book['state'][] = ['receiving', 'keeping', 'unclear', 'kept'];

/** A book and its trolley. Throws `gone`. */
function theBook({ trolleys }: Receiving, id: string): ChangedBook {
  const found = trolleys.find(id);
  if (!found) throw invalid('id', 'gone');
  return found;
}

/** Gives a book settings of its own: all of them until it is received, then only those that keeping it needs. */
export function setBook(receiving: Receiving, id: string, settings: BookSettings): Book {
  const { trolley, book } = theBook(receiving, id);
  const { state, step } = book;
  if (sent.includes(state)) throw invalid('id', 'alreadySent');
  const checked = checkedSettings(settings, receiving.deps.clock.now());
  const { date, confirmedFuture } = book.settings;
  const received = state === 'received' || step !== '' ? { ...checked, date, confirmedFuture } : checked;
  const { department, departmentLibrary, workOrderType, status } = checked;
  const pending = receiving.unfinished.find(step);
  if (pending) {
    const how = { department, departmentLibrary, workOrderType, status };
    receiving.unfinished.update(step, { ...pending.data, ...how });
    receiving.unfinished.changed();
  }
  return trolley.change(id, { settings: received, own: true }) ?? book;
}

/** Which answers a question takes; `leave` answers any. */
const answersOf: Readonly<Record<BookQuestion['kind'], readonly BookAnswer['kind'][]>> = {
  anotherCopy: ['receive'],
  wrongBook: ['receive', 'lookUp'],
  extra: ['receive', 'setAside'],
  whichOrder: ['order'],
  whichIds: ['ids', 'receiveOnly'],
};

/** A person answers what a book asks: then it goes on, or leaves the trolley. */
export function answerBook(receiving: Receiving, id: string, answer: BookAnswer): void {
  const { trolley, book } = theBook(receiving, id);
  const { question } = book;
  if (book.state !== 'asks' || !question) throw invalid('id', 'alreadySent');
  if (answer.kind === 'leave') {
    trolley.remove([id]);
    receiving.rooms.trolleyChanged(trolley);
    return;
  }
  if (!answersOf[question.kind].includes(answer.kind)) throw invalid('answer', 'malformed', question.kind);
  if (answer.kind === 'setAside') {
    const { failure } = invalid('box', 'notListed');
    trolley.change(id, { state: 'refused', question: null, failure });
    return;
  }
  trolley.change(id, {
    ...changeOf(book, question, answer),
    state: 'looking',
    question: null,
    failure: null,
  });
  receiving.books.start(trolley, id);
}

function changeOf(book: Book, question: BookQuestion, answer: BookAnswer): BookChange {
  const { answers, settings } = book;
  switch (answer.kind) {
    case 'receive':
      if (question.kind === 'wrongBook') return { answers: { ...answers, pol: question.pol } };
      // One that was found by its item is that item.
      return question.kind === 'extra'
        ? { answers: { ...answers, another: true, pol: book.pol, pid: book.pid } }
        : { answers: { ...answers, another: true, pol: book.pol } };
    case 'lookUp':
      return { answers: { ...answers, lookUp: true } };
    case 'order':
      return { answers: { ...answers, pol: answer.pol } };
    case 'ids': {
      const { mmsId, holdingId } = answer;
      return { answers: { ...answers, pol: book.pol, pid: book.pid, ids: { mmsId, holdingId } } };
    }
    case 'receiveOnly':
      return {
        answers: { ...answers, pol: book.pol, pid: book.pid },
        settings: { ...settings, mode: 'receive' },
        own: true,
      };
    case 'setAside':
    case 'leave':
      return {};
  }
}

/** A person has seen the alerts of books: those that wait for that are kept now. */
export function seenBooks(receiving: Receiving, ids: readonly string[]): void {
  for (const id of ids) {
    const found = receiving.trolleys.find(id);
    if (!found) continue;
    found.trolley.change(id, { seen: true });
    continueBook(receiving, found.trolley, id);
  }
}

/** Goes on with a book as far as it has come: after a restart, after its alerts were seen, after it was found out. */
export function continueBook(receiving: Receiving, trolley: Trolley, id: string): void {
  const book = trolley.get(id);
  if (!book) return;
  const { state, step, seen } = book;
  if (state === 'looking' || state === 'waiting') receiving.books.start(trolley, id);
  else if (state === 'received' && step !== '' && seen) finishBook(receiving, trolley, id);
}

/** Tries a book again that was refused, or keeps one that was only received. */
export function tryBookAgain(receiving: Receiving, id: string): void {
  const { trolley, book } = theBook(receiving, id);
  if (receiving.books.isWorking(id)) throw invalid('id', 'alreadySent');
  if (canBeTriedAgain(book)) {
    trolley.change(id, { state: 'looking', failure: null });
    receiving.books.start(trolley, id);
  } else if (book.state === 'refused') finishBook(receiving, trolley, id);
  else if (book.state === 'received' && book.settings.mode === 'keep') keepBook(receiving, trolley, book);
  else throw invalid('id', 'alreadySent');
}

/** Keeps a book that was received without that. Its step is noted as one whose receipt is done. */
function keepBook(receiving: Receiving, trolley: Trolley, book: Book): void {
  const { unfinished, deps } = receiving;
  const { id, settings, pol, pid, barcode, title, alerts, seen } = book;
  if (book.step === '') {
    const { mmsId, holdingId } = book.answers.ids ?? { mmsId: '', holdingId: '' };
    const { department, departmentLibrary, workOrderType, status, date, confirmedFuture } = settings;
    const step = unfinished.add(trolley.library, {
      ...{ kind: 'keep', receipt: book.receipt, pol, pid, barcode, title, mmsId, holdingId },
      receiveDate: receiveDate(date, deps.clock.now(), confirmedFuture),
      ...{ department, departmentLibrary, workOrderType, status },
      // What was asked when it was received is in its alerts; and what nobody has seen stays in the way.
      ...{ toKeep: true, alerts, seen, asked: true },
    });
    unfinished.pause(step);
    trolley.change(id, { step });
  }
  if (seen) finishBook(receiving, trolley, id);
}

/** Keeps a book by its step in the list of unfinished items. */
function finishBook(receiving: Receiving, trolley: Trolley, id: string): void {
  const step = trolley.get(id)?.step ?? '';
  if (!receiving.unfinished.find(step)) return;
  void receiving.books.during(id, async () => {
    trolley.change(id, { state: 'keeping', failure: null });
    // That it was kept is written by whoever follows the list.
    const change = await changeBy(receiving, step);
    if (change) trolley.change(id, change);
  });
}

/** Finishes a step, and answers what its book is then; null where it was kept. */
async function changeBy(receiving: Receiving, step: string): Promise<BookChange | null> {
  try {
    const { state, failure } = await finishItem(receiving, step);
    if (state === 'toSee') return toSee(receiving.unfinished.get(step).data);
    return failure && notKept(failure);
  } catch (error) {
    return notKept(failureOf(error, receiving.deps.log));
  }
}

/** What a book is of which it was found only now, before it was kept, that someone waits for it. */
export const toSee = ({ alerts }: Keeping): BookChange => ({
  ...{ state: 'received', failure: null, alerts, seen: false },
});

/** Takes a book off its trolley. Throws `alreadySent` while something is sent for it. */
export function dropBook(receiving: Receiving, id: string): void {
  const { trolley, book } = theBook(receiving, id);
  if (book.state === 'receiving' || book.state === 'keeping') throw invalid('id', 'alreadySent');
  trolley.remove([id]);
  receiving.rooms.trolleyChanged(trolley);
}
