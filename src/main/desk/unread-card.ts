import type { Service } from '../ports.ts';
import { noPatron } from './circulation.ts';
import type { PatronSession } from './patron-session.ts';

/** It is not known whose card was scanned last: nothing is done for the patron before. */
export const unreadCard = { ...noPatron, detail: 'unreadCard' } as const;
/** Scanned after what may have been a card: it may be for the patron before, or for the one after. */
export const notKnownWhose = { ...noPatron, detail: 'notKnownWhose' } as const;

/** Whether a patron was found at this library. */
export const isSameLibrary = ({ service }: PatronSession, { library }: Pick<Service, 'library'>): boolean =>
  service?.library.id === library.id;

/**
 * Whether what was scanned after an unread card is for the patron of the next card that was read:
 *
 * - the same code was read at last; or
 * - the unread one was a card's by the rules, and was known to be unread when the next one came: it was scanned again. Where
 *   another unread code came in between, nobody knows which of the two it was; and where the end of the visit was asked
 *   for, the next card is another visitor's.
 *
 * @param between the sessions between the two: unread ones
 * @param before the session of the patron who was at the desk when it came; null for nobody
 */
export function isForNext(
  unread: PatronSession,
  next: PatronSession,
  between: readonly PatronSession[],
  before: PatronSession | null,
): boolean {
  const { code } = unread.card;
  if (before && next.service && !isSameLibrary(before, next.service)) return false;
  if (next.isOf(code)) return true;
  if (unread.isOver || !next.card.unreadBefore.includes(unread)) return false;
  return unread.isCard && between.every(({ card }) => card.code === code);
}
