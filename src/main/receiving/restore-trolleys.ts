import type { Failure } from '../../contract/failure.ts';
import type { Deps } from '../deps.ts';
import { unknownOutcome } from '../failure.ts';
import type { JournalEntry, StepRow } from '../journal/port.ts';
import { didNotHappen } from '../scans/scan.ts';
import { pinned, unasked, type Book, type TrolleyStart } from './trolley.ts';
import type { BoxCheckRow, BoxNoteRow } from './box-check-row.ts';
import { BookRow, TrolleyRow } from './trolley-row.ts';
import type { Keeping, UnfinishedItems } from './unfinished.ts';

/** A change of a book that an earlier run left. */
type Recovery = Partial<Pick<Book, 'state' | 'failure' | 'receipt' | 'step' | 'answers' | 'alerts' | 'seen'>>;

/** The trolleys of the journal with their books, each as far as it has come by the commands of the journal. */
export function restoreTrolleys(
  { journal }: Pick<Deps, 'journal'>,
  unfinished: Pick<UnfinishedItems, 'find'>,
): TrolleyStart[] {
  const steps = journal.openSteps();
  const books = Map.groupBy(
    steps.flatMap((step) => {
      const row = BookRow.safeParse(step.data).data;
      if (!row) return [];
      const { id, at } = step;
      const book: Book = { ...row, id, at, recovered: true };
      return [{ ...book, ...recover(book, step, journal.entry(book.receipt), unfinished) }];
    }),
    ({ trolley }) => trolley,
  );
  return steps.flatMap(({ id, at: since, library, data, afterLoss }) => {
    const parsed = TrolleyRow.safeParse(data).data;
    const row = parsed && {
      ...parsed,
      check: parsed.check && recoverCheck(parsed.check, journal, afterLoss),
    };
    const ofTrolley = (books.get(id) ?? []).toSorted((one, other) => one.order - other.order);
    return row ? [{ id, since, library, row, books: ofTrolley }] : [];
  });
}

/**
 * How far a book has come. The entry of its receipt decides: what was sent and has no answer is not confirmed, and what
 * was never sent begins again, with another command. `unfinished` decides whether it is still to be kept.
 */
function recover(
  book: Book,
  { afterLoss }: StepRow,
  receipt: JournalEntry | null,
  unfinished: Pick<UnfinishedItems, 'find'>,
): Recovery {
  const { state, step } = book;
  const pending = step === '' ? null : unfinished.find(step);
  const isListed = pending !== null;
  // What is to be seen is on the disk with the step at once, and with the book a little later.
  const received = {
    state: 'received',
    ...(pending?.data.seen === false ? toSee(pending.data) : {}),
  } as const;
  if (state === 'keeping' || state === 'received') {
    if (step === '') return {};
    if (isListed) return received;
    return { state: state === 'keeping' ? 'kept' : 'received', step: '' };
  }
  // What was refused beside its step was received: where that is gone, it was kept.
  if (state === 'refused' && step !== '' && !isListed && receipt?.state === 'accepted')
    return { state: 'kept', failure: null, step: '' };
  if (state !== 'receiving' && state !== 'unclear') return {};
  // What may have happened is never begun anew, also where the journal says no more of it.
  if (receipt === null && (afterLoss || state === 'unclear'))
    return { ...refused({ kind: 'rowLost' }), step: isListed ? step : '', answers: pinned(book) };
  switch (receipt?.state) {
    case 'accepted':
      // Where its step is gone, it was kept.
      if (step !== '' && !isListed) return { state: 'kept', failure: null, step: '' };
      return { ...received, failure: null, ...unasked(book) };
    case 'refused':
      return { ...refused(receipt.failure), step: '' };
    case 'sent':
    case 'unknown':
      return { state: 'unclear', failure: unknownOutcome(receipt) };
    case 'notSent':
      if (receipt.settledBy !== 'notLeft')
        return { ...refused(didNotHappen), step: isListed ? step : '', answers: pinned(book) };
      return begin;
    case 'intended':
    case undefined:
      return begin;
  }
}

const toSee = ({ alerts }: Keeping): Recovery => ({ alerts, seen: false });

/** The check with its notes, each as far as the entry of its update says. */
function recoverCheck(
  check: BoxCheckRow,
  journal: Pick<Deps['journal'], 'entry'>,
  afterLoss = false,
): BoxCheckRow {
  return {
    ...check,
    notes: check.notes.map((note) => recoverNote(note, journal.entry(note.intent), afterLoss)),
  };
}

function recoverNote(note: BoxNoteRow, entry: JournalEntry | null, afterLoss: boolean): BoxNoteRow {
  if (note.state !== 'noting' && note.state !== 'unclear') return note;
  switch (entry?.state) {
    case 'accepted':
      return { ...note, state: 'noted', noted: note.count, failure: null };
    case 'refused':
      return { ...note, state: 'failed', failure: entry.failure };
    case 'sent':
    case 'unknown':
      return { ...note, state: 'unclear', failure: unknownOutcome(entry) };
    case 'notSent':
    case 'intended':
      return { ...note, state: 'failed', failure: didNotHappen };
    case undefined:
      // Asked for again, it is looked for in the order line first.
      return { ...note, state: 'failed', failure: afterLoss ? { kind: 'rowLost' } : didNotHappen };
  }
}

const begin: Recovery = { state: 'looking', failure: null, receipt: '', step: '' };

const refused = (failure: Failure | null): Recovery => ({ state: 'refused', failure });
