import * as z from 'zod';
import { arrayOf, type Fields, isFields } from './read.ts';
import { Code } from './shapes/common.ts';
import type { User } from './shapes/user.ts';

/** The entries of a list inside a part of a record, whatever it is. */
export const entriesIn = (part: unknown, name: string): readonly Fields[] =>
  isFields(part) ? arrayOf<unknown>(part[name]).filter(isFields) : [];

/** Addresses, e-mails and phones where recorded answers have them. Assumption: the description names only `emails`. */
export const contactsOf = (user: User, kind: 'address' | 'email' | 'phone'): readonly Fields[] =>
  entriesIn(user['contact_info'], kind);

/** A user's e-mails: those at the top level, as described, and those among the contacts. Source: User. */
export const emailsOf = (user: User): readonly Fields[] => [
  ...entriesIn(user, 'emails'),
  ...contactsOf(user, 'email'),
];

/** An e-mail is written back as it came: as one of the contacts, or as one of the top-level list. */
export const isContactEmail = (email: Fields): boolean =>
  Object.hasOwn(email, 'email_address') || Object.hasOwn(email, 'email_type');

/** The address of an e-mail, in either form. */
export const addressOf = (email: Fields): string =>
  textIn(email['email_address']) || textIn(email['address']);

/** Text, or a number in place of one; `''` for anything else. */
export const textIn = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** A code, wrapped or plain, or the first of a list of them. */
export function codeIn(value: unknown): Code {
  const [first] = arrayOf<unknown>(value);
  const code = Code.safeParse(first);
  return code.success ? code.data : null;
}

const Flagged = z.union([z.literal(true), z.stringbool()]);

/** Whether a flag is set, as a boolean or in words. */
export const isSet = (value: unknown): boolean => Flagged.safeParse(value).data === true;
