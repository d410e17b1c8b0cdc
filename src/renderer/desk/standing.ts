import type { PatronView } from '../../contract/desk.ts';
import { m } from '../../messages/compiled/messages.js';
import { isPositive } from '../../shared/fees.ts';
import type { ScanText } from '../scan/scan-text.ts';
import { countText, dateText, moneyText } from '../ui/format.ts';

/** A reason for which nothing can be lent to a patron. */
export interface Standing {
  /** In one word, for the scan box and the window's title. */
  readonly word: string;
  readonly reason: string;
}

/** Why nothing can be lent to the patron, the gravest reason first; empty where they can borrow. */
export function standingsOf({ active, blocks, expired, expiry }: PatronView): readonly Standing[] {
  return [
    ...blocks.map(({ label, note }) => ({
      word: m.app_scan_blocked(),
      reason: m.desk_standing_blocked({ reason: [label, note].filter(Boolean).join(' · ') }),
    })),
    ...(expired
      ? [{ word: m.app_scan_expired(), reason: m.desk_standing_expired({ date: dateText(expiry, 'day') }) }]
      : []),
    ...(active ? [] : [{ word: m.app_scan_inactive(), reason: m.desk_standing_inactive() }]),
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
      todo: others.map(({ reason }) => reason).join(' · '),
      sound: 'attention',
    };
  if (patron.unseenNotes.length > 0)
    return {
      ...shared,
      meaning: 'attention',
      outcome: m.desk_notes_first(),
      consequence: patron.unseenNotes[0]?.text ?? '',
      sound: 'attention',
    };
  const owes = isPositive(patron.owed.amount);
  return {
    ...shared,
    meaning: owes ? 'attention' : 'information',
    outcome: m.desk_can_borrow(),
    consequence: owes
      ? m.desk_standing_owes({ amount: moneyText(patron.owed) })
      : m.desk_standing_loans({ count: patron.loans, shown: countText(patron.loans) }),
    sound: 'note',
  };
}
