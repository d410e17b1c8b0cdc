import { m } from '../../messages/compiled/messages.js';
import type { NextPlace } from '../../service/next-place.ts';
import type { Failure } from '../../contract/failure.ts';
import type { ScanView } from '../../contract/scans.ts';
import { failureText } from '../failures/failure-text.ts';
import { dateText } from '../ui/format.ts';
import type { Sound } from '../app/sound.ts';
import type { Meaning } from '../ui/meanings.ts';
import { commandName } from './commands.ts';

/** A scan as a sentence that always has the same form: outcome, what, consequence. */
export interface ScanText {
  readonly meaning: Meaning;
  readonly outcome: string;
  readonly what: string;
  /** `what` is a barcode and not a title: shown in the monospaced font. */
  readonly code: boolean;
  /** `what` is the name of a patron, which is shown only while they are at the desk. */
  readonly isName?: boolean;
  readonly consequence: string;
  /** What the user can do now, if the scan was refused. */
  readonly todo?: string;
  /** Null while it is not settled. */
  readonly sound: Sound | null;
}

/** What was refused in an earlier visit: whose it was is not said to the next patron. */
export const beforeText = (text: ScanText): ScanText => ({
  ...text,
  outcome: m.desk_scan_before({ word: text.outcome }),
  todo: '',
});

/** A scan of an earlier visit that failed only now. */
export const lateText = (scan: ScanView): ScanText => beforeText(scanText(scan));

/** A scan that waits until it is known for whom it is. */
export const whoseText = (scan: ScanView): ScanText => ({
  ...scanText(scan),
  consequence: m.desk_whose_held(),
});

export function scanText(scan: ScanView): ScanText {
  const waiting = { meaning: 'quiet', ...subjectOf(scan), sound: null } as const;
  switch (scan.state) {
    case 'received':
      return { ...waiting, outcome: m.desk_scan_received(), consequence: '' };
    case 'waiting':
      return { ...waiting, outcome: m.desk_scan_waiting(), consequence: m.desk_scan_waiting_for() };
    case 'held':
      return {
        ...waiting,
        meaning: 'attention',
        outcome: m.desk_scan_held(),
        consequence: scan.action === 'open' ? m.desk_which_held() : m.desk_scan_held_for(),
      };
    case 'sent':
      return {
        ...waiting,
        outcome: m.desk_scan_sent(),
        consequence: scan.kind === 'command' ? '' : m.desk_scan_sent_for(),
      };
    case 'dropped':
      return { ...waiting, outcome: m.desk_scan_dropped(), consequence: m.desk_scan_dropped_note() };
    case 'refused':
    case 'unclear':
      return failedText(scan);
    case 'done':
      return doneText(scan);
  }
}

/** What the scan is about: a title, a command, or the code as it was scanned. */
function subjectOf({ result, title, text }: ScanView): { readonly what: string; readonly code: boolean } {
  if (result?.kind === 'command') return { what: commandName(result.command, result.number), code: false };
  return { what: title || text, code: title === '' };
}

/** The title of the answer; if it has none, what was shown before. */
const withTitle = (scan: ScanView, title: string): Pick<ScanText, 'what' | 'code'> =>
  title === '' ? subjectOf(scan) : { what: title, code: false };

function failedText(scan: ScanView): ScanText {
  const text = scan.failure && failureText(scan.failure);
  const unclear = scan.state === 'unclear';
  // Whoever said no, this program or the library's: it is counted as refused.
  const word = scan.failure?.kind === 'invalid' ? null : text?.word;
  return {
    meaning: unclear ? 'attention' : (text?.meaning ?? 'refused'),
    outcome: unclear ? m.failures_word_unknown() : (word ?? m.failures_word_refused()),
    ...subjectOf(scan),
    consequence: text?.what ?? '',
    // What was looked up in the receiving room has its advice in the place of the order line.
    todo: scan.action === 'find' ? '' : (text?.todo ?? ''),
    sound: unclear ? 'attention' : 'refused',
  };
}

