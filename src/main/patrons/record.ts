import type { Seen } from '../../contract/patrons.ts';
import { addressOf, emailsOf, isSet } from '../../service/contacts.ts';
import { arrayOf, codeOf, dateOf, textOf } from '../../service/read.ts';
import type { User, UserBlock } from '../../service/shapes/user.ts';
import { isCardType, nameOr } from '../../shared/patrons.ts';
import { isExpired } from '../records/values.ts';

/** The service's primary id. Every later call about the patron names it. */
export const userIdOf = (user: User): string => textOf(user.primary_id);

/** The patron's name as their library writes it, or else put together from its parts. */
export function nameOf(user: User): string {
  return textOf(user.full_name) || nameOr(textOf(user.first_name), textOf(user.last_name), userIdOf(user));
}

export const isActive = (user: User): boolean => codeOf(user.status).toUpperCase() === 'ACTIVE';

/**
 * The barcode of the library card: an identifier of one of the types in use for cards, an active one if there is one.
 */
export function barcodeOf(user: User): string {
  const barcodes = arrayOf(user.user_identifier).filter(({ id_type: type }) => isCardType(codeOf(type)));
  const active = barcodes.find(({ status }) => textOf(status).toUpperCase() !== 'INACTIVE');
  return textOf((active ?? barcodes[0])?.value);
}

/** The preferred e-mail address, or else the first one; `''` for none. Source: User. */
export function emailOf(user: User): string {
  const emails = emailsOf(user);
  const chosen = emails.find((email) => isSet(email['preferred'])) ?? emails[0];
  return chosen ? addressOf(chosen) : '';
}

/** Whether a block stands: it is neither lifted nor over. */
export function isActiveBlock(block: UserBlock, now: Date): boolean {
  const status = textOf(block.block_status).toUpperCase();
  return (status === '' || status === 'ACTIVE') && !isExpired(dateOf(block.expiry_date), now);
}

const counts: ReadonlySet<string> = new Set(['loans', 'requests', 'fees']);

/** The record without the counts that an answer may add to it. */
export const recordOf = (user: User): Seen =>
  Object.fromEntries(Object.entries(user).filter(([field]) => !counts.has(field)));
