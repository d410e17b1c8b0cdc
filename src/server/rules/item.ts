import { codeOf, textOf } from '../../service/read.ts';
import { without } from '../store/documents.ts';
import type { ItemData } from '../store/items.ts';

/**
 * The states of an item (its process type), and what moves it:
 *
 *     ACQ ── receive ─────────────────────> TRANSIT, with a work order at the department
 *     '' (on the shelf) ── lend ──────────> LOAN
 *     LOAN ── return ─────────────────────> '' | HOLDSHELF | TRANSIT
 *     any but LOAN ── scan in at a desk ──> '' | HOLDSHELF | TRANSIT
 *     any ── scan in for a work order ────> WORK_ORDER_DEPARTMENT
 *     WORK_ORDER_DEPARTMENT ── done ──────> '' | TRANSIT
 *     '' ── step of a digitization ───────> WORK_ORDER_DEPARTMENT, until the request lets it go
 *     HOLDSHELF ── request cancelled ─────> '' (waits to be scanned in)
 *     any but ACQ ── lend to its patron ──> LOAN
 *
 * Source: Items in a POL; the rest is ours, in the words of recorded responses.
 */
export type Process = '' | 'ACQ' | 'LOAN' | 'HOLDSHELF' | 'TRANSIT' | 'WORK_ORDER_DEPARTMENT';

const words: Record<Process, string> = {
  '': '',
  ACQ: 'Acquisition',
  LOAN: 'Loan',
  HOLDSHELF: 'Hold Shelf',
  TRANSIT: 'Transit',
  WORK_ORDER_DEPARTMENT: 'In Process',
};

export function processOf(data: ItemData): Process {
  return codeOf(data.process_type) as Process;
}

/** The item in its new state, without the work order it may have had. */
export function inProcess(data: ItemData, process: Process): ItemData {
  return {
    ...without(data, ['work_order_type', 'work_order_at', 'work_order_status']),
    process_type: { value: process, desc: words[process] },
    base_status:
      process === '' ? { value: '1', desc: 'Item in place' } : { value: '0', desc: 'Item not in place' },
  };
}

/** The item in a state that belongs to a work order of a department. */
export function inWorkOrder(
  data: ItemData,
  process: 'TRANSIT' | 'WORK_ORDER_DEPARTMENT',
  order: { type: string; at: { value: string; desc: string } },
): ItemData {
  return {
    ...inProcess(data, process),
    work_order_type: { value: order.type },
    work_order_at: order.at,
  };
}

/** The item while it is being digitized for a request. */
export function atDigitization(data: ItemData): ItemData {
  const at = { value: 'DIGITIZATION', desc: 'Digitization' };
  return withRequested(inWorkOrder(data, 'WORK_ORDER_DEPARTMENT', { type: 'Digitization', at }), true);
}

/** The item that its request lets go: it waits to be scanned in, unless it is elsewhere by now. */
export function letGo(data: ItemData): ItemData {
  const process = processOf(data);
  const waits = process === 'HOLDSHELF' || codeOf(data.work_order_type) === 'Digitization';
  return withRequested(waits ? inProcess(data, '') : data, false);
}

/** The item with the mark that somebody waits for it, or without. */
export function withRequested(data: ItemData, requested: boolean): ItemData {
  return { ...data, requested };
}

/** The item with one more use in the house. Deployed services count them where no record shows it: the field is ours. */
export function withInHouseUse(data: ItemData): ItemData {
  return { ...data, in_house_uses: Number(data['in_house_uses'] ?? 0) + 1 };
}

/** The barcode or, where there is none, the pid: what a message calls an item. */
export function nameOf(data: ItemData): string {
  return textOf(data.barcode) || textOf(data.pid);
}
