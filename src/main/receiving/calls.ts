import { codesOf, tables } from '../configuration/code-tables.ts';
import { boxHandlers } from './box-calls.ts';
import { departmentHandlers } from './department-calls.ts';
import { finishAll, finishItem, seeItem } from './finish.ts';
import { receiveItem } from './receive.ts';
import { receiveItems } from './receive-items.ts';
import type { Receiving } from './receiving.ts';
import { setBarcode } from './set-barcode.ts';
import { trolleyHandlers } from './trolley-calls.ts';
import type { HandlersOf } from '../router.ts';

/** The receiving room of the window that asks, and the list of unfinished items. */
export function receivingHandlers(receiving: Receiving): HandlersOf<'receiving'> {
  const { deps, unfinished, rooms } = receiving;
  return {
    'receiving.watch': async (_input, { signal, report, window }) => {
      rooms.of(window).windowGone();
      return rooms.watch(window, signal, report);
    },
    'receiving.refresh': (_input, { window }) => rooms.of(window).refresh(),
    'receiving.open': ({ pol }, { window, signal }) => rooms.of(window).open(pol, signal),
    'receiving.close': async (_input, { window }) => {
      rooms.close(window);
      return Promise.resolve(null);
    },
    'receiving.workOrders': async (_input, { signal }) => {
      const service = await deps.connection.service();
      const [types, statuses] = await Promise.all([
        codesOf(service, tables.workOrderTypes, signal),
        codesOf(service, tables.workOrderStatuses, signal),
      ]);
      return { types, statuses };
    },
    'receiving.receive': (input, { signal }) => receiveItem(receiving, input, signal),
    'receiving.setBarcode': (input, { window, signal }) =>
      setBarcode(receiving, input, rooms.of(window).order, signal),
    'receiving.receiveItems': (input, { signal, report }) =>
      receiveItems(receiving, input, { signal, report }),
    'receiving.finish': async ({ id, ids }) => {
      const { toKeep } = unfinished.get(id).data;
      const alerts = toKeep ? (await finishItem(receiving, id, ids)).alerts : await seeItem(receiving, id);
      return { unfinished: unfinished.list(), alerts };
    },
    'receiving.finishAll': async (_input, { signal, report }) => {
      const outcomes = await finishAll(receiving, { signal, report });
      return { outcomes, unfinished: unfinished.list() };
    },
    'receiving.settle': async ({ id }) => {
      unfinished.get(id);
      unfinished.end(id, 'elsewhere');
      return Promise.resolve({ unfinished: unfinished.list() });
    },
    ...trolleyHandlers(receiving),
    ...boxHandlers(receiving),
    ...departmentHandlers(receiving),
  };
}
