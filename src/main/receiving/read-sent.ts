import type { SentItem } from '../../contract/department-work.ts';
import type { Answer, Parsed, Progress } from '../../contract/index.ts';
import { codeOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { orAbsent } from '../commands/refusals.ts';
import { failureOf, invalid } from '../failure.ts';
import { itemIdsOf, itemStateOf } from '../items/record.ts';
import { readOrder, copyIn } from '../orders/copies.ts';
import type { Service } from '../ports.ts';
import { findKeepIds } from './keep.ts';
import type { ReceivingWork } from './receiving.ts';

/** An item that was read again. `found`: null where it has arrived, or is elsewhere, and is followed no more. */
interface Read {
  readonly item: Item;
  readonly found: SentItem | null;
}

/** Reads an item that is followed, and notes where it is. Throws what a read throws. */
export async function readSent(
  work: ReceivingWork,
  service: Service,
  id: string,
  signal: AbortSignal,
): Promise<Read> {
  const { sent } = work;
  const item = await itemOf(work, service, id, signal);
  const ids = itemIdsOf(item);
  const { process, status, department, workOrder } = itemStateOf(item);
  const known = ids ? { mmsId: ids.mms_id, holdingId: ids.holding_id } : {};
  const at = process.toUpperCase();
  if (at.startsWith('WORK_ORDER')) {
    const isElsewhere = department !== '' && department !== sent.get(id).data.department;
    const there = isElsewhere ? inOtherDepartment(item, department, workOrder) : {};
    return { item, found: sent.wasRead(id, { ...known, state: 'department', ...there }) };
  }
  if (at === 'TRANSIT') return { item, found: sent.wasRead(id, { ...known, state: 'sentOn' }) };
  // Without a place in the record nothing is known: it stays what it was.
  if (at === '' && status === '') return { item, found: sent.wasRead(id, known) };
  sent.done(id);
  return { item, found: null };
}

/** What is known of an item in a department where this station has not sent it. Nothing names that one's library. */
export const inOtherDepartment = (item: Item, department: string, workOrderType: string) => ({
  ...{ department, departmentLibrary: '', workOrderType },
  status: codeOf(item.item_data?.work_order_status),
});

/** By its ids, by its barcode where it is not there any more or they are not known, else by its order line. */
async function itemOf(
  { sent }: ReceivingWork,
  service: Service,
  id: string,
  signal: AbortSignal,
): Promise<Item> {
  const { pol, pid, barcode, mmsId, holdingId } = sent.get(id).data;
  const byIds = (mms_id: string, holding_id: string): Promise<Item> =>
    service.client.call('bibs.items.get', { path: { mms_id, holding_id, item_pid: pid } }, { signal });
  if (mmsId !== '' && holdingId !== '') {
    const item = await orAbsent(byIds(mmsId, holdingId));
    if (item) return item;
  }
  if (barcode !== '')
    return service.client.call('items.byBarcode', { query: { item_barcode: barcode } }, { signal });
  const order = await readOrder(service, pol);
  const placed = copyIn(order.copies, pid);
  const ids = placed && (await findKeepIds(service, order.pol, placed));
  if (!ids) throw invalid('item', 'noIds');
  return byIds(ids.mmsId, ids.holdingId);
}

/**
 * Reads items that are followed again, one by one. One that cannot be read stays as it is, and is counted; without the
 * service nothing more is tried.
 */
export async function readSentItems(
  work: ReceivingWork,
  { ids }: Parsed<'receiving.department.read'>,
  {
    signal,
    report,
  }: { signal: AbortSignal; report: (progress: Progress<'receiving.department.read'>) => void },
): Promise<Answer<'receiving.department.read'>> {
  const { deps, sent } = work;
  const service = await deps.connection.service();
  let unread = 0;
  for (const [index, id] of ids.entries()) {
    if (signal.aborted) break;
    // Another window has seen to it meanwhile, or it is of another library.
    if (sent.find(id)?.library !== service.library.id) continue;
    let item: SentItem | null;
    try {
      ({ found: item } = await readSent(work, service, id, signal));
    } catch (error) {
      const { kind } = failureOf(error, deps.log);
      if (kind === 'unreachable' || kind === 'cancelled') throw error;
      unread += 1;
      continue;
    }
    report({ done: index + 1, total: ids.length, id, item });
  }
  return { unread };
}
