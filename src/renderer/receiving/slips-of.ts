import type { OrderView } from '../../contract/receiving.ts';
import type { Slip } from '../../contract/slips.ts';
import type { Alert, TrolleyBook } from '../../contract/trolley.ts';
import type { Subject } from './receipt.svelte.ts';
import type { ReceivingSession } from './session.svelte.ts';
import type { ReceiveSettings } from './settings.svelte.ts';
import { wasReceived } from './trolley.svelte.ts';

type Item = Extract<Slip, { kind: 'route' }>['item'];

/** What a slip says of an item; no patron is named. */
function itemOnSlip({ pol, pid, title, barcode }: Subject, order: OrderView | null): Item {
  const its = order?.pol === pol ? order : null;
  const item = its?.items.find((one) => one.pid === pid);
  return {
    ...{ title, pol, barcode: item?.barcode || barcode, received: item?.received ?? '' },
    rush: its?.rush ?? false,
    onHold: its?.interested.some(({ hold }) => hold) ?? false,
  };
}

/** The slip that an item is sent on with. */
export const routeOfItem = ({ orderLine }: ReceivingSession, about: Subject): Slip => ({
  ...{ kind: 'route', item: itemOnSlip(about, orderLine.view), place: about.department },
});

/** The slip of the work order that an item is kept for. */
export const workOrderOfItem = ({ orderLine, settings }: ReceivingSession, about: Subject): Slip => ({
  ...{ kind: 'workOrder', item: itemOnSlip(about, orderLine.view), department: about.department },
  ...{ type: settings.workOrderLabel(settings.workOrder), status: about.status },
});

const isHold = (alert: Alert): boolean =>
  alert.kind === 'interested' && alert.patrons.some(({ hold }) => hold);

/** What a slip says of a book of the trolley; no patron is named. */
function bookOnSlip(book: TrolleyBook): Item {
  const { title, pol, barcode, alerts, settings } = book;
  return {
    ...{ title, pol, barcode, received: wasReceived(book) ? settings.date : '' },
    rush: alerts.some(({ kind }) => kind === 'rush'),
    onHold: alerts.some((alert) => alert.kind === 'requested' || isHold(alert)),
  };
}

/** The slip that a book is sent on with: to where it was received for, whatever the trolley does by now. */
export const routeOfBook = (settings: ReceiveSettings, book: TrolleyBook): Slip => ({
  ...{ kind: 'route', item: bookOnSlip(book), place: settings.departmentLabel(book.settings.department) },
});

/** The slip of the work order that a book is kept for. */
export function workOrderOfBook(settings: ReceiveSettings, book: TrolleyBook): Slip {
  const { department, workOrderType, status } = book.settings;
  return {
    ...{ kind: 'workOrder', item: bookOnSlip(book), department: settings.departmentLabel(department) },
    ...{ type: settings.workOrderLabel(workOrderType), status: settings.statusLabel(status) },
  };
}

/** A kept book goes on with its work order, a received one by its route; any other with nothing. */
export function slipOfBook(settings: ReceiveSettings, book: TrolleyBook): Slip | null {
  if (book.state === 'received' && book.settings.mode === 'receive') return routeOfBook(settings, book);
  return book.state === 'kept' ? workOrderOfBook(settings, book) : null;
}
