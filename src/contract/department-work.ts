import * as z from 'zod';
import type { NextPlace } from '../service/next-place.ts';
import { asks, type Call } from './define.ts';
import { Id, Intent, Nothing } from './common.ts';
import type { Alert } from './trolley.ts';

/** An item that this station has received, or scanned into a department. The service has no list of a department's items. */
export interface SentItem {
  readonly id: string;
  /** `department`: in the department, with its work order. `sentOn`: on its way there, or from there. */
  readonly state: 'department' | 'sentOn';
  /** Its order line; `''` where it has none. */
  readonly pol: string;
  readonly pid: string;
  readonly barcode: string;
  readonly title: string;
  /** Codes; of one that was sent on, the department that it was received for, or comes from. */
  readonly department: string;
  readonly departmentLibrary: string;
  readonly workOrder: string;
  readonly status: string;
  /** When this station sent it there. */
  readonly since: string;
  /** When it was last read again; `''` for never. */
  readonly readAt: string;
}

/** One item was read again. Null where it has arrived, or is elsewhere: it is in no list any more. */
interface SentItemRead {
  readonly done: number;
  readonly total: number;
  readonly id: string;
  readonly item: SentItem | null;
}

const Department = z.object({ department: Id, departmentLibrary: Id });

export const departmentWork = {
  /** What this station knows, at this library, oldest first; nothing is asked of the service. */
  'receiving.department.list': asks(Nothing).answers<readonly SentItem[]>(),
  /**
   * Reads these again, one by one; what has arrived leaves the list. Aborting stops before the next one. `unread`: those
   * that could not be read, which stay as they are.
   */
  'receiving.department.read': asks(z.object({ ids: z.array(Id).max(10_000) })).answers<
    { readonly unread: number },
    SentItemRead
  >(),
  /**
   * Scans an item into a department, by its barcode: with this work order, or with its own where it is there already.
   * `alert`: a patron waits for it.
   */
  'receiving.department.scanIn': asks(
    Department.extend({ intent: Intent, code: Id, workOrderType: Id, status: Id }),
  ).answers<{ readonly item: SentItem; readonly alert: Alert | null }>(),
  /** Gives the item's work order another status. */
  'receiving.department.status': asks(z.object({ intent: Intent, id: Id, status: Id })).answers<{
    readonly item: SentItem;
  }>(),
  /** The work is done: the service says where the item goes next. `item`: null where it is not on its way. */
  'receiving.department.done': asks(z.object({ intent: Intent, id: Id })).answers<{
    readonly item: SentItem | null;
    readonly next: NextPlace;
  }>(),
  /** A person has seen to it elsewhere: it leaves the list. */
  'receiving.department.remove': asks(z.object({ id: Id })).answers<null>(),
} satisfies Record<string, Call>;