function doneText(scan: ScanView): ScanText {
  const { result } = scan;
  const plain = { meaning: 'done', code: false, sound: 'done', consequence: '' } as const;
  switch (result?.kind) {
    case 'lent':
      return {
        ...plain,
        outcome: m.desk_scan_lent(),
        ...withTitle(scan, result.title),
        consequence: dueText(result.due),
        ...(result.dueFailure && dueNotSet(result.dueFailure)),
      };
    case 'renewed':
      return {
        ...plain,
        outcome: m.loans_renewed(),
        ...withTitle(scan, result.title),
        consequence: dueText(result.due),
      };
    case 'returned': {
      const toShelf = result.next.to === 'shelf';
      return {
        ...plain,
        meaning: toShelf ? 'done' : result.next.to === 'unread' ? 'attention' : 'information',
        outcome: m.desk_scan_returned(),
        ...withTitle(scan, result.title),
        consequence: nextText(result.next),
        sound: toShelf ? 'done' : 'attention',
      };
    }
    case 'double':
      return {
        ...plain,
        meaning: 'attention',
        outcome: result.which === 'justNow' ? m.desk_scan_double() : m.desk_scan_already(),
        ...withTitle(scan, result.title),
        consequence:
          result.which === 'justNow'
            ? m.desk_scan_double_note()
            : m.desk_scan_already_note({ date: dateText(result.due, 'due') }),
        sound: 'attention',
      };
    case 'patron':
      return {
        ...plain,
        meaning: 'information',
        outcome: m.desk_scan_patron(),
        what: result.name,
        isName: true,
        sound: 'note',
      };
    case 'order':
      return {
        ...plain,
        meaning: 'information',
        outcome: m.desk_scan_order(),
        what: result.title,
        consequence: result.pol,
        sound: 'note',
      };
    case 'orders':
      return {
        ...plain,
        meaning: 'attention',
        outcome: m.desk_scan_orders(),
        ...subjectOf(scan),
        consequence: m.desk_scan_orders_choose({ count: result.orders.length }),
        sound: 'attention',
      };
    case 'book':
      return {
        ...plain,
        meaning: 'information',
        outcome: result.again ? m.desk_scan_double() : m.desk_scan_book(),
        ...subjectOf(scan),
        sound: 'note',
      };
    case 'undone':
      return {
        ...plain,
        meaning: 'information',
        outcome: m.desk_scan_undone(),
        ...withTitle(scan, result.title),
        consequence: m.desk_scan_undone_note({ next: nextText(result.next) }),
        sound: 'attention',
      };
    case 'command':
      return { ...plain, outcome: m.desk_scan_done(), ...subjectOf(scan), sound: 'note' };
    case undefined:
      return { ...plain, outcome: m.desk_scan_done(), what: scan.text, code: true };
  }
}

/** The due date; if the answer has none, the text refers to the patron's list. */
export const dueText = (due: string): string =>
  due === '' ? m.desk_due_unread() : m.desk_due({ date: dateText(due, 'due') });

/** The item was lent, but its due date could not be set. */
const dueNotSet = (failure: Failure): Pick<ScanText, 'meaning' | 'todo' | 'sound'> => ({
  meaning: 'attention',
  todo: m.desk_due_not_given({ why: failureText(failure).what }),
  sound: 'attention',
});

/** Where the book goes, in a few words: "hold shelf, for R. Ben-Ami". */
export function nextText(next: NextPlace): string {
  switch (next.to) {
    case 'shelf':
      return m.desk_next_shelf({ place: next.place });
    case 'holdShelf':
      return next.requester === ''
        ? m.desk_next_hold({ place: next.place })
        : m.desk_next_hold_for({ name: next.requester });
    case 'transit':
      return m.desk_next_transit({ place: next.place });
    case 'workOrder':
      return m.desk_next_work({ place: next.place });
    case 'unread':
      return m.desk_next_unread();
  }
}
