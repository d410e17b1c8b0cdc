import type { Failure } from '../../contract/failure.ts';
import type { TrolleyBook } from '../../contract/trolley.ts';
import { m } from '../../messages/compiled/messages.js';
import { failureText } from '../failures/failure-text.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { countText } from '../ui/format.ts';
import { alertLine, alertWord } from './alert-text.ts';
import type { CodeLabels } from './settings.svelte.ts';
import { isToBeSeen, type BookRow } from './trolley.svelte.ts';

/** A book of the trolley as a sentence of the form every scan has: outcome, what, consequence. */
export function bookText({ view: book, slow }: Pick<BookRow, 'view' | 'slow'>, labels: CodeLabels): ScanText {
  const subject = { what: book.title || book.text, code: book.title === '' };
  const quiet = { ...subject, meaning: 'quiet', sound: null } as const;
  const late = (doing: string): string => (slow ? m.receiving_slow({ doing }) : doing);
  if (isToBeSeen(book)) return { ...subject, ...toSeeText(book), sound: 'attention' };
  switch (book.state) {
    case 'looking':
      return {
        ...quiet,
        outcome: m.receiving_book_looking(),
        consequence: slow ? m.receiving_waiting() : '',
      };
    case 'waiting':
      return { ...quiet, outcome: m.receiving_book_waiting(), consequence: m.receiving_book_waiting_for() };
    case 'asks':
      return { ...subject, meaning: 'attention', sound: 'attention', ...questionText(book) };
    case 'receiving':
      return { ...quiet, outcome: m.receiving_word_sent(), consequence: late(m.receiving_doing_receive()) };
    case 'keeping':
      return {
        ...quiet,
        outcome: m.receiving_word_received(),
        consequence: late(m.receiving_doing_finish()),
      };
    case 'received':
    case 'kept':
      return { ...subject, ...doneText(book, labels), sound: 'done' };
    case 'refused':
    case 'unclear':
      return { ...subject, ...failedText(book, book.failure) };
  }
}

/** "2 of 3": which of several copies of its order line it is; `''` where it is the only one. */
function copyOf({ copy }: TrolleyBook): string {
  if (!copy || copy.of < 2) return '';
  return m.receiving_book_copy({ nth: countText(copy.nth), of: countText(copy.of) });
}

const toSeeText = (book: TrolleyBook): Pick<ScanText, 'meaning' | 'outcome' | 'consequence'> => ({
  meaning: 'attention',
  outcome: alertWord(book.alerts),
  consequence: alertLine(book.alerts),
});

function doneText(
  book: TrolleyBook,
  labels: CodeLabels,
): Pick<ScanText, 'meaning' | 'outcome' | 'consequence'> {
  const { state, settings, barcode, alerts } = book;
  const department = labels.departmentLabel(settings.department);
  const status = labels.statusLabel(settings.status);
  const where =
    state === 'kept'
      ? department !== '' && status !== ''
        ? m.receiving_then_kept({ department, status })
        : m.receiving_then_kept_somewhere()
      : department !== '' && m.receiving_then_received({ department });
  return {
    // What is for somebody does not look like what goes to the shelf.
    meaning: alerts.length > 0 ? 'information' : 'done',
    outcome: state === 'kept' ? m.receiving_word_kept() : m.receiving_word_received(),
    consequence: joined(
      where,
      copyOf(book),
      barcode === '' && m.receiving_then_no_barcode(),
      alertLine(alerts.filter(({ kind }) => kind !== 'rush' && kind !== 'note')),
    ),
  };
}

function failedText(
  { state, unfinished }: TrolleyBook,
  failure: Failure | null,
): Omit<ScanText, 'what' | 'code'> {
  const text = failure && failureText(failure);
  if (state === 'unclear')
    return {
      meaning: 'attention',
      outcome: m.failures_word_unknown(),
      consequence: text?.what ?? '',
      todo: text?.todo ?? '',
      sound: 'attention',
    };
  if (unfinished !== null)
    return {
      meaning: 'attention',
      outcome: m.receiving_word_unfinished(),
      consequence: joined(m.receiving_then_unfinished(), text?.what ?? ''),
      todo: text?.todo ?? '',
      sound: 'attention',
    };
  return {
    meaning: text?.meaning ?? 'refused',
    outcome: text?.word ?? m.failures_word_refused(),
    consequence: text?.what ?? '',
    todo: text?.todo ?? '',
    sound: text?.meaning === 'attention' ? 'attention' : 'refused',
  };
}

function questionText({
  question,
  failure,
}: TrolleyBook): Pick<ScanText, 'outcome' | 'consequence'> & Partial<Pick<ScanText, 'what' | 'code'>> {
  switch (question?.kind) {
    case 'anotherCopy': {
      const { nth, of } = question;
      return {
        outcome: m.receiving_ask_copy(),
        consequence: m.receiving_book_copy({ nth: countText(nth), of: countText(of) }),
      };
    }
    case 'extra': {
      const { expected } = question;
      return {
        outcome: m.receiving_ask_extra(),
        consequence:
          expected === 0
            ? m.receiving_box_not_listed()
            : m.receiving_ask_extra_more({ expected: countText(expected) }),
      };
    }
    case 'wrongBook':
      return {
        outcome: m.receiving_ask_wrong(),
        ...{ what: question.title || question.pol, code: question.title === '' },
        consequence: m.receiving_ask_wrong_isbn({ isbn: question.scanned }),
      };
    case 'whichOrder': {
      const count = question.orders.length;
      return {
        outcome: m.receiving_ask_order(),
        consequence: m.receiving_ask_order_count({ count, shown: countText(count) }),
      };
    }
    case 'whichIds':
      // Asked again, it is because what was entered is wrong.
      return {
        outcome: m.receiving_ask_ids(),
        consequence: failure ? failureText(failure).what : m.receiving_ask_ids_why(),
      };
    case undefined:
      return { outcome: m.receiving_book_asks(), consequence: '' };
  }
}

const joined = (...parts: readonly (string | false)[]): string => parts.filter(Boolean).join(' · ');
