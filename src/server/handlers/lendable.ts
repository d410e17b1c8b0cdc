import { codes, ours } from '../../service/codes.ts';
import { codeOf } from '../../service/read.ts';
import type { Loan } from '../../service/shapes/loan.ts';
import type { Call } from '../handler.ts';
import { nextHold } from '../rules/hold.ts';
import { nameOf, processOf } from '../rules/item.ts';
import { dueDate, policyOf } from '../rules/loan.ts';
import { refused } from '../rules/refusal.ts';
import { inState, isDue, periodOf } from '../rules/user-request.ts';
import { deskOf } from '../store/config.ts';
import { itemByBarcode, itemByPid, type StoredItem } from '../store/items.ts';
import { openLoanOfItem } from '../store/loans.ts';
import { saveRequest, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import type { StoredUser } from '../store/users.ts';
import type { Waiting } from './waiting.ts';

/** The item that is to be lent, by barcode or by pid: exactly one of them. Source: User loans. */
export async function theItem(db: Db, query: Call<'users.loans.create'>['query']): Promise<StoredItem> {
  const { item_barcode: barcode, item_pid: pid } = query;
  if (barcode && pid) {
    throw refused(
      codes.paramInvalid,
      'Param value is invalid: item_barcode and item_pid exclude each other.',
    );
  }
  if (barcode) {
    const item = await itemByBarcode(db, barcode.trim());
    if (!item) throw refused(codes.noItemForBarcode, `No items found for barcode ${barcode}.`);
    return item;
  }
  if (!pid) throw refused(codes.itemPidEmpty, 'PID field is empty.');
  const item = await itemByPid(db, pid);
  if (!item) throw refused(codes.noItemForBarcode, `No items found for PID ${pid}.`);
  return item;
}

/** Where the loan is made; without a library or desk, at the first desk of the item's own library. Source: Loan. */
export async function deskOfLoan({ db, body }: Call<'users.loans.create'>, item: StoredItem) {
  const library = codeOf(body?.library) || codeOf(item.data.library);
  const desk = codeOf(body?.circ_desk) || 'DEFAULT_CIRC_DESK';
  const found = await deskOf(db, library, desk);
  if (found) return found;
  throw refused(
    codes.notLoanableAtDesk,
    `Item cannot be loaned from this circulation desk: library ${library} has no desk ${desk}.`,
  );
}

/** Refuses an item that is lent, set aside or asked for by somebody else, or not to be lent at all. */
export async function mustBeLendable(
  db: Db,
  item: StoredItem,
  patron: StoredUser,
  { waiting, now }: { waiting: Waiting; now: Date },
): Promise<void> {
  const name = nameOf(item.data);
  const open = await openLoanOfItem(db, item.pid);
  if (open) {
    if (open.userKey === patron.key) {
      throw refused(ours.itemOnLoanToPatron, `Item ${name} is already on loan to this patron.`);
    }
    throw refused(ours.itemOnLoan, `Item ${name} is on loan to another patron.`);
  }
  const policy = policyOf(codeOf(item.data.policy));
  if (!policy || processOf(item.data) === 'ACQ') throw refused(codes.notLoanable, 'Item is not loanable.');
  const holder = holderOf(item, waiting, now);
  if (holder?.type === 'DIGITIZATION') {
    throw refused(codes.notLoanable, 'Item is not loanable: it is being digitized.');
  }
  if (holder && holder.userKey !== patron.key) {
    throw refused(ours.itemOnHoldForOther, `Item ${name} is on hold for another patron.`);
  }
}

/** The request that this very item is kept for: set aside, booked for now, or asked for as no other copy. */
function holderOf(
  item: StoredItem,
  { assigned, bookings, holds }: Waiting,
  now: Date,
): StoredRequest | undefined {
  if (assigned) return assigned;
  const time = now.getTime();
  const booked = bookings.find(({ request }) => {
    const { start, end } = periodOf(request);
    return start <= time && time < end;
  });
  return booked ?? holds.find((request) => request.pid === item.pid && request.assignedPid === null);
}

/**
 * Ends the patron's request that this loan answers, if there is one: a booking of this item that is due, the hold it
 * is set aside for, or else one that waits for any copy.
 */
export async function fulfilRequest(
  db: Db,
  item: StoredItem,
  patron: StoredUser,
  { waiting, now }: { waiting: Waiting; now: Date },
): Promise<StoredRequest | undefined> {
  const isOwn = (request: StoredRequest) => request.userKey === patron.key;
  const holds = waiting.holds.filter(isOwn);
  const answered =
    waiting.bookings.find((booking) => isOwn(booking) && isDue(booking, now)) ??
    holds.find((request) => request.assignedPid === item.pid) ??
    nextHold(holds, item);
  if (answered) await saveRequest(db, inState(answered, 'FULFILLED', item));
  return answered;
}

/** When the item is due: at the end of the booking that is answered, and never after the next booking has begun. */
export function dueDateOf(
  item: StoredItem,
  answered: StoredRequest | undefined,
  { waiting, now, timeZone }: { waiting: Waiting; now: Date; timeZone: string },
): Date {
  const policy = policyOf(codeOf(item.data.policy));
  if (!policy) throw refused(codes.notLoanable, 'Item is not loanable.');
  if (answered?.type === 'BOOKING') return new Date(periodOf(answered.request).end);
  const starts = waiting.bookings.map(({ request }) => periodOf(request).start);
  const ahead = starts.filter((start) => start > now.getTime());
  return new Date(Math.min(dueDate(policy, now, timeZone).getTime(), ...ahead));
}

/** What a loan says about its item. */
export function describeItem(item: StoredItem): Loan {
  const policy = codeOf(item.data.policy);
  return {
    item_id: item.pid,
    item_barcode: item.data.barcode,
    mms_id: item.mmsId,
    holding_id: item.holdingId,
    title: item.bib.title,
    author: item.bib.author,
    call_number: item.holding.call_number,
    item_policy: { value: policy, description: policy },
    location_code: item.data.location,
  };
}
