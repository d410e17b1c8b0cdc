import type { PatronView } from '../../contract/desk.ts';
import { m } from '../../messages/compiled/messages.js';
import { isPositive } from '../../shared/fees.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { countText, dateText, moneyText } from '../ui/format.ts';

/** A reason for which nothing can be lent to a patron. */
export interface Standing {
  /** In one word: for the patron's strip, the scan box and the window's title. */
  readonly word: string;
  /** What is to be said beside the word; parts may be empty. */
  readonly parts: readonly string[];
  /** In one phrase, short enough to be read from a metre. */
  readonly reason: string;
  /** What the reason leaves out; `''` where that is nothing. */
  readonly more: string;
}

/** Why nothing can be lent to the patron, the gravest reason first; empty where they can borrow. */
export function standingsOf({
  active,
  blocks,
  expired,
  expiry,
  atLimit,
  loans,
}: PatronView): readonly Standing[] {
  const date = dateText(expiry, 'day');
  return [
    ...blocks.map(({ label, note }) => ({
      word: m.desk_blocked(),
      parts: [label, note],
      reason: m.desk_standing_blocked({ reason: label || note }),
      more: label === '' ? '' : note,
    })),
    ...(active
      ? []
      : [
          {
            word: m.desk_inactive(),
            parts: [m.desk_inactive_note()],
            reason: m.desk_standing_inactive(),
            more: '',
          },
        ]),
    ...(expired
      ? [
          {
            word: m.desk_expired(),
            parts: [m.desk_expired_since({ date })],
            reason: m.desk_standing_expired({ date }),
            more: '',
          },
        ]
      : []),
    ...(atLimit
      ? [
          {
            word: m.desk_at_limit(),
            parts: [m.desk_standing_loans({ count: loans, shown: countText(loans) })],
            reason: m.failures_users_loans_create_9100106(),
            more: '',
          },
        ]
      : []),
  ];
}

/** Who has come to the desk, and how they stand, in the form that every result has. */
export function standingText(patron: PatronView): ScanText {
  const shared = { what: patron.name, isName: true, code: false } as const;
  const [gravest, ...others] = standingsOf(patron);
  if (gravest)
    return {
      ...shared,
      meaning: 'refused',
      outcome: m.desk_cannot_borrow(),
      consequence: gravest.reason,
      todo: [gravest.more, ...others.map(({ reason }) => reason)].filter(Boolean).join(' · '),
      sound: 'attention',
    };
  const notes = patron.unseenNotes.length;
  // Their text is beside it, whole: here it would be read a second time, and cut.
  if (notes > 0)
    return {
      ...shared,
      meaning: 'attention',
      outcome: m.desk_notes_first(),
      consequence: m.desk_standing_notes({ count: notes, shown: countText(notes) }),
      sound: 'attention',
    };
  const owes = isPositive(patron.owed.amount);
  return {
    ...shared,
    meaning: owes ? 'attention' : 'information',
    outcome: m.desk_can_borrow(),
    consequence: owes
      ? m.desk_standing_owes({ amount: moneyText(patron.owed) })
      : patron.loans === 0
        ? m.loans_empty()
        : m.desk_standing_loans({ count: patron.loans, shown: countText(patron.loans) }),
    sound: 'note',
  };
}
