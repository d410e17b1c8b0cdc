import { codes } from '../../service/codes.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { Pol } from '../../service/shapes/pol.ts';
import type { HandlersOf } from '../handler.ts';
import { readServiceDate, serviceDate } from '../rules/calendar.ts';
import { inWorkOrder } from '../rules/item.ts';
import { allReceived, copiesOf, receiptOf, withCopies } from '../rules/order-line.ts';
import { refused } from '../rules/refusal.ts';
import { readOrderLineSearch } from '../rules/search.ts';
import { itemAnswer, itemByPid, saveItem } from '../store/items.ts';
import { findPols, polByNumber, savePol } from '../store/pols.ts';
import type { Db } from '../store/schema.ts';
import { departmentOf, pageOf } from './lookup.ts';
import { updatedPol } from './order-line-update.ts';

/** The department that receives where none is named. */
const RECEIVING = 'ACQ';

/** Which order lines a search leaves out, by the status that is asked for. The words are those of deployed services. */
const notIn = {
  ACTIVE: ['CLOSED', 'CANCELLED', 'IN_REVIEW', 'DEFERRED'],
  ALL: ['CLOSED', 'CANCELLED'],
  ALL_WITH_CLOSED: [],
} as const;

/** Order lines and their items. Source: Acquisitions; the paths are assumed. */
export const acquisitions: HandlersOf<'acq.pol.'> = {
  'acq.pol.search': ({ db, query }) =>
    findPols(db, {
      conditions: readOrderLineSearch(query.q),
      without: notIn[query.status],
      ...pageOf(query),
    }),

  'acq.pol.get': ({ db, path }) => thePol(db, path.pol_id),

  'acq.pol.update': async ({ db, path, body }) => {
    const pol = await updatedPol(db, path.pol_id, await thePol(db, path.pol_id), body);
    await savePol(db, path.pol_id, pol);
    return pol;
  },

  'acq.pol.items.list': async ({ db, path }) => {
    const pol = await thePol(db, path.pol_id);
    const items = [];
    for (const copy of copiesOf(pol)) {
      const item = await itemByPid(db, textOf(copy.pid));
      items.push({
        ...copy,
        status: receiptOf(copy),
        ...(item && {
          library: item.data.library,
          location: item.data.location,
          process_type: item.data.process_type,
          work_order_type: item.data.work_order_type,
          work_order_at: item.data.work_order_at,
          receiving_operator: item.data['receiving_operator'],
          link: itemAnswer(item)['link'],
        }),
      });
    }
    return { items, total: items.length };
  },

  'acq.pol.items.receive': async ({ db, path, query, now }) => {
    const pol = await thePol(db, path.pol_id);
    const day = readServiceDate(query.receive_date ?? serviceDate(now));
    if (day === undefined) {
      throw refused(codes.paramInvalid, 'Param value is invalid: receive_date. Expected YYYY-MM-DDZ.');
    }
    const department = await departmentOf(db, query.department ?? RECEIVING, query.department_library);
    if (!department) throw refused(codes.departmentNotFound, 'Failed to find the department.');
    const copy = copiesOf(pol).find(({ pid }) => textOf(pid) === path.item_id);
    const item = copy && (await itemByPid(db, path.item_id));
    if (!item) {
      throw refused(codes.paramInvalid, `Param value is invalid: PO Line ${path.pol_id} has no such item.`);
    }
    if (copy.receive_date) {
      throw refused(codes.receiveFailed, 'Failed to receive PO Line (Item already received).');
    }
    const date = `${day}Z`;
    const at = { value: textOf(department.code), desc: textOf(department.name) };
    const data = {
      ...inWorkOrder(item.data, 'TRANSIT', { type: 'AcqWorkOrder', at }),
      arrival_date: date,
      receiving_operator: 'API',
    };
    const after = withCopies(pol, (one) =>
      textOf(one.pid) === path.item_id ? { ...one, receive_date: date } : one,
    );
    await saveItem(db, item.pid, data);
    await savePol(db, path.pol_id, allReceived(after) ? invoiceAwaited(after) : after);
    return itemAnswer({ ...item, data });
  },
};

async function thePol(db: Db, number: string): Promise<Pol> {
  const pol = await polByNumber(db, number);
  if (!pol) throw refused(codes.polNotFound, `Po-Line ${number} not found.`);
  return pol;
}

/** Everything has come: what is left is the invoice. */
function invoiceAwaited(pol: Pol): Pol {
  if (codeOf(pol.status) === 'CLOSED') return pol;
  return { ...pol, status: { value: 'WAITING_FOR_INVOICE', desc: 'Waiting for Invoice' } };
}
