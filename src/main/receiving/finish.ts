import type { Failure } from '../../contract/failure.ts';
import type { ItemOutcome, ItemProgress, UnfinishedView } from '../../contract/receiving.ts';
import type { KeepIds } from '../../contract/trolley.ts';
import { dateOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { Failed, failureOf, invalid } from '../failure.ts';
import { copyIn, freshOrder } from '../orders/copies.ts';
import { runOrderTask } from '../orders/find.ts';
import type { Service } from '../ports.ts';
import { findKeepIds, keepReceived, readByIds } from './keep.ts';
import { sendReceipt } from './receipt.ts';
import type { Receiving, ReceivingWork } from './receiving.ts';
import { showIfOnTable } from './show-order.ts';

/**
 * Finishes an item of the list. Steps that were done meanwhile are not repeated. Throws if nothing could be done. An
 * item that was received but not kept stays on the list with the reason, which is answered. `ids`: from a person.
 */
export async function finishItem(
  receiving: Receiving,
  id: string,
  ids: KeepIds | null = null,
): Promise<Failure | null> {
  const { deps, unfinished } = receiving;
  const { data, library } = unfinished.get(id);
  const service = await deps.connection.service();
  if (service.library.id !== library) throw invalid('id', 'moved');
  unfinished.begin(id);
  let failure: Failure | null;
  try {
    failure = await runOrderTask(deps.queues, data.pol, () => finishOn(receiving, service, id, ids));
  } catch (error) {
    unfinished.failed(id, failureOf(error, deps.log));
    throw error;
  }
  await showIfOnTable(receiving, service, data.pol);
  return failure;
}

async function finishOn(
  work: ReceivingWork,
  service: Service,
  id: string,
  ids: KeepIds | null,
): Promise<Failure | null> {
  const { deps, unfinished } = work;
  const { pol: number, pid } = unfinished.get(id).data;
  const { pol, copies } = await freshOrder(deps.queues, service, number);
  const placed = copyIn(copies, pid);
  if (!placed) throw invalid('pid', 'gone');
  // A person finishes it with its alerts in sight.
  const checked = ids && (await readByIds(service, ids, pid));
  const { data } = unfinished.get(id);
  const hasIds = data.mmsId !== '' && data.holdingId !== '';
  const found = ids ?? (hasIds ? data : await findKeepIds(service, pol, placed));
  if (!found) throw invalid('keep', 'noIds');
  const { mmsId, holdingId } = found;
  unfinished.update(id, { ...data, mmsId, holdingId, seen: true });
  let item: Item | null = checked;
  // A service may say nothing of the date: what the journal knows to have happened is not sent again.
  const isAccepted = deps.journal.entry(data.receipt)?.state === 'accepted';
  if (dateOf(placed.copy.receive_date) === '' && !isAccepted) {
    // The read shows that the receipt did not happen.
    item = await sendReceipt(deps, service, unfinished.get(id).data);
    return keepReceived(work, service, id, item);
  }
  const failure = await keepReceived(work, service, id, item);
  // Nothing was done here.
  if (failure) throw new Failed(failure);
  return null;
}

/** What a long job over several items is given. */
export interface JobOptions {
  readonly signal: AbortSignal;
  readonly report: (progress: ItemProgress) => void;
}

/**
 * Finishes every item that can be finished here, one by one. Those whose alerts no one has seen are left, and those
 * after the job was stopped.
 */
export async function finishAll(
  receiving: Receiving,
  { signal, report }: JobOptions,
): Promise<readonly ItemOutcome[]> {
  const entries = receiving.unfinished
    .list()
    .filter(({ elsewhere, running }) => elsewhere === null && !running);
  const outcomes: ItemOutcome[] = [];
  for (const entry of entries) {
    if (signal.aborted) {
      outcomes.push(outcomeOf(entry, 'stopped'));
      continue;
    }
    const outcome = entry.seen ? await finishOne(receiving, entry) : outcomeOf(entry, 'toSee');
    outcomes.push(outcome);
    report({ done: outcomes.length, total: entries.length, outcome });
  }
  return outcomes;
}

async function finishOne(receiving: Receiving, entry: UnfinishedView): Promise<ItemOutcome> {
  try {
    const failure = await finishItem(receiving, entry.id);
    return outcomeOf(entry, failure ? 'unfinished' : 'kept', failure);
  } catch (error) {
    return outcomeOf(entry, 'unfinished', failureOf(error, receiving.deps.log));
  }
}

const outcomeOf = (
  { id, pid, title, barcode, alerts }: UnfinishedView,
  state: ItemOutcome['state'],
  failure: Failure | null = null,
): ItemOutcome => ({
  ...{ pid, title, barcode, state, failure, alerts },
  unfinished: state === 'kept' ? null : id,
});
