import { m } from '../../messages/compiled/messages.js';
import type { JournalLoss, JournalView } from '../../contract/journal.ts';
import { countText, dateText } from '../ui/format.ts';

export type Closed = Exclude<JournalView, { state: 'open' }>;

/** What a window shows while the journal is closed: what happened, what it means, what to do. */
export interface ClosedWords {
  readonly title: string;
  readonly what: readonly string[];
  readonly losses: readonly LossWords[];
  readonly todo: string;
  /** What the button does; null if there is none. */
  readonly act: 'acknowledge' | 'tryAgain' | 'goOnWithout' | null;
}

export interface LossWords {
  readonly cause: string;
  readonly saved: string;
  readonly lost: string;
  readonly kept: string;
}

/** A note while the journal is open: the key is missing, a row is damaged, or the clock is wrong. */
export interface NoteWords {
  readonly what: string;
  readonly todo: string;
}

const countWords = (count: number) => ({ count, shown: countText(count) });

const causes = {
  damaged: m.journal_cause_damaged,
  empty: m.journal_cause_empty,
  foreign: m.journal_cause_foreign,
} as const;

function lossWords({ at, cause, saved, lost, keptAs }: JournalLoss): LossWords {
  return {
    cause: causes[cause]({ at: dateText(at, 'moment') }),
    saved: saved === 0 ? m.journal_saved_none() : m.journal_saved(countWords(saved)),
    lost:
      lost === null
        ? m.journal_lost_unknown()
        : lost === 0
          ? m.journal_lost_none()
          : m.journal_lost(countWords(lost)),
    kept: m.journal_kept_as({ name: keptAs }),
  };
}

const notOpened = {
  readOnly: m.journal_not_opened_readOnly,
  full: m.journal_not_opened_full,
  other: m.journal_not_opened_other,
} as const;

/** `own` is the version of this program. */
export function closedWords(view: Closed, own: string): ClosedWords {
  switch (view.state) {
    case 'newer':
      return {
        title: m.journal_newer_title(),
        what: [
          view.writtenBy
            ? m.journal_newer_what({ version: view.writtenBy, own })
            : m.journal_newer_what_unknown({ own }),
          m.journal_newer_safe(),
        ],
        losses: [],
        todo: m.journal_newer_do(),
        act: null,
      };
    case 'salvaged':
      return {
        title: m.journal_salvaged_title(),
        what: [m.journal_salvaged_what(), m.journal_salvaged_means()],
        losses: view.losses.map(lossWords),
        todo: m.journal_salvaged_do(),
        act: 'acknowledge',
      };
    case 'waiting':
      return {
        title: m.journal_waiting_title(),
        what: [m.journal_waiting_what(), m.journal_waiting_without()],
        losses: [],
        todo: m.journal_waiting_do(),
        act: 'goOnWithout',
      };
    case 'inUse':
      return {
        title: m.journal_in_use_title(),
        what: [m.journal_in_use_what()],
        losses: [],
        todo: m.journal_in_use_do(),
        act: 'tryAgain',
      };
    case 'notOpened':
      return {
        title: m.journal_not_opened_title(),
        what: [notOpened[view.why](), m.journal_not_opened_what()],
        losses: [],
        todo: view.why === 'full' ? m.journal_not_opened_do_full() : m.journal_not_opened_do(),
        act: 'tryAgain',
      };
  }
}

/** Null if there is nothing to note. */
export function noteWords(view: JournalView | null): NoteWords | null {
  if (view?.state !== 'open') return null;
  const { keys, unreadable, clock } = view;
  if (clock) {
    const newest = dateText(clock.newest, 'moment');
    const what = clock.is === 'behind' ? m.journal_note_behind({ newest }) : m.journal_note_ahead({ newest });
    return { what, todo: m.journal_note_clock_do() };
  }
  if (unreadable === 0) return null;
  const count = countWords(unreadable);
  if (keys === 'locked') return { what: m.journal_note_locked(count), todo: m.journal_note_locked_do() };
  if (keys === 'all') return { what: m.journal_note_damaged(count), todo: m.journal_note_damaged_do() };
  return { what: m.journal_note_gone(count), todo: m.journal_note_gone_do() };
}
