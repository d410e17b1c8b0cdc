import { codes } from '../../service/codes.ts';
import { flagOf } from '../../service/read.ts';
import { type Handlers, Redirect } from '../handler.ts';
import { asksFor, nextHold } from '../rules/hold.ts';
import { processOf, withRequested } from '../rules/item.ts';
import { refused } from '../rules/refusal.ts';
import { itemAnswer, itemByBarcode, itemByPid, type StoredItem } from '../store/items.ts';
import { openLoanOfItem } from '../store/loans.ts';
import { activeOn } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import { withFine } from './loans.ts';
import { institution } from './lookup.ts';
import { requestAnswer } from './requests.ts';
import { scanIn } from './scan-in.ts';
import { waitingFor } from './waiting.ts';

type Inventory =
  'items.byBarcode' | 'bibs.items.get' | 'bibs.items.loans' | 'bibs.items.requests' | 'bibs.items.scanIn';

/** What the description names only in passing: items, by barcode and by id, and scan-in. */
export const inventory: Pick<Handlers, Inventory> = {
  'items.byBarcode': async ({ db, query }) => {
    const item = await itemByBarcode(db, query.item_barcode.trim());
    if (!item) {
      throw refused(codes.noItemForBarcode, `No items found for barcode ${query.item_barcode}.`);
    }
    return new Redirect(`/bibs/${item.mmsId}/holdings/${item.holdingId}/items/${item.pid}`);
  },

  'bibs.items.get': async ({ db, path }) => {
    const item = await theItem(db, path);
    if (!item) throw refused(codes.noItemForBarcode, `No items found for PID ${path.item_pid}.`);
    // Somebody may ask for it while it is out, which its own record does not say.
    const { holds } = await waitingFor(db, item);
    const isOut = processOf(item.data) === 'LOAN';
    const requested = flagOf(item.data.requested) || (isOut && nextHold(holds, item) !== undefined);
    return itemAnswer({ ...item, data: withRequested(item.data, requested) });
  },

  'bibs.items.loans': async ({ db, path, now }) => {
    const item = await theItem(db, path);
    if (!item) throw refused(codes.noItemForBarcode, `No items found for PID ${path.item_pid}.`);
    const open = await openLoanOfItem(db, item.pid);
    const { decimals } = await institution(db);
    const items = open ? [withFine(open.loan, now, decimals)] : [];
    return { items, total: items.length };
  },

  'bibs.items.requests': async ({ db, path }) => {
    const item = await theItem(db, path);
    if (!item) throw refused(codes.noItemForBarcode, `No items found for PID ${path.item_pid}.`);
    const waiting = (await activeOn(db, item.mmsId)).filter((request) => asksFor(item, request));
    const items = [];
    for (const request of waiting) items.push(await requestAnswer(db, request));
    return { items, total: items.length };
  },

  'bibs.items.scanIn': async (call) => {
    const item = await theItem(call.db, call.path);
    if (!item) {
      throw refused(codes.scanInItemNotFound, 'Scan in has failed due to item retrieve issue.');
    }
    return scanIn(call, item);
  },
};

async function theItem(
  db: Db,
  path: { mms_id: string; holding_id: string; item_pid: string },
): Promise<StoredItem | undefined> {
  const item = await itemByPid(db, path.item_pid);
  return item?.mmsId === path.mms_id && item.holdingId === path.holding_id ? item : undefined;
}
