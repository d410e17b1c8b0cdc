import { codeOf, textOf } from '../../service/read.ts';
import type { PurchaseRequest } from '../../service/shapes/purchase-request.ts';
import { fromDoc, toDoc } from './documents.ts';
import type { Db } from './schema.ts';

/** A purchase request with its place in the order of asking. */
export interface StoredPurchase {
  readonly sequence: number;
  readonly request: PurchaseRequest;
}

/** A user's purchase requests, oldest first; with `status`, those in that state only. */
export async function purchaseRequestsOf(
  db: Db,
  userKey: number,
  page: { status: string | undefined; limit: number; offset: number },
): Promise<{ items: PurchaseRequest[]; total: number }> {
  let query = db.selectFrom('purchase_requests').where('user_key', '=', userKey);
  if (page.status !== undefined) query = query.where('status', '=', page.status);
  const { total } = await query
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query.select('doc').orderBy('sequence').limit(page.limit).offset(page.offset).execute();
  return { items: rows.map((row) => fromDoc(row) as PurchaseRequest), total };
}

export async function purchaseRequestById(
  db: Db,
  userKey: number,
  id: string,
): Promise<StoredPurchase | undefined> {
  const row = await db
    .selectFrom('purchase_requests')
    .select(['sequence', 'doc'])
    .where('request_id', '=', id)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return row && { sequence: row.sequence, request: fromDoc(row) as PurchaseRequest };
}

/** Writes a request, new or changed. */
export async function savePurchaseRequest(db: Db, userKey: number, stored: StoredPurchase): Promise<void> {
  const columns = purchaseColumns(userKey, stored);
  await db
    .insertInto('purchase_requests')
    .values(columns)
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(columns))
    .execute();
}

export function purchaseColumns(userKey: number, { sequence, request }: StoredPurchase) {
  return {
    request_id: textOf(request.request_id),
    sequence,
    user_key: userKey,
    status: codeOf(request.request_status),
    doc: toDoc(request),
  };
}
