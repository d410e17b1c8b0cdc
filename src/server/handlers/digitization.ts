import { codes } from '../../service/codes.ts';
import { canFulfil } from '../rules/hold.ts';
import { atDigitization, letGo, processOf } from '../rules/item.ts';
import { refused } from '../rules/refusal.ts';
import { atTask, digitizationTasks, isOver, taskOf } from '../rules/user-request.ts';
import { itemByPid, itemsOfTitle, saveItem, type StoredItem } from '../store/items.ts';
import { saveRequest, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';

/**
 * Moves a digitization request to its next task: the first step takes an item from the shelf, the last lets it go;
 * `release` lets it go before, once it is no longer needed. Source: User requests.
 */
export async function stepOn(db: Db, request: StoredRequest, release: boolean): Promise<StoredRequest> {
  if (request.type !== 'DIGITIZATION') {
    throw refused(codes.notDigitization, `Request ${request.id} is not a Digitization request.`);
  }
  if (isOver(request)) throw stuck(request, request.status);
  const task = taskOf(request);
  const held = request.assignedPid === null ? undefined : await itemByPid(db, request.assignedPid);
  const item = task === 0 ? await itemInPlace(db, request) : held;
  const isLast = task + 1 === digitizationTasks.length;
  const goes = held !== undefined && (release || isLast);
  const moved = atTask(request, task + 1, goes ? undefined : item);
  await saveRequest(db, moved);
  if (goes) await saveItem(db, held.pid, letGo(held.data));
  else if (task === 0 && item) await saveItem(db, item.pid, atDigitization(item.data));
  return moved;
}

/** An item of what is asked for that stands on its shelf, and that no other request has. */
async function itemInPlace(db: Db, request: StoredRequest): Promise<StoredItem> {
  const items = await itemsOfTitle(db, request.mmsId);
  const found = items.find((item) => processOf(item.data) === '' && canFulfil(item, request));
  if (!found) throw stuck(request, digitizationTasks[0]);
  return found;
}

function stuck(request: StoredRequest, step: string) {
  return refused(
    codes.noNextStep,
    `Cannot move forward in workflow. Request ID: ${request.id}, Step: ${step}.`,
  );
}
