import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { readPol } from './find.ts';
import { searchOrders } from './search.ts';
import { type OnUpdated, updateOrder } from './update.ts';
import { orderRecord, orderRow } from './view.ts';

/** Order lines as acquisitions staff look at them and edit them. */
export function orderHandlers(deps: Deps, onUpdated: OnUpdated): HandlersOf<'orders'> {
  const { connection, journal } = deps;
  return {
    'orders.search': async ({ text, ...search }, { signal }) => {
      const service = await connection.service();
      const { orders, ...found } = await searchOrders(service, text, { ...search, journal, signal });
      return { ...found, orders: orders.map((pol) => orderRow(pol, service)) };
    },
    'orders.read': async ({ pol: number }, { signal }) => {
      const service = await connection.service();
      return orderRecord(await readPol(service, number, { signal }), service, journal);
    },
    'orders.update': (input, { signal }) => updateOrder(deps, input, onUpdated, signal),
  };
}
