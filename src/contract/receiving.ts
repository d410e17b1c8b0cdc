import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Day, Id, Intent, Nothing, type Accepted, type Coded, type Money } from './common.ts';
import type { Elsewhere } from './desk.ts';
import type { Failure } from './failure.ts';
import { boxCheck } from './box-check.ts';
import { departmentWork } from './department-work.ts';
import type { ScanView } from './scans.ts';
import {
  KeepIds,
  trolley,
  type Alert,
  type AsideTrolley,
  type TrolleyEvent,
  type TrolleyView,
} from './trolley.ts';

/** One item of an order line: a copy at a location. */
export interface OrderItem {
  readonly pid: string;
  /** `''` where it has none yet. */
  readonly barcode: string;
  readonly library: Coded;
  readonly location: Coded;
  readonly policy: Coded;
  readonly holdingId: string;
  /** Service date, `''` where it was not received. */
  readonly received: string;
  readonly expected: string;
}

/** A purchase order line as the receiving room needs to see it. */
export interface OrderView {
  readonly pol: string;
  readonly title: string;
  readonly author: string;
  readonly isbn: string;
  readonly mmsId: string;
  readonly vendor: Coded;
  readonly status: Coded;
  readonly type: Coded;
  readonly price: Money;
  readonly funds: readonly { readonly fund: Coded; readonly share: string }[];
  readonly notes: readonly string[];
  readonly receivingNote: string;
  readonly rush: boolean;
  readonly interested: readonly {
    readonly userId: string;
    readonly name: string;
    readonly hold: boolean;
    readonly notify: boolean;
  }[];
  readonly items: readonly OrderItem[];
}

/** An item that was received, and is not in its department yet; or of which a person has to see who waits for it. */
export interface UnfinishedView {
  readonly id: string;
  readonly pol: string;
  readonly pid: string;
  readonly barcode: string;
  readonly title: string;
  readonly department: string;
  readonly workOrder: string;
  readonly status: string;
  readonly since: string;
  readonly failure: Failure | null;
  /** False: it is only to be seen. */
  readonly toKeep: boolean;
  /** What a person has to see before it is kept. */
  readonly alerts: readonly Alert[];
  /** They were seen. True where there are none. */
  readonly seen: boolean;
  /** Neither its order line nor the item named the title and the holding: a person has to, to finish it. */
  readonly needsIds: boolean;
  /** Being finished at this moment. */
  readonly running: boolean;
  /** The other library at which it was begun: there alone it can be finished. Null for the one that is connected. */
  readonly elsewhere: Elsewhere | null;
}

export type ReceivingEvent =
  | {
      readonly type: 'room';
      readonly order: OrderView | null;
      /** The item that was scanned, where it was an item. */
      readonly pid: string | null;
      readonly scans: readonly ScanView[];
      readonly unfinished: readonly UnfinishedView[];
      readonly trolley: TrolleyView;
      readonly aside: readonly AsideTrolley[];
    }
  | TrolleyEvent
  | { readonly type: 'scan'; readonly scan: ScanView }
  | { readonly type: 'order'; readonly order: OrderView | null; readonly pid: string | null }
  | { readonly type: 'unfinished'; readonly unfinished: readonly UnfinishedView[] };

/** What came of receiving. `kept` is null where it was not asked for. */
export interface ReceiveOutcome {
  /** The order line after the receipt; null where it cannot be read. */
  readonly order: OrderView | null;
  readonly kept: 'done' | 'unfinished' | null;
  /** Why it was not kept; null too where it waits until its alerts are seen. */
  readonly failure: Failure | null;
  /** What is to be seen: with `unfinished`, before it is kept; with `done`, what only keeping it has shown. */
  readonly alerts: readonly Alert[];
}

