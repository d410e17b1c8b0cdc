import type { Failure } from '../../contract/failure.ts';
import type { ItemOutcome, ItemProgress, UnfinishedView } from '../../contract/receiving.ts';
import type { Alert, KeepIds } from '../../contract/trolley.ts';
import { dateOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { Failed, failureOf, invalid } from '../failure.ts';
import { copyIn, freshOrder } from '../orders/copies.ts';
import { runOrderTask } from '../orders/find.ts';
import type { Service } from '../ports.ts';
import { newAlert, requestAlert, withAlert } from './alerts.ts';
import { findKeepIds, keepReceived, readByIds } from './keep.ts';
import { sendReceipt } from './receipt.ts';
import { whoWaits } from './receive-one.ts';
import type { Receiving, ReceivingWork } from './receiving.ts';
import { showIfOnTable } from './show-order.ts';

/** What came of finishing an item. */
interface Finished {
  /** `toSee`: someone waits for it, and it is not kept before that is seen. */
  readonly state: 'kept' | 'toSee' | 'unfinished';
  /** Why it was not kept. */
  readonly failure: Failure | null;
  /** What a person has not been told of it yet. */
  readonly alerts: readonly Alert[];
}

/**
 * Finishes an item of the list. Steps that were done meanwhile are not repeated. Throws if nothing could be done. An
 * item that was received but not kept stays on the list with the reason, which is answered; and so does one of which it
 * was not asked before who waits for it, if somebody does. `ids`: from a person.
 */
export async function finishItem(
  receiving: Receiving,
  id: string,
  ids: KeepIds | null = null,
): Promise<Finished> {
  const { deps, unfinished } = receiving;
  const { data, library } = unfinished.get(id);
  const service = await deps.connection.service();
  if (service.library.id !== library) throw invalid('id', 'moved');
  unfinished.begin(id);
  let finished: Finished;
  try {
    finished = await runOrderTask(deps.queues, data.pol, () => finishOn(receiving, service, id, ids));
  } catch (error) {
    unfinished.failed(id, failureOf(error, deps.log));
    throw error;
  }
  await showIfOnTable(receiving, service, data.pol);
  return finished;
}

/**
 * A person has seen who waits for an item that is only to be seen. Where that could not be asked before, it is now: with
 * somebody who waits the item stays listed, and they are answered.
 */
export async function seeItem(receiving: Receiving, id: string): Promise<readonly Alert[]> {
  const { deps, unfinished } = receiving;
  const { data, library } = unfinished.get(id);
  let alert: Alert | null = null;
  if (!data.asked) {
    const service = await deps.connection.service();
    if (service.library.id !== library) throw invalid('id', 'moved');
    alert = newAlert(data.alerts, await whoWaits(receiving, service, data));
  }
  // That it cannot be asked was said by its entry.
  if (alert === null || alert.kind === 'requestsUnread') {
    unfinished.done(id);
    return [];
  }
  unfinished.waitUntilSeen(id, withAlert(data.alerts, alert));
  return [alert];
}

async function finishOn(
  work: ReceivingWork,
  service: Service,
  id: string,
  ids: KeepIds | null,
): Promise<Finished> {
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
  const keeping = { ...data, mmsId, holdingId, seen: true };
  unfinished.update(id, keeping);
  let item: Item | null = checked;
  let requested = keeping.asked ? null : await whoWaits(work, service, keeping);
  // A service may say nothing of the date: what the journal knows to have happened is not sent again.
  const isAccepted = deps.journal.entry(data.receipt)?.state === 'accepted';
  const isToBeReceived = dateOf(placed.copy.receive_date) === '' && !isAccepted;
  if (isToBeReceived) {
    // The read shows that the receipt did not happen.
    item = await sendReceipt(deps, service, keeping);
    requested = requestAlert(item) ?? requested;
  }
  const unseen = newAlert(keeping.alerts, requested);
  if (unseen) {
    unfinished.waitUntilSeen(id, withAlert(keeping.alerts, unseen));
    return { state: 'toSee', failure: null, alerts: [unseen] };
  }
  const { failure, alert } = await keepReceived(work, service, id, item);
  if (!failure) return { state: 'kept', failure, alerts: alert ? [alert] : [] };
  // Nothing was done here.
  if (!isToBeReceived) throw new Failed(failure);
  return { state: 'unfinished', failure, alerts: [] };
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
  const { unfinished } = receiving;
  const canBeFinished = ({ elsewhere, running, toKeep }: UnfinishedView): boolean =>
    toKeep && elsewhere === null && !running;
  const ids = unfinished
    .list()
    .filter(canBeFinished)
    .map(({ id }) => id);
  const outcomes: ItemOutcome[] = [];
  let total = ids.length;
  for (const id of ids) {
    const entry = unfinished.list().find((one) => one.id === id && canBeFinished(one));
    const outcome = entry && (signal.aborted ? stopped(entry) : await finishOne(receiving, entry));
    // Another window has finished it meanwhile, or is doing so: it is not of this job any more.
    if (!outcome) total -= 1;
    else {
      outcomes.push(outcome);
      if (outcome.state !== 'stopped') report({ done: outcomes.length, total, outcome });
    }
  }
  return outcomes;
}

/** Null where the entry is gone: a person has seen to it while this waited. */
async function finishOne(receiving: Receiving, entry: UnfinishedView): Promise<ItemOutcome | null> {
  const { id, seen, alerts } = entry;
  if (!seen) return outcomeOf(entry, { state: 'toSee', failure: null, alerts });
  try {
    return outcomeOf(entry, await finishItem(receiving, id));
  } catch (error) {
    const failure = failureOf(error, receiving.deps.log);
    return receiving.unfinished.find(id) && outcomeOf(entry, { state: 'unfinished', failure, alerts: [] });
  }
}

const stopped = (entry: UnfinishedView): ItemOutcome =>
  outcomeOf(entry, { state: 'stopped', failure: null, alerts: [] });

const outcomeOf = (
  { id, pid, title, barcode }: UnfinishedView,
  outcome: Pick<ItemOutcome, 'state' | 'failure' | 'alerts'>,
): ItemOutcome => ({
  ...{ pid, title, barcode, ...outcome },
  unfinished: outcome.state === 'kept' ? null : id,
});
