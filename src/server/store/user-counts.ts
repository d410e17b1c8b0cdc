import { sql } from 'kysely';
import { fixed } from './fixed.ts';
import type { Db } from './schema.ts';

/** How many loans, requests and unpaid fees a user has now. */
export interface UserCounts {
  readonly loans: number;
  readonly requests: number;
  readonly fees: number;
}

type Counted = readonly { readonly user_key: number; readonly count: number }[];

const count = sql<number>`count(*)`.as('count');

/** The counts of several users, by their keys. */
export async function countsOfAll(db: Db, keys: readonly number[]): Promise<(key: number) => UserCounts> {
  const loans = await db
    .selectFrom('loans')
    .select(['user_key', count])
    .where('user_key', 'in', keys)
    .where('active', '=', 1)
    .groupBy('user_key')
    .execute();
  const requests = await db
    .selectFrom('requests')
    .select(['user_key', count])
    .where('user_key', 'in', keys)
    .where('active', '=', 1)
    .groupBy('user_key')
    .execute();
  const fees = await db
    .selectFrom('fees')
    .select(['user_key', count])
    .where('user_key', 'in', keys)
    .where('status', '!=', 'CLOSED')
    .groupBy('user_key')
    .execute();
  return (key) => ({
    loans: countIn(loans, key),
    requests: countIn(requests, key),
    fees: countIn(fees, key),
  });
}

/** How many items a user has on loan. */
export async function loanCountOf(db: Db, key: number): Promise<number> {
  const [loans] = await openLoans(db, key);
  return loans?.count ?? 0;
}

const openLoans = fixed((db, key: number) =>
  db.selectFrom('loans').select(count).where('user_key', '=', key).where('active', '=', 1),
);

/** The counts of one user. */
export async function countsOf(db: Db, key: number): Promise<UserCounts> {
  return (await countsOfAll(db, [key]))(key);
}

/** How many resource-sharing and purchase requests of a user are not over. */
export async function otherRequestsOf(
  db: Db,
  key: number,
): Promise<{ readonly sharing: number; readonly purchases: number }> {
  const sharing = await db
    .selectFrom('sharing_requests')
    .select(count)
    .where('user_key', '=', key)
    .where('active', '=', 1)
    .executeTakeFirstOrThrow();
  const purchases = await db
    .selectFrom('purchase_requests')
    .select(count)
    .where('user_key', '=', key)
    .where('status', 'in', ['INREVIEW', 'DEFERRED'])
    .executeTakeFirstOrThrow();
  return { sharing: sharing.count, purchases: purchases.count };
}

function countIn(counted: Counted, key: number): number {
  return counted.find((row) => row.user_key === key)?.count ?? 0;
}
