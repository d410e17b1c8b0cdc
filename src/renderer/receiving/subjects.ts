import type { OrderItem, OrderView, UnfinishedView } from '../../contract/receiving.ts';
import type { TrolleyBook } from '../../contract/trolley.ts';
import type { ReceiptAct, Subject } from './receipt.svelte.ts';
import type { ReceiveSettings } from './settings.svelte.ts';

/** What a row says of an item of the order line. */
export function itemSubject(
  settings: ReceiveSettings,
  act: ReceiptAct,
  order: OrderView,
  item: Pick<OrderItem, 'pid' | 'barcode'>,
): Subject {
  return {
    act,
    pol: order.pol,
    pid: item.pid,
    title: order.title,
    barcode: item.barcode,
    department: settings.department?.label ?? '',
    status: settings.statusLabel(settings.status),
    holdFor: order.interested.find(({ hold }) => hold)?.name ?? '',
  };
}

/** What a row says of a book of the trolley: as it is received, whatever the trolley does by now. */
export function bookSubject(settings: ReceiveSettings, act: ReceiptAct, book: TrolleyBook): Subject {
  const { pol, pid, title, barcode, settings: how } = book;
  const department = settings.departmentLabel(how.department);
  const status = settings.statusLabel(how.status);
  return { act, pol, pid, title, barcode, department, status, holdFor: '' };
}

/** What a row says of an item that was received and not kept. */
export function entrySubject(settings: ReceiveSettings, act: ReceiptAct, entry: UnfinishedView): Subject {
  const { pol, pid, title, barcode } = entry;
  const department = settings.departmentLabel(entry.department);
  const status = settings.statusLabel(entry.status);
  return { act, pol, pid, title, barcode, department, status, holdFor: '' };
}
