import { arrayOf, codeOf, textOf } from '../../service/read.ts';
import type { User } from '../../service/shapes/user.ts';
import { fromDoc, toDoc } from './documents.ts';
import { fixed } from './fixed.ts';
import { exactKey, fold, orderKey } from './fold.ts';
import type { Db } from './schema.ts';
import { userWords } from './user-words.ts';

/** A user with the key that other tables know them by. */
export interface StoredUser {
  readonly key: number;
  readonly user: User;
}

/** How identifiers compare: without case, and composed the same way. */
export function identifierKey(value: string): string {
  return exactKey(value.normalize('NFC').toLowerCase());
}

/** Every identifier of a user with its type; the primary id is one of them. */
export function identifiersOf(user: User): { type: string; value: string }[] {
  const others = arrayOf(user.user_identifier).map((one) => ({
    type: codeOf(one.id_type).toUpperCase(),
    value: textOf(one.value),
  }));
  return [{ type: 'PRIMARY_ID', value: textOf(user.primary_id) }, ...others].filter(
    ({ value }) => value !== '',
  );
}

/** Who has this identifier, of whatever type. */
export async function userByIdentifier(db: Db, identifier: string): Promise<StoredUser | undefined> {
  const [row] = await oneByIdentifier(db, identifierKey(identifier));
  return row && { key: row.key, user: fromDoc(row) as User };
}

const oneByIdentifier = fixed((db, value: string) =>
  db
    .selectFrom('user_identifiers')
    .innerJoin('users', 'users.key', 'user_identifiers.user_key')
    .select(['users.key', 'users.doc'])
    .where('user_identifiers.value', '=', value),
);

export async function userByKey(db: Db, key: number): Promise<StoredUser> {
  const row = await db
    .selectFrom('users')
    .select(['key', 'doc'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return { key: row.key, user: fromDoc(row) as User };
}

/** The users whose record has any block. */
export async function usersWithBlocks(db: Db): Promise<StoredUser[]> {
  const rows = await db
    .selectFrom('users')
    .select(['key', 'doc'])
    .where('doc', 'like', '%"user_block":%')
    .where('doc', 'not like', '%"user_block":[]%')
    .orderBy('key')
    .execute();
  return rows.map((row) => ({ key: row.key, user: fromDoc(row) as User }));
}

/** The identifier of these that another user already has, if any. */
export async function takenIdentifier(db: Db, user: User, except?: number): Promise<string | undefined> {
  for (const { value } of identifiersOf(user)) {
    const owner = await userByIdentifier(db, value);
    if (owner && owner.key !== except) return value;
  }
  return undefined;
}

export async function insertUser(db: Db, user: User): Promise<number> {
  const { key } = await db
    .insertInto('users')
    .values(userColumns(user))
    .returning('key')
    .executeTakeFirstOrThrow();
  await writeLookups(db, key, user);
  return key;
}

export async function replaceUser(db: Db, key: number, user: User): Promise<void> {
  await db.updateTable('users').set(userColumns(user)).where('key', '=', key).execute();
  await db.deleteFrom('user_identifiers').where('user_key', '=', key).execute();
  await db.deleteFrom('user_words').where('user_key', '=', key).execute();
  await db.deleteFrom('user_sources').where('user_key', '=', key).execute();
  await writeLookups(db, key, user);
}

/** Removes a user and, with them, their history of loans, requests and closed fees. */
export async function deleteUser(db: Db, key: number): Promise<void> {
  await db.deleteFrom('users').where('key', '=', key).execute();
}

/** The columns that are looked up and ordered by, from the user's record. */
export function userColumns(user: User) {
  return {
    primary_id: identifierKey(textOf(user.primary_id)),
    last_name: orderKey(textOf(user.last_name)),
    first_name: orderKey(textOf(user.first_name)),
    user_group: codeOf(user.user_group),
    doc: toDoc(user),
  };
}

/** Where a copied user comes from; nothing for the institution's own users. */
export function sourceColumns(key: number, user: User) {
  const userId = textOf(user.source_user_id);
  const institution = codeOf(user.source_institution_code);
  if (userId === '' && institution === '') return undefined;
  return { user_key: key, source_user_id: identifierKey(userId), institution: exactKey(fold(institution)) };
}

async function writeLookups(db: Db, key: number, user: User): Promise<void> {
  const values = new Set(identifiersOf(user).map(({ value }) => identifierKey(value)));
  await db
    .insertInto('user_identifiers')
    .values(Array.from(values, (value) => ({ value, user_key: key })))
    .execute();
  const source = sourceColumns(key, user);
  if (source) await db.insertInto('user_sources').values(source).execute();
  await writeWords(db, key, user);
}

/** Writes the words by which a user is found. */
export async function writeWords(db: Db, key: number, user: User): Promise<void> {
  const words = userWords(user);
  for (let start = 0; start < words.length; start += 500) {
    await db
      .insertInto('user_words')
      .values(words.slice(start, start + 500).map((entry) => ({ ...entry, user_key: key })))
      .execute();
  }
}
