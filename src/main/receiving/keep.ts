import type { Failure } from '../../contract/failure.ts';
import type { Alert, KeepIds } from '../../contract/trolley.ts';
import type { Item } from '../../service/shapes/item.ts';
import { textOf } from '../../service/read.ts';
import { orderQueue } from '../commands/queues.ts';
import { orAbsent, orRefused } from '../commands/refusals.ts';
import { Failed, failureOf, invalid } from '../failure.ts';
import { itemIdsOf, itemStateOf } from '../items/record.ts';
import { idsInOrder } from '../orders/copies.ts';
import type { PlacedCopy } from '../orders/record.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { Service } from '../ports.ts';
import { newAlert, requestAlert } from './alerts.ts';
import type { SendOptions } from './receipt.ts';
import type { ReceivingWork } from './receiving.ts';
import { sendingOf } from './sent-items.ts';
import type { Keeping } from './unfinished.ts';

/** What came of keeping an item. `alert`: someone waits for it, which only this has shown. */
interface Kept {
  /** Null where it was kept. */
  readonly failure: Failure | null;
  readonly alert: Alert | null;
}

/**
 * Keeps a received item in its department with a work order, and ends its pending step; a failure stays with the step,
 * and is answered. `item`: the item as it is now, where that was just read. Source: Acquisitions, rule 5.
 */
export async function keepReceived(
  { deps, unfinished, sent }: ReceivingWork,
  service: Service,
  stepId: string,
  item: Item | null,
  options: SendOptions = {},
): Promise<Kept> {
  try {
    const keeping = withIds(unfinished.get(stepId).data);
    const before = await whereItIs(service, keeping, item);
    const after = isKept(before, keeping) ? before : await sendKeep(deps, service, keeping, before, options);
    const alert = requestAlert(after);
    unfinished.end(stepId, 'kept', alert);
    sent.kept(service.library.id, sendingOf(keeping));
    return { failure: null, alert: newAlert(keeping.alerts, alert) };
  } catch (error) {
    const failure = failureOf(error, deps.log);
    unfinished.failed(stepId, failure);
    return { failure, alert: null };
  }
}

async function sendKeep(
  deps: ReceivingWork['deps'],
  service: Service,
  keeping: Keeping,
  item: Item,
  options: SendOptions,
): Promise<Item> {
  const { pol, title, department, departmentLibrary: library, workOrderType, status } = keeping;
  const { answer } = await deps.commands.run({
    operation: 'bibs.items.scanIn',
    args: {
      path: pathOf(keeping),
      query: { library, department, work_order_type: workOrderType, status, register_in_house_use: false },
    },
    queue: orderQueue(pol),
    about: title || pol,
    before: itemStateOf(item),
    service,
    ...options,
  });
  return answer;
}

/** The item before it is kept: as it was just read, or read if that does not say where the item is. */
async function whereItIs(service: Service, keeping: Keeping, item: Item | null): Promise<Item> {
  const { status, process } = item ? itemStateOf(item) : { status: '', process: '' };
  if (item && (status !== '' || process !== '')) return item;
  return service.client.call('bibs.items.get', { path: pathOf(keeping) });
}

const pathOf = ({ mmsId, holdingId, pid }: Pick<Keeping, 'mmsId' | 'holdingId' | 'pid'>) => ({
  mms_id: mmsId,
  holding_id: holdingId,
  item_pid: pid,
});

function isKept(item: Item, { department }: Keeping): boolean {
  const { department: at, process } = itemStateOf(item);
  return at === department && process.startsWith('WORK_ORDER');
}

/** Keeping an item needs the ids of its title and its holding. Throws `noIds` without them. */
function withIds(keeping: Keeping): Keeping {
  if (keeping.mmsId === '' || keeping.holdingId === '') throw invalid('keep', 'noIds');
  return keeping;
}

/**
 * The ids that an item is kept with: those of its order line, else those of the item itself, read by its barcode. Null
 * where neither names them: then a person is asked, and nothing is guessed.
 */
export async function findKeepIds(
  service: Service,
  pol: Pol,
  placed: PlacedCopy,
  item: Item | null = null,
): Promise<KeepIds | null> {
  const ids = idsInOrder(pol, placed);
  if (ids.mmsId !== '' && ids.holdingId !== '') return ids;
  const pid = textOf(placed.copy.pid);
  const known = item && idsOfItem(item, pid);
  const barcode = textOf(placed.copy.barcode);
  if (known || barcode === '') return known;
  const read = await orAbsent(service.client.call('items.byBarcode', { query: { item_barcode: barcode } }));
  return read && idsOfItem(read, pid);
}

/** The ids of an item, if it is the one with this id: a barcode may lead to another. */
function idsOfItem(item: Item, pid: string): KeepIds | null {
  const ids = itemIdsOf(item);
  return ids?.item_pid === pid ? { mmsId: ids.mms_id, holdingId: ids.holding_id } : null;
}

/** The ids that a person has given are not those of the item. Nothing was sent. */
export class WrongIds extends Failed {}

/** Reads the item by the ids that a person has given. Throws `WrongIds` if it is under another title or holding. */
export async function readByIds(service: Service, ids: KeepIds, pid: string): Promise<Item> {
  const item = await orRefused(service.client.call('bibs.items.get', { path: pathOf({ ...ids, pid }) }));
  const readPid = textOf(item?.item_data?.pid);
  if (item && (readPid === '' || readPid === pid)) return item;
  throw new WrongIds({ kind: 'invalid', field: 'holdingId', reason: 'noIds', detail: 'wrong' });
}
