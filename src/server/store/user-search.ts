import type { ExpressionBuilder } from 'kysely';
import type { User } from '../../service/shapes/user.ts';
import { fromDoc } from './documents.ts';
import { exactKey, fold, wordsSought } from './fold.ts';
import type { Db, Schema } from './schema.ts';
import type { SearchField } from './user-words.ts';
import { identifierKey, type StoredUser } from './users.ts';

/** One condition of a search: every word of `text` is, or begins, a word of the field. */
export interface UserCondition {
  readonly field: SearchField | 'ALL';
  readonly text: string;
}

/** The institution that a user's record is a copy from, and who they are there. */
export interface Source {
  readonly userId?: string | undefined;
  readonly institution?: string | undefined;
}

/** What users can be ordered by. */
export const userOrders = ['last_name', 'first_name', 'primary_id', 'user_group'] as const;
export type UserOrder = (typeof userOrders)[number];

interface UserSearch {
  readonly conditions: readonly UserCondition[];
  readonly source?: Source;
  readonly orders: readonly UserOrder[];
  readonly limit: number;
  readonly offset: number;
}

/** A word that a user must have in a field, or the beginning of one. */
interface SearchTerm {
  readonly field: SearchField | 'ALL';
  readonly word: string;
}

interface FoundUser {
  readonly items: StoredUser[];
  /** How many there are in all, exactly. */
  readonly total: number;
}

/** The users that meet all conditions, in order, and how many there are. */
export async function findUsers(db: Db, search: UserSearch): Promise<FoundUser> {
  // The same word twice is the same condition.
  const query = new Map<string, SearchTerm>();
  for (const { field, text } of search.conditions) {
    const words = wordsSought(text);
    // A value of marks and signs only is nobody's name.
    if (words.length === 0) return { items: [], total: 0 };
    for (const word of words) query.set(`${field} ${word}`, { field, word });
  }
  const source = search.source ?? {};
  const isCopy = source.userId !== undefined || source.institution !== undefined;
  const [rarest, ...others] = await rarestFirst(db, [...query.values()]);
  if (!rarest) return listed(db, search, isCopy ? source : undefined);
  let hits = hitsOf(db, rarest).where((where) => where.and(others.map((other) => alsoHas(where, other))));
  if (isCopy) hits = hits.where('hit.user_key', 'in', copiesOf(db, source));
  const total =
    others.length === 0 && !isCopy
      ? rarest.hits
      : (await hits.select((all) => all.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()).total;
  const { orders, limit, offset } = search;
  if (orders.length > 1 || orders[0] !== 'last_name') {
    let page = hits.innerJoin('users', 'users.key', 'hit.user_key').select(['users.key', 'users.doc']);
    for (const order of columnsOf(orders)) page = page.orderBy(`users.${order}`);
    return { items: (await page.limit(limit).offset(offset).execute()).map(stored), total };
  }
  // The usual order stands beside each word: nobody's record is looked at who is not on the page.
  const page = await hits
    .select('hit.user_key')
    .orderBy('hit.sort')
    .orderBy('hit.user_key')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    items: await inThisOrder(
      db,
      page.map(({ user_key }) => user_key),
    ),
    total,
  };
}

/** The words with how many users have each, the rarest first: the others are looked for among those users only. */
async function rarestFirst(db: Db, query: readonly SearchTerm[]): Promise<(SearchTerm & { hits: number })[]> {
  const counted = [];
  for (const one of query) {
    const { hits } = await hitsOf(db, one)
      .select((all) => all.fn.countAll<number>().as('hits'))
      .executeTakeFirstOrThrow();
    counted.push({ ...one, hits });
  }
  return counted.sort((one, other) => one.hits - other.hits);
}

/** One row for each user who has the word: of several words that begin so, only the first has so little in common. */
function hitsOf(db: Db, { field, word }: SearchTerm) {
  return db
    .selectFrom('user_words as hit')
    .where('hit.field', '=', field)
    .where('hit.word', '>=', word)
    .where('hit.word', '<', `${word}\u{10FFFF}`)
    .where('hit.shared', '<', word.length);
}

type WithHits = Schema & { hit: Schema['user_words'] };

function alsoHas(where: ExpressionBuilder<WithHits, 'hit'>, { field, word }: SearchTerm) {
  return where.exists(
    where
      .selectFrom('user_words as other')
      .select('other.user_key')
      .whereRef('other.user_key', '=', 'hit.user_key')
      .where('other.field', '=', field)
      .where('other.word', '>=', word)
      .where('other.word', '<', `${word}\u{10FFFF}`),
  );
}

function copiesOf(db: Db, source: Source) {
  let keys = db.selectFrom('user_sources').select('user_key');
  if (source.userId !== undefined) keys = keys.where('source_user_id', '=', identifierKey(source.userId));
  if (source.institution !== undefined)
    keys = keys.where('institution', '=', exactKey(fold(source.institution)));
  return keys;
}

/** All users, or all that are copies from there. */
async function listed(
  db: Db,
  { orders, limit, offset }: UserSearch,
  source: Source | undefined,
): Promise<FoundUser> {
  let users = db.selectFrom('users');
  if (source) users = users.where('key', 'in', copiesOf(db, source));
  const { total } = await users
    .select((all) => all.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let page = users.select(['key', 'doc']);
  for (const order of columnsOf(orders)) page = page.orderBy(order);
  return { items: (await page.limit(limit).offset(offset).execute()).map(stored), total };
}

/** Namesakes are told apart by their first name, and in the end by their primary id. */
function columnsOf(orders: readonly UserOrder[]): Set<UserOrder> {
  const last =
    orders.at(-1) === 'last_name' ? (['first_name', 'primary_id'] as const) : (['primary_id'] as const);
  return new Set([...orders, ...last]);
}

async function inThisOrder(db: Db, keys: readonly number[]): Promise<StoredUser[]> {
  if (keys.length === 0) return [];
  const rows = await db.selectFrom('users').select(['key', 'doc']).where('key', 'in', keys).execute();
  const byKey = new Map(rows.map((row) => [row.key, stored(row)]));
  return keys.flatMap((key) => byKey.get(key) ?? []);
}

function stored(row: { key: number; doc: string }): StoredUser {
  return { key: row.key, user: fromDoc(row) as User };
}
