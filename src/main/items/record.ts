import * as z from 'zod';
import { codeOf, flagOf, textOf } from '../../service/read.ts';
import type { Item } from '../../service/shapes/item.ts';

const Text = z.string();

/** Where an item is, as far as a scan-in can change it. Codes; `''` where the service does not say. */
export const ItemState = z.object({
  process: Text,
  status: Text,
  library: Text,
  workOrder: Text,
  department: Text,
  requested: z.boolean(),
});
export type ItemState = z.output<typeof ItemState>;

export function itemStateOf({ item_data: data }: Item): ItemState {
  return {
    process: codeOf(data?.process_type),
    status: codeOf(data?.base_status),
    library: codeOf(data?.library),
    workOrder: codeOf(data?.work_order_type),
    department: codeOf(data?.work_order_at),
    requested: flagOf(data?.requested),
  };
}

/** Whether an item is where it was before. Requests do not count. */
export const isSamePlace = (now: ItemState, before: ItemState): boolean =>
  now.process === before.process &&
  now.status === before.status &&
  now.library === before.library &&
  now.workOrder === before.workOrder &&
  now.department === before.department;

/** Whether an item is where no scan-in at a desk can put it: on loan, or in a department. */
export const isLentOrInDepartment = ({ process }: ItemState): boolean =>
  /^(?:LOAN|WORK_ORDER)/i.test(process);

/** The ids that every call about an item needs. */
export interface ItemIds {
  readonly mms_id: string;
  readonly holding_id: string;
  readonly item_pid: string;
}

/** The three ids of an item; null where the record lacks one. */
export function itemIdsOf(item: Item): ItemIds | null {
  const ids = {
    mms_id: textOf(item.bib_data?.mms_id),
    holding_id: textOf(item.holding_data?.holding_id),
    item_pid: textOf(item.item_data?.pid),
  };
  return Object.values(ids).includes('') ? null : ids;
}
