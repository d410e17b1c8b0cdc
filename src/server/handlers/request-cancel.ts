import { letGo } from '../rules/item.ts';
import { inState } from '../rules/user-request.ts';
import { itemByPid, saveItem } from '../store/items.ts';
import { saveRequest, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';

/**
 * Cancels an active request. The item that was set aside goes back; scanned in, it goes to the next in the queue or to
 * its shelf.
 */
export async function cancelRequest(
  db: Db,
  request: StoredRequest,
  why: { readonly reason: string; readonly note: string | undefined; readonly now: Date },
): Promise<void> {
  const cancelled = inState(request, 'CANCELLED', undefined);
  const reason = { cancel_reason: { value: why.reason }, cancel_date: why.now.toISOString() };
  const note = why.note === undefined ? {} : { cancel_note: why.note };
  await saveRequest(db, { ...cancelled, request: { ...cancelled.request, ...reason, ...note } });
  if (request.assignedPid === null) return;
  const item = await itemByPid(db, request.assignedPid);
  if (item) await saveItem(db, item.pid, letGo(item.data));
}
