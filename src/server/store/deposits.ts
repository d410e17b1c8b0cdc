import { codeOf, momentOf, textOf } from '../../service/read.ts';
import type { Deposit } from '../../service/shapes/deposit.ts';
import { fromDoc, toDoc } from './documents.ts';
import type { Db } from './schema.ts';

/** A user's deposits, oldest first. */
export async function depositsOf(db: Db, userKey: number): Promise<Deposit[]> {
  const rows = await db
    .selectFrom('deposits')
    .select('doc')
    .where('user_key', '=', userKey)
    .orderBy('created')
    .orderBy('id')
    .execute();
  return rows.map((row) => fromDoc(row) as Deposit);
}

export async function depositById(db: Db, userKey: number, id: string): Promise<Deposit | undefined> {
  const row = await db
    .selectFrom('deposits')
    .select('doc')
    .where('id', '=', id)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return row && (fromDoc(row) as Deposit);
}

/** How many of a user's deposits are in one of these states. */
export async function depositsIn(db: Db, userKey: number, states: readonly string[]): Promise<number> {
  const { count } = await db
    .selectFrom('deposits')
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('user_key', '=', userKey)
    .where('status', 'in', states)
    .executeTakeFirstOrThrow();
  return count;
}

/** Writes a deposit, new or changed. */
export async function saveDeposit(db: Db, userKey: number, deposit: Deposit): Promise<void> {
  const columns = depositColumns(userKey, deposit);
  await db
    .insertInto('deposits')
    .values(columns)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/** The columns that are looked up, from the deposit's record. */
export function depositColumns(userKey: number, deposit: Deposit) {
  return {
    id: textOf(deposit.id),
    user_key: userKey,
    status: codeOf(deposit.status),
    created: momentOf(deposit.creation_time),
    doc: toDoc(deposit),
  };
}
