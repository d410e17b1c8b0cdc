import { codes, ours } from '../../service/codes.ts';
import { arrayOf, codeOf, dateOf, dayOf, labelOf, textOf } from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';
import { readDay } from './calendar.ts';
import { refused } from './refusal.ts';

/** How many items each group may have at a time. Ours. */
const loanLimits: Readonly<Record<string, number>> = { STAFF: 50, STUDENT: 20, GUEST: 5 };
const DEFAULT_LIMIT = 10;

export function loanLimitOf(user: User): number {
  const group = codeOf(user.user_group);
  // A library names its groups as it likes, `constructor` too.
  return Object.hasOwn(loanLimits, group) ? (loanLimits[group] ?? DEFAULT_LIMIT) : DEFAULT_LIMIT;
}

const days = ['expiry_date', 'birth_date', 'purge_date'] as const;

/**
 * Refuses a user of whom a day is none: `2026-12-15Z`, with or without its zone letter, or milliseconds since 1970, as
 * some releases send it. A card that runs out on no day that can be read would never run out. Source: User.
 */
export function mustHaveDays(user: User): void {
  for (const field of days) {
    const day = user[field];
    if (day === undefined || day === null || day === '') continue;
    if (typeof day === 'string' ? readDay(day) !== undefined : isDayInMilliseconds(day)) continue;
    throw refused(
      codes.invalidValue,
      `Given value is invalid: ${field}. Expected a date such as 2026-12-15Z.`,
    );
  }
}

/** Whether a calendar has a day for so many milliseconds since 1970: one with a year of four digits. */
function isDayInMilliseconds(sent: unknown): boolean {
  return typeof sent === 'number' && Number.isInteger(sent) && dayOf(dateOf(sent)) !== null;
}

/** Refuses a patron with an active block, unless that is overridden, or whose card has run out. */
export function mustBeInGoodStanding(user: User, now: Date, overrideBlocks = false): void {
  const block = overrideBlocks ? undefined : activeBlock(user, now);
  if (block !== undefined) throw refused(ours.patronBlocked, `Patron is blocked: ${block}.`);
  const expiry = dayOf(dateOf(user.expiry_date));
  if (expiry !== null && expiry < now.toISOString().slice(0, 10)) {
    throw refused(ours.patronExpired, `Patron's card expired on ${expiry}.`);
  }
}

/** What the patron's block says, if one is active now. */
export function activeBlock(user: User, now: Date): string | undefined {
  const block = arrayOf(user.user_block).find((one) => {
    const until = dayOf(dateOf(one.expiry_date));
    return (
      textOf(one.block_status).toUpperCase() === 'ACTIVE' &&
      (until === null || until >= now.toISOString().slice(0, 10))
    );
  });
  return block && (labelOf(block.block_description) || labelOf(block.block_type) || 'no reason given');
}
