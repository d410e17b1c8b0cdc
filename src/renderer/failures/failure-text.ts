import { m } from '../../messages/compiled/messages.js';
import type { Failure } from '../../contract/failure.ts';
import { unknownTodo } from './ask-person.ts';
import { dateText } from '../ui/format.ts';
import {
  invalidWords,
  journalTrouble,
  printing,
  settingsTrouble,
  switchedOff,
  unreachableWords,
} from './invalid.ts';
import { refusalOf, undoneBy } from './refusals.ts';

export interface Detail {
  readonly label: string;
  readonly value: string;
  /** An id or a code: shown in Mono. */
  readonly code: boolean;
}

/** A failure in plain words: what happened, what did not happen, what to do. */
export interface FailureText {
  readonly meaning: 'refused' | 'attention' | 'information';
  /** One or two words, for the mark. */
  readonly word: string;
  /** A clause without a full stop: it also ends a row ("Refused · Middlemarch · On hold for another patron"). */
  readonly what: string;
  readonly notDone: string;
  readonly todo: string;
  /** One key away, and copyable: the service's own words, the code, the tracking id. */
  readonly details: readonly Detail[];
}

/** The one place in which a failure gets its words: by kind, and for a refusal by operation and code. */
export function failureText(failure: Failure): FailureText {
  switch (failure.kind) {
    case 'refused':
      return refused(failure);
    case 'unreachable':
      return {
        meaning: 'attention',
        word: failure.why === 'didNotHappen' ? m.failures_word_not_done() : m.failures_word_unreachable(),
        ...unreachableWords(failure),
        notDone: m.failures_nothing_done(),
        details: details([m.failures_detail_reason(), failure.detail]),
      };
    case 'unknown-outcome':
      return {
        meaning: 'attention',
        word: m.failures_word_unknown(),
        what: m.failures_unknown_what(),
        notDone: m.failures_unknown_not(),
        todo: unknownTodo(failure.operation),
        details: details(
          [m.failures_detail_operation(), failure.operation],
          [m.failures_detail_journal(), failure.journalId],
          [m.failures_detail_tracking(), failure.trackingId],
        ),
      };
    case 'rowLost':
      return {
        meaning: 'attention',
        word: m.failures_word_unknown(),
        what: m.failures_unknown_what(),
        notDone: m.failures_row_lost_not(),
        todo: m.failures_row_lost_do(),
        details: [],
      };
    case 'unsettled':
      return {
        meaning: 'attention',
        word: m.failures_word_unsettled(),
        what: m.failures_unsettled_what(),
        notDone: m.failures_unsettled_not({ at: dateText(failure.at, 'moment') }),
        todo:
          failure.operation === 'partners.lendingRequests.create'
            ? m.failures_unsettled_lending_do()
            : m.failures_unsettled_do(),
        details: details(
          [m.failures_detail_operation(), failure.operation],
          [m.failures_detail_journal(), failure.journalId],
        ),
      };
    case 'whichLibrary':
      return {
        meaning: 'attention',
        word: m.failures_word_which_library(),
        what: m.failures_which_library_what(),
        notDone: m.failures_nothing_done(),
        todo: m.failures_which_library_do(),
        details: [],
      };
    case 'leaving':
      return {
        meaning: 'attention',
        word: m.failures_word_leaving(),
        what: m.failures_leaving_what(),
        notDone: m.failures_nothing_done(),
        todo: m.failures_leaving_do(),
        details: [],
      };
    case 'invalid':
      return {
        meaning: 'refused',
        word: m.failures_word_invalid(),
        ...invalidWords(failure),
        notDone: m.failures_nothing_done(),
        details: failure.reason === 'notNow' ? [] : details([m.failures_detail_reason(), failure.detail]),
      };
    case 'unauthorized':
      return {
        meaning: 'refused',
        word: m.failures_word_unauthorized(),
        what: m.failures_unauthorized_what(),
        notDone: m.failures_nothing_done(),
        todo: m.failures_unauthorized_do(),
        details: details([m.failures_detail_tracking(), failure.trackingId]),
      };
    case 'throttled':
      return {
        meaning: 'attention',
        word: m.failures_word_throttled(),
        what: m.failures_throttled_what(),
        notDone: m.failures_nothing_done(),
        todo: m.failures_throttled_do(),
        details: [],
      };
    case 'conflict':
      return {
        meaning: 'attention',
        word: m.failures_word_conflict(),
        what: m.failures_conflict_what(),
        notDone: m.failures_nothing_done(),
        todo: m.failures_conflict_do(),
        details: failure.differences.map((change) => ({
          label: change.field,
          value: m.failures_detail_change({ was: change.was, is: change.is }),
          code: false,
        })),
      };
    case 'locked':
      return {
        meaning: 'attention',
        ...locked[failure.why](),
        details: [],
      };
    case 'cancelled':
      return {
        meaning: 'information',
        word: m.failures_word_cancelled(),
        what: m.failures_cancelled_what(),
        notDone: m.failures_nothing_done(),
        todo: '',
        details: [],
      };
    case 'printer':
      return {
        meaning: failure.why === 'slow' ? 'attention' : 'refused',
        word: m.failures_word_printer(),
        ...printing[failure.why](failure.detail),
        notDone: m.failures_printer_not(),
        details: failure.why === 'notThere' ? [] : details([m.failures_detail_reason(), failure.detail]),
      };
    case 'journal':
      return {
        meaning: 'refused',
        word: m.failures_word_journal(),
        ...journalTrouble[failure.why](),
        notDone: m.failures_nothing_done(),
        details: [],
      };
    case 'settings':
      if (failure.why === 'locked')
        return {
          meaning: 'refused',
          word: m.failures_word_settings(),
          what: m.failures_settings_locked(),
          notDone: m.failures_settings_not(),
          todo: m.failures_policy_do(),
          details: details([m.failures_detail_policy(), failure.place]),
        };
      return {
        meaning: 'refused',
        word: m.failures_word_settings(),
        ...settingsTrouble[failure.why](),
        notDone: m.failures_settings_not(),
        details: [],
      };
    case 'switchedOff':
      return {
        meaning: 'refused',
        word: m.failures_word_switched_off(),
        what: switchedOff[failure.feature](),
        notDone: m.failures_nothing_done(),
        todo: failure.broken ? m.failures_policy_broken_do() : m.failures_policy_do(),
        details: details([m.failures_detail_policy(), failure.place]),
      };
    case 'defect':
      return {
        meaning: 'refused',
        word: m.failures_word_defect(),
        what: m.failures_defect_what(),
        notDone: '',
        todo: m.failures_defect_do(),
        details: details([m.failures_detail_log(), failure.id]),
      };
  }
}

