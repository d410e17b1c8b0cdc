import { momentOf, textOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import { fromDoc, toDoc } from './documents.ts';
import { fixed } from './fixed.ts';
import { orderKey } from './fold.ts';
import type { Db } from './schema.ts';

/** A loan with who has the item. */
export interface StoredLoan {
  readonly userKey: number;
  readonly loan: Loan;
}

/** What loans can be ordered by. */
export const loanOrders = ['due_date', 'loan_date', 'barcode', 'title', 'author', 'return_date'] as const;
export type LoanOrder = (typeof loanOrders)[number];

/** A page of a user's loans: the open ones, or those that were returned. */
export interface LoanPage {
  readonly open: boolean;
  readonly orders: readonly LoanOrder[];
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/** The open loans of a user, or the returned ones. */
export async function loansOf(
  db: Db,
  userKey: number,
  page: LoanPage,
): Promise<{ items: Loan[]; total: number }> {
  const expected = db
    .selectFrom('loans')
    .where('user_key', '=', userKey)
    .where('active', '=', page.open ? 1 : 0);
  const { total } = await expected
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  let query = expected.select('doc');
  for (const order of new Set(page.orders)) query = query.orderBy(order, page.direction);
  const rows = await query.orderBy('loan_id').limit(page.limit).offset(page.offset).execute();
  return { items: rows.map((row) => fromDoc(row) as Loan), total };
}

/** A loan of this user, open or returned. */
export async function loanById(db: Db, userKey: number, id: string): Promise<Loan | undefined> {
  const row = await db
    .selectFrom('loans')
    .select('doc')
    .where('loan_id', '=', id)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return row && (fromDoc(row) as Loan);
}

/** The open loan of an item, whoever has it. */
export async function openLoanOfItem(db: Db, pid: string): Promise<StoredLoan | undefined> {
  const [row] = await openOfItem(db, pid);
  return row && { userKey: row.user_key, loan: fromDoc(row) as Loan };
}

const openOfItem = fixed((db, pid: string) =>
  db.selectFrom('loans').select(['user_key', 'doc']).where('pid', '=', pid).where('active', '=', 1),
);

/** The open loans that were due before this moment, whoever has them. */
export async function overdueLoans(db: Db, now: Date): Promise<StoredLoan[]> {
  const rows = await db
    .selectFrom('loans')
    .select(['user_key', 'doc'])
    .where('active', '=', 1)
    .where('due_date', '<', now.toISOString())
    .orderBy('loan_id')
    .execute();
  return rows.map((row) => ({ userKey: row.user_key, loan: fromDoc(row) as Loan }));
}

/** Whether an item of this title was lent after this moment. */
export async function lentSince(db: Db, mmsId: string, moment: Date): Promise<boolean> {
  const row = await db
    .selectFrom('loans')
    .select('loan_id')
    .where('mms_id', '=', mmsId)
    .where('loan_date', '>', moment.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes a new loan. */
export async function addLoan(db: Db, userKey: number, loan: Loan): Promise<void> {
  await db.insertInto('loans').values(loanColumns(userKey, loan)).execute();
}

/** Writes a loan that has changed. */
export async function saveLoan(db: Db, userKey: number, loan: Loan): Promise<void> {
  const { loan_id: id, ...columns } = loanColumns(userKey, loan);
  await db.updateTable('loans').set(columns).where('loan_id', '=', id).execute();
}

/** The columns that are looked up and ordered by, from the loan's record. */
export function loanColumns(userKey: number, loan: Loan) {
  return {
    loan_id: textOf(loan.loan_id),
    user_key: userKey,
    pid: textOf(loan.item_id),
    mms_id: textOf(loan.mms_id),
    active: textOf(loan.loan_status) === 'ACTIVE' ? 1 : 0,
    barcode: textOf(loan.item_barcode),
    title: orderKey(textOf(loan.title)),
    author: orderKey(textOf(loan.author)),
    due_date: momentOf(loan.due_date),
    loan_date: momentOf(loan.loan_date),
    return_date: momentOf(loan.return_date),
    doc: toDoc(loan),
  };
}
