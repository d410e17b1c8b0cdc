import { codeOf, textOf } from '../../service/read.ts';
import { arrayOf } from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';
import { orderKey, wordsKept } from './fold.ts';

/** The fields a search can name; `ALL` looks in every one. Source: Users; the set of fields is ours. */
export const searchFields = [
  'primary_id',
  'barcode',
  'identifiers',
  'first_name',
  'last_name',
  'name',
  'email',
  'user_group',
] as const;

/** So many texts of a field are looked at, and so many words are kept of them: who sends more is found by the first. */
const MOST_TEXTS = 100;
const MOST_WORDS = 500;

export type SearchField = (typeof searchFields)[number];

/** A word by which a user is found. */
interface UserWord {
  readonly field: SearchField | 'ALL';
  readonly word: string;
  /**
   * How many letters it begins with like the word before it, of the same user and field. A user has one word only that
   * begins with these letters and shares fewer: counting those counts users, and none twice.
   */
  readonly shared: number;
  /** What puts users in their usual order: last name, first name, primary id. */
  readonly sort: string;
}

/** The words by which a user is found, per field, and those of all fields under `ALL`. */
export function userWords(user: User): UserWord[] {
  const identifiers = arrayOf(user.user_identifier);
  const barcodes = identifiers.filter((identifier) => codeOf(identifier.id_type) === 'BARCODE');
  const names = [user.first_name, user['middle_name'], user.last_name, user.full_name, ...preferred(user)];
  const texts: Record<SearchField, unknown[]> = {
    primary_id: [user.primary_id],
    barcode: barcodes.map((identifier) => identifier.value),
    identifiers: [user.primary_id, ...identifiers.map((identifier) => identifier.value)],
    first_name: [user.first_name, user['pref_first_name']],
    last_name: [user.last_name, user['pref_last_name']],
    name: names,
    email: emailsOf(user),
    user_group: [codeOf(user.user_group)],
  };
  const sort = [user.last_name, user.first_name, user.primary_id]
    .map((part) => orderKey(textOf(part)))
    .join('\u0001');
  const all = new Set<string>();
  const rows = searchFields.flatMap((field) => {
    const found = wordsIn(texts[field]);
    for (const word of found) all.add(word);
    return inOrder(field, found, sort);
  });
  return [...rows, ...inOrder('ALL', all, sort)];
}

function wordsIn(texts: readonly unknown[]): Set<string> {
  const words = texts.slice(0, MOST_TEXTS).flatMap((text) => [...wordsKept(plainText(text))]);
  return new Set(words.slice(0, MOST_WORDS));
}

function inOrder(field: UserWord['field'], found: ReadonlySet<string>, sort: string): UserWord[] {
  const words = [...found].sort();
  return words.map((word, index) => ({
    field,
    word,
    shared: sharedStart(words[index - 1] ?? '', word),
    sort,
  }));
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function preferred(user: User): unknown[] {
  return [user['pref_first_name'], user['pref_middle_name'], user['pref_last_name']];
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? textOf(value) : '';
}

/** The addresses of a user: in `contact_info.email`, and in the top-level `emails` that the description also names. */
function emailsOf(user: User): unknown[] {
  const contact = user['contact_info'];
  const inContact = isObject(contact) ? arrayOf(contact['email']) : [];
  return [...inContact, ...arrayOf(user['emails'])].flatMap((email) =>
    isObject(email) ? [email['email_address'], email['address']] : [],
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
