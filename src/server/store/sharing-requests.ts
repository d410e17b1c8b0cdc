import { codeOf, textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { isSharingActive } from '../rules/resource-sharing.ts';
import { fromDoc, toDoc } from './documents.ts';
import { exactKey } from './fold.ts';
import type { Db } from './schema.ts';

/** All resource-sharing requests of a user, in the order of asking. */
export async function sharingRequestsOf(db: Db, userKey: number): Promise<SharingRequest[]> {
  const rows = await db
    .selectFrom('sharing_requests')
    .select('doc')
    .where('user_key', '=', userKey)
    .orderBy('request_id')
    .execute();
  return rows.map((row) => fromDoc(row) as SharingRequest);
}

/** A user's request, by its own id or by the caller's. */
export async function sharingRequestBy(
  db: Db,
  userKey: number,
  column: 'request_id' | 'external_id',
  id: string,
): Promise<SharingRequest | undefined> {
  const row = await db
    .selectFrom('sharing_requests')
    .select('doc')
    .where('user_key', '=', userKey)
    .where(column, '=', exactKey(id))
    .executeTakeFirst();
  return row && (fromDoc(row) as SharingRequest);
}

/** Writes a request, new or changed. */
export async function saveSharingRequest(db: Db, userKey: number, request: SharingRequest): Promise<void> {
  const columns = sharingColumns(userKey, request);
  await db
    .insertInto('sharing_requests')
    .values(columns)
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(columns))
    .execute();
}

export async function removeSharingRequest(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sharing_requests').where('request_id', '=', id).execute();
}

export function sharingColumns(userKey: number, request: SharingRequest) {
  return {
    request_id: textOf(request.request_id),
    user_key: userKey,
    external_id: exactKey(textOf(request.external_id)) || null,
    status: codeOf(request.status),
    active: isSharingActive(request) ? 1 : 0,
    doc: toDoc(request),
  };
}
