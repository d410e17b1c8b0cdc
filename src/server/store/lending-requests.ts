import { textOf } from '../../service/read.ts';
import type { LendingRequest } from '../../service/shapes/lending-request.ts';
import { fromDoc, toDoc } from './documents.ts';
import { exactKey } from './fold.ts';
import type { Db } from './schema.ts';

/** A partner's request, by its own id or by the partner's. */
export async function lendingRequestBy(
  db: Db,
  partner: string,
  column: 'request_id' | 'external_id',
  id: string,
): Promise<LendingRequest | undefined> {
  const row = await db
    .selectFrom('lending_requests')
    .select('doc')
    .where('partner', '=', partner)
    .where(column, '=', exactKey(id))
    .executeTakeFirst();
  return row && (fromDoc(row) as LendingRequest);
}

export async function addLendingRequest(db: Db, partner: string, request: LendingRequest): Promise<void> {
  await db.insertInto('lending_requests').values(lendingColumns(partner, request)).execute();
}

export function lendingColumns(partner: string, request: LendingRequest) {
  return {
    request_id: textOf(request.request_id),
    partner,
    external_id: exactKey(textOf(request.external_id)),
    doc: toDoc(request),
  };
}
