import { codes } from '../../service/codes.ts';
import { codeOf, labelOf, textOf } from '../../service/read.ts';
import type { CircDesk, Department, Library } from '../../service/shapes/config.ts';
import type { Call } from '../handler.ts';
import { newFee } from '../rules/fee.ts';
import { nextHold, placeInQueue } from '../rules/hold.ts';
import {
  atDigitization,
  inProcess,
  inWorkOrder,
  processOf,
  withInHouseUse,
  withRequested,
} from '../rules/item.ts';
import { overdueFine } from '../rules/loan.ts';
import { refused } from '../rules/refusal.ts';
import { inState, isDue } from '../rules/user-request.ts';
import { amount } from '../../shared/money.ts';
import { deskOf } from '../store/config.ts';
import { nextNumber } from '../store/counters.ts';
import { saveFee } from '../store/fees.ts';
import { itemAnswer, type ItemData, saveItem, type StoredItem } from '../store/items.ts';
import { openLoanOfItem, saveLoan } from '../store/loans.ts';
import { saveRequest, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import { userByKey } from '../store/users.ts';
import { departmentOf, institution, isInTable, theLibrary } from './lookup.ts';
import { waitingFor } from './waiting.ts';

type ScanIn = Call<'bibs.items.scanIn'>;

/** Where the item is scanned: at a desk, or in a department. */
type ScanInPlace =
  | { readonly kind: 'desk'; readonly library: Library; readonly desk: CircDesk }
  | { readonly kind: 'department'; readonly library: Library; readonly department: Department };

/** What the item does next, and the words for it. */
interface Next {
  readonly data: ItemData;
  readonly info: string;
}

/**
 * Scans an item in: ends its loan, and says where it goes next. At a desk that is the hold shelf, another place or
 * its shelf; in a department it is that department's work order, until the scan-in that says it is done.
 */
export async function scanIn(call: ScanIn, item: StoredItem): Promise<object> {
  const place = await placeOf(call);
  if (processOf(item.data) === 'ACQ') {
    throw refused(codes.scanInFailed, 'Scan in of item failed: the item has not been received.');
  }
  const next = await nextOf(call, item, place);
  await endLoan(call, item, place);
  const data = call.query.register_in_house_use ? withInHouseUse(next.data) : next.data;
  await saveItem(call.db, item.pid, data);
  return { ...itemAnswer({ ...item, data }), additional_info: next.info };
}

async function nextOf(call: ScanIn, item: StoredItem, place: ScanInPlace): Promise<Next> {
  if (place.kind === 'desk') return route(call, item, place);
  if (call.query.done !== true) return workOrder(call, item, place.department);
  const at = codeOf(item.data.work_order_at);
  if (processOf(item.data) !== 'WORK_ORDER_DEPARTMENT' || at !== textOf(place.department.code)) {
    throw refused(
      codes.scanInFailed,
      'Scan in of item failed: the item has no work order in this department.',
    );
  }
  return route(call, item, place);
}

async function placeOf({ db, query }: ScanIn): Promise<ScanInPlace> {
  if (query.department) {
    const department = await departmentOf(db, query.department, query.library);
    if (!department) {
      throw refused(codes.paramInvalid, `Param value is invalid: department ${query.department}.`);
    }
    return { kind: 'department', department, library: await theLibrary(db, codeOf(department.library)) };
  }
  if (!query.circ_desk) {
    throw refused(codes.deskOrDepartmentMissing, 'Either circ_desk or department must be given.');
  }
  if (!query.library) throw refused(codes.mandatoryFieldMissing, 'Mandatory field is missing: library');
  const found = await deskOf(db, query.library, query.circ_desk);
  if (found) return { kind: 'desk', ...found };
  throw refused(
    codes.paramInvalid,
    `Param value is invalid: library ${query.library} has no circ_desk ${query.circ_desk}.`,
  );
}

/** To whom it is set aside or booked for, to the first hold it can fulfil, else home to its library, else to its shelf. */
async function route({ db, now }: ScanIn, item: StoredItem, place: ScanInPlace): Promise<Next> {
  const { assigned, bookings, holds: queue } = await waitingFor(db, item);
  const hold = assigned ?? bookings.find((booking) => isDue(booking, now)) ?? nextHold(queue, item);
  if (hold?.type === 'DIGITIZATION') {
    return { data: atDigitization(item.data), info: info('Digitization', 'Patron digitization request') };
  }
  if (hold) return toHold(db, item, place, hold, queue);
  const home = codeOf(item.data.library);
  if (home !== textOf(place.library.code)) {
    const data = withRequested(inProcess(item.data, 'TRANSIT'), false);
    return { data, info: info(labelOf(item.data.library) || home, 'Transit for reshelving') };
  }
  const shelf = labelOf(item.data.location) || 'its shelf';
  const data = withRequested(inProcess(item.data, ''), false);
  return { data, info: info(shelf, 'Reshelve') };
}

async function toHold(
  db: Db,
  item: StoredItem,
  place: ScanInPlace,
  hold: StoredRequest,
  queue: readonly StoredRequest[],
): Promise<Next> {
  const { request } = hold;
  const library = codeOf(request.pickup_location_library);
  const desk = codeOf(request.pickup_location_circulation_desk);
  const here =
    place.kind === 'desk' && textOf(place.library.code) === library && textOf(place.desk.code) === desk;
  await saveRequest(db, inState(hold, here ? 'ON_HOLD_SHELF' : 'IN_PROCESS', item));
  const pickup = await deskOf(db, library, desk);
  const name = pickup ? `${textOf(pickup.library.name)} - ${textOf(pickup.desk.name)}` : library;
  const { user } = await userByKey(db, hold.userKey);
  const requester = [user.last_name, user.first_name].map(textOf).filter(Boolean).join(', ');
  const queued = ` Requester: ${requester}. Place in Queue: ${hold.type === 'HOLD' ? placeInQueue(queue, hold) : 1}`;
  return {
    data: withRequested(inProcess(item.data, here ? 'HOLDSHELF' : 'TRANSIT'), true),
    info: info(here ? `On Hold Shelf at ${name}` : name, labelOf(request.request_sub_type)) + queued,
  };
}

async function workOrder({ db, query }: ScanIn, item: StoredItem, department: Department): Promise<Next> {
  const type = query.work_order_type ?? codeOf(department.work_order_type);
  if (!(await isInTable(db, 'WorkOrderTypes', type))) {
    throw refused(codes.paramInvalid, `Param value is invalid: work_order_type ${type}.`);
  }
  if (query.status !== undefined && !(await isInTable(db, `${type}Statuses`, query.status))) {
    throw refused(codes.paramInvalid, `Param value is invalid: status ${query.status}.`);
  }
  const name = textOf(department.name);
  const at = { value: textOf(department.code), desc: name };
  const data = inWorkOrder(item.data, 'WORK_ORDER_DEPARTMENT', { type, at });
  const status = query.status === undefined ? {} : { work_order_status: { value: query.status } };
  return { data: { ...data, ...status }, info: info(name, type) };
}

/** Ends the loan the item is on, and asks for what is owed if it comes late. */
async function endLoan({ db, now }: ScanIn, item: StoredItem, place: ScanInPlace): Promise<void> {
  const open = await openLoanOfItem(db, item.pid);
  if (!open) return;
  const { decimals } = await institution(db);
  const fine = overdueFine(open.loan, now, decimals);
  const at = place.kind === 'desk' ? { value: place.desk.code, desc: place.desk.name } : undefined;
  await saveLoan(db, open.userKey, {
    ...open.loan,
    loan_status: 'COMPLETE',
    return_date: now.toISOString(),
    loan_fine: fine,
    ...(at ? { return_circ_desk: at } : {}),
  });
  if (amount(fine).eq(0)) return;
  const { user } = await userByKey(db, open.userKey);
  const fee = newFee(
    {
      type: { value: 'OVERDUEFINE', desc: 'Overdue fine' },
      owner: open.loan.library,
      title: open.loan.title,
      barcode: { value: textOf(open.loan.item_barcode) },
      user_primary_id: { value: textOf(user.primary_id) },
    },
    { id: String(await nextNumber(db, 'fee')), now, owes: amount(fine), decimals },
  );
  await saveFee(db, open.userKey, fee);
}

/** The sentence in which deployed services say where an item goes. */
function info(destination: string, process: string): string {
  return `Item's destination is: ${destination}. Request/Process Type: ${process}.`;
}
