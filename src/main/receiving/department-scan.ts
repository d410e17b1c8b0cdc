import type { SentItem } from '../../contract/department-work.ts';
import type { Parsed } from '../../contract/index.ts';
import type { Alert } from '../../contract/trolley.ts';
import { nextPlaceOf, type NextPlace } from '../../service/next-place.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';
import { itemQueue, orderQueue } from '../commands/queues.ts';
import { failureOf, invalid } from '../failure.ts';
import { itemIdsOf, itemStateOf, type ItemIds, type ItemState } from '../items/record.ts';
import type { Service } from '../ports.ts';
import { requestAlert } from './alerts.ts';
import { inOtherDepartment, readSent } from './read-sent.ts';
import type { ReceivingWork } from './receiving.ts';
import type { Followed, Sending } from './sent-items.ts';

/** A scan-in of an item in a department. */
interface ScanIn {
  readonly intent: string;
  readonly path: ItemIds;
  readonly pol: string;
  readonly title: string;
  readonly before: ItemState;
  readonly query: {
    readonly library: string;
    readonly department: string;
    readonly work_order_type?: string;
    readonly status?: string;
    readonly done?: boolean;
  };
}

async function scanIn(
  { deps, sent }: ReceivingWork,
  service: Service,
  followed: Followed,
  job: ScanIn,
): Promise<Item> {
  const { intent, path, pol, title, before, query } = job;
  try {
    const { answer } = await deps.commands.run({
      operation: 'bibs.items.scanIn',
      args: { path, query: { ...query, register_in_house_use: false } },
      id: intent,
      queue: pol === '' ? itemQueue(path.item_pid) : orderQueue(pol),
      about: title || pol || path.item_pid,
      before,
      service,
    });
    return answer;
  } catch (error) {
    sent.notSent(followed, failureOf(error, deps.log));
    throw error;
  }
}

const isThere = ({ process, department: at }: ItemState, department: string): boolean =>
  at === department && process.startsWith('WORK_ORDER');

/**
 * Scans an item into a department by its barcode, and follows it there. One that is there already keeps the status of its
 * work order: to scan it again only says that it is here.
 */
export async function scanIntoDepartment(
  work: ReceivingWork,
  {
    intent,
    code,
    department,
    departmentLibrary: library,
    workOrderType,
    status,
  }: Parsed<'receiving.department.scanIn'>,
  signal: AbortSignal,
): Promise<{ item: SentItem; alert: Alert | null }> {
  const { deps, sent } = work;
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const item = await service.client.call('items.byBarcode', { query: { item_barcode: code } }, { signal });
  const path = itemIdsOf(item);
  if (!path) throw invalid('item', 'noIds');
  const before = itemStateOf(item);
  const there = isThere(before, department);
  const pol = textOf(item.item_data?.po_line);
  const title = textOf(item.bib_data?.title);
  const workOrder = (there && before.workOrder) || workOrderType;
  const sending: Sending = {
    ...{ command: intent, pol, title, pid: path.item_pid, mmsId: path.mms_id, holdingId: path.holding_id },
    barcode: textOf(item.item_data?.barcode) || code,
    ...{ department, departmentLibrary: library, workOrderType: workOrder, status: '' },
  };
  const followed = sent.follow(service.library.id, sending);
  const known = codeOf(item.item_data?.work_order_status) || sent.get(followed.id).data.status;
  const next = there ? known : status;
  const answer = await scanIn(work, service, followed, {
    ...{ intent, path, pol, title, before },
    query: { library, department, work_order_type: workOrder, ...(next && { status: next }) },
  });
  const where = { department, departmentLibrary: library, workOrderType: workOrder, status: next };
  const shown = there
    ? sent.wasRead(followed.id, { ...where, state: 'department' })
    : sent.is(followed.id, 'department', where);
  if (there) sent.pause(followed.id);
  const alert = requestAlert(answer);
  if (shown) return { item: shown, alert };
  // Another window has taken it off the list meanwhile: by now it is here.
  const again = sent.is(sent.follow(service.library.id, sending).id, 'department', where);
  if (!again) throw invalid('id', 'gone');
  return { item: again, alert };
}

/** Gives the work order of an item another status. Throws `gone`, and `notInDepartment` where it is not there any more. */
export async function changeStatus(
  work: ReceivingWork,
  { intent, id, status }: Parsed<'receiving.department.status'>,
  signal: AbortSignal,
): Promise<{ item: SentItem }> {
  const job = await inDepartment(work, id, intent, signal);
  const { workOrderType } = job.data;
  const query = { ...job.place, ...(workOrderType && { work_order_type: workOrderType }), status };
  await scanIn(work, job.service, job.followed, { ...job.scan, query });
  const item = work.sent.wasRead(id, { status });
  if (!item) throw invalid('id', 'gone');
  return { item };
}

/** Ends the work on an item, and says where it goes next; it is followed until it has arrived there. */
export async function endWork(
  work: ReceivingWork,
  { intent, id }: Parsed<'receiving.department.done'>,
  signal: AbortSignal,
): Promise<{ item: SentItem | null; next: NextPlace }> {
  const job = await inDepartment(work, id, intent, signal);
  const answer = await scanIn(work, job.service, job.followed, {
    ...job.scan,
    query: { ...job.place, done: true },
  });
  const next = nextPlaceOf(answer);
  // Where the answer does not say where it goes, a later read does.
  if (next.to === 'transit' || next.to === 'unread') return { item: work.sent.is(id, 'sentOn'), next };
  const { department, workOrder } = itemStateOf(answer);
  if (next.to === 'workOrder' && department !== '')
    return { item: work.sent.is(id, 'department', inOtherDepartment(answer, department, workOrder)), next };
  work.sent.done(id);
  return { item: null, next };
}

/** An item of the list, read again: it is in its department. What was found otherwise is noted, and thrown. */
async function inDepartment(work: ReceivingWork, id: string, intent: string, signal: AbortSignal) {
  const { deps, sent } = work;
  deps.commands.mustBeNew(intent);
  const service = await deps.connection.service();
  const { library } = sent.get(id);
  if (library !== service.library.id) throw invalid('id', 'moved');
  const { item, found } = await readSent(work, service, id, signal);
  const path = itemIdsOf(item);
  const now = sent.find(id)?.data;
  // Where it was sent by another, its work order is not known here.
  const isHere = found?.state === 'department' && now !== undefined && now.departmentLibrary !== '';
  if (!path || !isHere) throw invalid('item', 'notInDepartment');
  const { pol, title, department, departmentLibrary } = now;
  return {
    service,
    data: now,
    followed: { id, isNew: false },
    place: { library: departmentLibrary, department },
    scan: { intent, path, pol, title, before: itemStateOf(item) },
  };
}
