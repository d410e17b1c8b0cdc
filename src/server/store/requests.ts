import type { UserRequest } from '../../service/shapes/request.ts';
import { fromDoc, toDoc } from './documents.ts';
import { fixed } from './fixed.ts';
import type { Db } from './schema.ts';

/** The states of a request. The first three are active. */
export type RequestStatus = 'NOT_STARTED' | 'IN_PROCESS' | 'ON_HOLD_SHELF' | 'FULFILLED' | 'CANCELLED';

/** A request with its place in the order of asking and the item that is set aside for it, if any. */
export interface StoredRequest {
  readonly id: string;
  readonly sequence: number;
  readonly userKey: number;
  readonly type: string;
  readonly status: RequestStatus;
  readonly mmsId: string;
  readonly holdingId: string | null;
  readonly pid: string | null;
  readonly assignedPid: string | null;
  readonly request: UserRequest;
}

const activeStates: readonly RequestStatus[] = ['NOT_STARTED', 'IN_PROCESS', 'ON_HOLD_SHELF'];

/** A user's requests, oldest first; active ones, or those that are over. */
export async function requestsOf(
  db: Db,
  userKey: number,
  filter: { active: boolean; type?: string; limit: number; offset: number },
): Promise<{ items: StoredRequest[]; total: number }> {
  let query = requests(db)
    .where('user_key', '=', userKey)
    .where('active', '=', filter.active ? 1 : 0);
  if (filter.type !== undefined) query = query.where('type', '=', filter.type);
  const { total } = await query
    .clearSelect()
    .select((count) => count.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query.orderBy('sequence').limit(filter.limit).offset(filter.offset).execute();
  return { items: rows.map(stored), total };
}

export async function requestById(db: Db, userKey: number, id: string): Promise<StoredRequest | undefined> {
  const row = await requests(db)
    .where('request_id', '=', id)
    .where('user_key', '=', userKey)
    .executeTakeFirst();
  return row && stored(row);
}

/** The active requests of one type on a title, in the order of asking. */
export async function queueOf(db: Db, mmsId: string, type = 'HOLD'): Promise<StoredRequest[]> {
  const rows = await requests(db)
    .where('mms_id', '=', mmsId)
    .where('type', '=', type)
    .where('active', '=', 1)
    .orderBy('sequence')
    .execute();
  return rows.map(stored);
}

/** The active requests of every type on a title, in the order of asking. */
export async function activeOn(db: Db, mmsId: string): Promise<StoredRequest[]> {
  return (await activeOnTitle(db, mmsId)).map(stored);
}

const activeOnTitle = fixed((db, mmsId: string) =>
  requests(db).where('mms_id', '=', mmsId).where('active', '=', 1).orderBy('sequence'),
);

/** Every active hold, in the order of asking. */
export async function activeHolds(db: Db): Promise<StoredRequest[]> {
  const rows = await requests(db)
    .where('type', '=', 'HOLD')
    .where('active', '=', 1)
    .orderBy('sequence')
    .execute();
  return rows.map(stored);
}

/** Writes a request, new or changed. */
export async function saveRequest(db: Db, request: StoredRequest): Promise<void> {
  const columns = requestColumns(request);
  await db
    .insertInto('requests')
    .values(columns)
    .onConflict((conflict) => conflict.column('request_id').doUpdateSet(columns))
    .execute();
}

export function requestColumns(request: StoredRequest) {
  return {
    request_id: request.id,
    sequence: request.sequence,
    user_key: request.userKey,
    type: request.type,
    status: request.status,
    active: activeStates.includes(request.status) ? 1 : 0,
    mms_id: request.mmsId,
    holding_id: request.holdingId,
    pid: request.pid,
    assigned_pid: request.assignedPid,
    doc: toDoc(request.request),
  };
}

function requests(db: Db) {
  return db.selectFrom('requests').selectAll();
}

function stored(row: {
  request_id: string;
  sequence: number;
  user_key: number;
  type: string;
  status: string;
  mms_id: string;
  holding_id: string | null;
  pid: string | null;
  assigned_pid: string | null;
  doc: string;
}): StoredRequest {
  return {
    id: row.request_id,
    sequence: row.sequence,
    userKey: row.user_key,
    type: row.type,
    status: row.status as RequestStatus,
    mmsId: row.mms_id,
    holdingId: row.holding_id,
    pid: row.pid,
    assignedPid: row.assigned_pid,
    request: fromDoc(row) as UserRequest,
  };
}
