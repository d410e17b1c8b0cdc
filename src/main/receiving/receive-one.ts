import type { Failure } from '../../contract/failure.ts';
import type { Alert, KeepIds } from '../../contract/trolley.ts';
import { codeOf, dateOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { failureOf, invalid } from '../failure.ts';
import { copyIn, idsInOrder, type OrderWithItems } from '../orders/copies.ts';
import { polNumberOf, polTitleOf, type PlacedCopy } from '../orders/record.ts';
import type { Service } from '../ports.ts';
import { alertsOf, readRequestAlert, requestAlert, withAlert } from './alerts.ts';
import { findKeepIds, keepReceived } from './keep.ts';
import { sendReceipt } from './receipt.ts';
import type { ReceivingWork } from './receiving.ts';
import { sendingOf } from './sent-items.ts';
import type { Keeping } from './unfinished.ts';

/** How an item is received. */
interface ReceiptJob {
  readonly order: OrderWithItems;
  readonly pid: string;
  /** The journal's id of the receipt. */
  readonly receipt: string;
  /** In the service's format. */
  readonly date: string;
  readonly department: string;
  readonly departmentLibrary: string;
  readonly keep: { readonly workOrderType: string; readonly status: string } | null;
  /** A person has seen the alerts of the order line. */
  readonly seen: boolean;
  /** What is to be seen is listed until it is. A book of a trolley has that itself. */
  readonly listsAlerts: boolean;
  /** The ids to keep with, from a person. */
  readonly ids: KeepIds | null;
  /** The item, where it was read by its barcode. */
  readonly item: Item | null;
  readonly signal?: AbortSignal;
  /** Called before the receipt is sent; not sent if this throws. `step`: its pending step, where it is to be kept. */
  readonly onReceiving?: (step: string | null) => void;
  /** Called when it was received. `waits`: it is not kept before its alerts are seen. */
  readonly onReceived?: (received: { readonly alerts: readonly Alert[]; readonly waits: boolean }) => void;
}

/** An item that was received. */
interface Received {
  /** With what only keeping it has shown. */
  readonly alerts: readonly Alert[];
  /** `toSee`: it is not kept before its alerts are seen. Null where it was not to be kept. */
  readonly kept: 'done' | 'toSee' | 'unfinished' | null;
  /** Why it was not kept. */
  readonly failure: Failure | null;
  /** Its pending step, while it has one. */
  readonly step: string | null;
}

/**
 * The copy of an order line that can be received. Throws why it cannot: `orderCancelled`, `gone`, `alreadyReceived` with
 * its date.
 */
export function receivableCopy({ pol, copies }: OrderWithItems, pid: string): PlacedCopy {
  if (codeOf(pol.status).toUpperCase() === 'CANCELLED') throw invalid('pol', 'orderCancelled');
  const placed = copyIn(copies, pid);
  if (!placed) throw invalid('pid', 'gone');
  const received = dateOf(placed.copy.receive_date);
  if (received !== '') throw invalid('pid', 'alreadyReceived', received);
  return placed;
}

/**
 * Receives an item and, where that is wanted, keeps it in the department. These are two commands: the second is noted
 * as a pending step before the first one leaves, until it is done. What a person has to see comes in between. Runs
 * within the order line's task. Throws if it was not received. Source: Acquisitions, rules 4 and 5.
 */
export async function receiveOne(work: ReceivingWork, service: Service, job: ReceiptJob): Promise<Received> {
  const { deps, unfinished, sent } = work;
  const { order, signal } = job;
  const options = signal ? { signal } : {};
  const placed = receivableCopy(order, job.pid);
  const keeping = await keepingOf(service, job, placed);
  const isListed = job.keep !== null || job.listsAlerts;
  // What is only to be seen is flushed to disk with the receipt.
  const when = job.keep ? 'now' : 'later';
  const step = isListed ? unfinished.add(service.library.id, keeping, when) : null;
  const followed = sent.follow(service.library.id, sendingOf(keeping));
  let item: Item;
  let asked: Promise<Alert | null>;
  try {
    job.onReceiving?.(step);
    asked = whoWaits(work, service, keeping);
    item = await sendReceipt(deps, service, keeping, { id: job.receipt, ...options });
  } catch (error) {
    const failure = failureOf(error, deps.log);
    sent.notSent(followed, failure);
    // Only after an unknown outcome is there something left to finish, or to see.
    if (step && failure.kind === 'unknown-outcome') unfinished.failed(step, failure);
    else if (step) unfinished.done(step);
    throw error;
  }
  sent.is(followed.id, 'sentOn');
  const requested = withAlert(withAlert([], requestAlert(item) ?? requestAlert(job.item)), await asked);
  const alerts = [...alertsOf(order.pol), ...requested];
  const waits = (job.seen ? requested : alerts).length > 0;
  job.onReceived?.({ alerts, waits });
  if (waits && step) unfinished.waitUntilSeen(step, alerts);
  else if (step && !job.keep) unfinished.done(step);
  if (!step || !job.keep) return { alerts, kept: null, failure: null, step: null };
  if (waits) return { alerts, kept: 'toSee', failure: null, step };
  const { failure, alert } = await keepReceived(work, service, step, item, options);
  if (failure) {
    unfinished.nobodyWaits(step);
    return { alerts, kept: 'unfinished', failure, step };
  }
  return { alerts: withAlert(alerts, alert), kept: 'done', failure, step: null };
}

/** Who waits for an item. Without its ids that cannot be asked. */
export function whoWaits({ deps }: ReceivingWork, service: Service, keeping: Keeping): Promise<Alert | null> {
  const { mmsId, holdingId, pid } = keeping;
  if (mmsId === '' || holdingId === '') return Promise.resolve(null);
  return readRequestAlert(service, { mms_id: mmsId, holding_id: holdingId, item_pid: pid }, deps.log);
}

/** What is noted of a receipt. Throws `noIds` where it is to be kept, and no one names its title and holding. */
async function keepingOf(service: Service, job: ReceiptJob, placed: PlacedCopy): Promise<Keeping> {
  const { order, keep } = job;
  const inOrder = idsInOrder(order.pol, placed);
  const alerts = alertsOf(order.pol);
  const ids = job.ids ?? (keep ? await findKeepIds(service, order.pol, placed, job.item) : inOrder);
  if (!ids) throw invalid('keep', 'noIds');
  return {
    kind: 'keep',
    receipt: job.receipt,
    pol: polNumberOf(order.pol),
    pid: job.pid,
    barcode: textOf(placed.copy.barcode),
    title: polTitleOf(order.pol),
    ...ids,
    receiveDate: job.date,
    department: job.department,
    departmentLibrary: job.departmentLibrary,
    workOrderType: keep?.workOrderType ?? '',
    status: keep?.status ?? '',
    alerts,
    toKeep: keep !== null,
    // Also after a crash between the two steps it is not kept unseen.
    seen: job.seen || alerts.length === 0,
    asked: false,
  };
}
