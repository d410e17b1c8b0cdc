import * as z from 'zod';
import { act, get, list } from '../rows.ts';
import { QueryFlag } from '../shapes/common.ts';
import { Item } from '../shapes/item.ts';
import { Loan } from '../shapes/loan.ts';
import { UserRequest } from '../shapes/request.ts';
import { text } from './parts.ts';

/** Left out it is true: by its type, no call of ours can leave it out. */
const inHouseUse = QueryFlag.unwrap().prefault(true) as z.ZodType<boolean, boolean>;

const item = '/bibs/{mms_id}/holdings/{holding_id}/items/{item_pid}';

/** Items by barcode, their loans and requests, and the scan-in: not in the description, but both desks need them. */
export const items = {
  'items.byBarcode': get('/items', {
    source: 'Acquisitions',
    returns: Item,
    query: { item_barcode: z.string().min(1) },
    assumed: 'not in the description: answers a redirect to the item',
  }),
  'bibs.items.get': get(item, { source: 'Acquisitions', returns: Item, assumed: 'not in the description' }),
  'bibs.items.loans': list(`${item}/loans`, {
    source: 'User loans',
    key: 'item_loan',
    returns: Loan,
    assumed: 'not in the description: the loan that an item is out on',
  }),
  'bibs.items.requests': list(`${item}/requests`, {
    source: 'User requests',
    key: 'user_request',
    returns: UserRequest,
    assumed: 'not in the description: the active requests that an item can be for',
  }),
  'bibs.items.scanIn': act(item, 'scan', {
    source: 'Acquisitions',
    returns: Item,
    query: {
      library: text,
      circ_desk: text,
      department: text,
      work_order_type: text,
      status: text,
      done: QueryFlag,
      external_id: text,
      register_in_house_use: inHouseUse,
    },
    assumed:
      'the path and the names of the query; the description names the step only. register_in_house_use is of deployed services',
  }),
} as const;