/** What happened and what to do, in one line: below a field, or in a row. */
export function failureLine(failure: Failure): string {
  const text = failureText(failure);
  return [text.what, text.todo].filter(Boolean).join('. ');
}

const notStored = (what: string) => ({
  ...{ word: m.failures_word_locked(), what },
  ...{ notDone: m.failures_locked_not(), todo: m.failures_locked_do() },
});

const locked: Readonly<
  Record<
    Extract<Failure, { kind: 'locked' }>['why'],
    () => Pick<FailureText, 'word' | 'what' | 'notDone' | 'todo'>
  >
> = {
  noKeychain: () => notStored(m.failures_locked_noKeychain()),
  keychainLocked: () => notStored(m.failures_locked_keychainLocked()),
  keychainRefused: () => notStored(m.failures_locked_keychainRefused()),
  keychainTimeout: () => ({
    ...notStored(m.failures_locked_keychainTimeout()),
    ...{ word: m.failures_word_unknown(), notDone: m.failures_locked_not_yet() },
  }),
  keyNotGiven: () => ({
    ...{ word: m.failures_word_not_done(), what: m.failures_locked_keyNotGiven() },
    ...{ notDone: m.failures_nothing_done(), todo: m.failures_locked_keyNotGiven_do() },
  }),
  keyNotRemoved: () => ({
    ...{ word: m.failures_word_not_done(), what: m.failures_locked_keyNotRemoved() },
    ...{ notDone: m.failures_locked_not_removed(), todo: m.failures_locked_keyNotRemoved_do() },
  }),
};

function refused(failure: Extract<Failure, { kind: 'refused' }>): FailureText {
  const known = refusalOf(failure.operation, failure.code);
  return {
    meaning: 'refused',
    word: m.failures_word_refused(),
    what: known?.what() ?? unforeseen(failure.status, failure.message),
    notDone: undoneBy(failure.operation) ?? m.failures_nothing_done(),
    todo: known?.todo() ?? m.failures_refused_report(),
    details: details(
      [m.failures_detail_message(), failure.message],
      [m.failures_detail_code(), failure.code],
      [m.failures_detail_tracking(), failure.trackingId],
      [m.failures_detail_operation(), failure.operation],
      [m.failures_detail_status(), failure.status > 0 ? String(failure.status) : ''],
    ),
  };
}

function unforeseen(status: number, message: string): string {
  // What a broken service says of itself helps nobody at a desk: it is in the details.
  if (status >= 500) return m.failures_refused_fault();
  return message === '' ? m.failures_refused_unsaid() : m.failures_refused_unknown({ message });
}

function details(...lines: readonly (readonly [label: string, value: string | null])[]): readonly Detail[] {
  const words = m.failures_detail_message();
  return lines.flatMap(([label, value]) => (value ? [{ label, value, code: label !== words }] : []));
}