/** What came of one of several items that are received, or kept, in one go. */
export interface ItemOutcome {
  readonly pid: string;
  readonly title: string;
  readonly barcode: string;
  /**
   * `toSee`: received, and it waits until its alerts are seen. `unfinished`: received, or not confirmed, and not kept.
   * `stopped`: nothing was done, the job was stopped before.
   */
  readonly state: 'received' | 'kept' | 'toSee' | 'unfinished' | 'refused' | 'unclear' | 'stopped';
  readonly failure: Failure | null;
  readonly alerts: readonly Alert[];
  /** Its entry in the list of unfinished items, while it has one. */
  readonly unfinished: string | null;
}

/** `done` of `total`; `outcome` is the newest. */
export interface ItemProgress {
  readonly done: number;
  readonly total: number;
  readonly outcome: ItemOutcome;
}

const Keep = z.object({ workOrderType: Id, status: Id });

/** How items are received. `confirmedFuture`: a person has confirmed a date in the future. */
const Receipt = z.object({
  intent: Intent,
  pol: Id,
  date: Day,
  confirmedFuture: z.boolean().default(false),
  department: Id,
  departmentLibrary: Id,
  keep: Keep.nullable(),
  /** The alerts of the order line were seen. Where not, what has some is received, and waits to be kept. */
  seen: z.boolean().default(true),
  /** The ids to keep with, from a person, where neither the order line nor the item has them. */
  ids: KeepIds.nullable().default(null),
});

export const receiving = {
  /** Runs until it is aborted; reports first the room as it is now, then each change. */
  'receiving.watch': asks(Nothing).answers<null, ReceivingEvent>(),
  'receiving.refresh': asks(Nothing).answers<OrderView>(),
  /** Puts an order line on the table by its number, and receives nothing, whatever a scan would do. */
  'receiving.open': asks(z.object({ pol: Id })).answers<OrderView>(),
  'receiving.close': asks(Nothing).answers<null>(),
  /** The work order types of a department, and the statuses its work orders go through. */
  'receiving.workOrders': asks(Nothing).answers<{
    readonly types: readonly Coded[];
    readonly statuses: readonly Coded[];
  }>(),
  /** Receives one item; with `keep`, then scans it into the department with a work order. */
  'receiving.receive': asks(Receipt.extend({ pid: Id })).answers<ReceiveOutcome>(),
  /**
   * Receives several items of one order line, one by one; with `keep`, each is then kept. Aborting stops before the next
   * one. The same intent again goes on where the job stopped.
   */
  'receiving.receiveItems': asks(Receipt.extend({ pids: z.array(Id).min(1).max(10_000) })).answers<
    { readonly order: OrderView | null; readonly outcomes: readonly ItemOutcome[] },
    ItemProgress
  >(),
  /** Gives an item its barcode: a whole POL update, from a fresh read. */
  'receiving.setBarcode': asks(
    z.object({ intent: Intent, pol: Id, pid: Id, barcode: z.string().max(1000) }),
  ).answers<Accepted<OrderView>>(),
  /**
   * Does the second step of one that was not finished; one that is only to be seen is done with. Its alerts count as seen: they are in its entry. `ids`: from a
   * person; they are checked against the item. `alerts`: what has shown itself only now; where it is still listed, it
   * waits until that is seen.
   */
  'receiving.finish': asks(z.object({ id: Id, ids: KeepIds.nullable().default(null) })).answers<{
    readonly unfinished: readonly UnfinishedView[];
    readonly alerts: readonly Alert[];
  }>(),
  /**
   * Finishes every item that can be finished here, one by one; those whose alerts were not seen are left (`toSee`).
   * Aborting stops before the next one.
   */
  'receiving.finishAll': asks(Nothing).answers<
    { readonly outcomes: readonly ItemOutcome[]; readonly unfinished: readonly UnfinishedView[] },
    ItemProgress
  >(),
  /** A person has seen to it elsewhere: it leaves the list. */
  'receiving.settle': asks(z.object({ id: Id })).answers<{
    readonly unfinished: readonly UnfinishedView[];
  }>(),
  ...trolley,
  ...boxCheck,
  ...departmentWork,
} satisfies Record<string, Call>;
