import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, TypedAmount, type Accepted, type Coded, type Money } from './common.ts';

/** A line, a text of several, or a number, as typed. Main validates it, so that the answer can name the reason. */
const Line = z.string().max(2000);
const Lines = z.string().max(20_000);
/** An entry of a list in the record, as it came; null for one that was added. Opaque to the window. */
const Raw = z.record(z.string(), z.unknown()).nullable();

const NoteForm = z.object({ text: Lines, raw: Raw });

/** A fund's share of the price: a sum, or a percentage. */
const ShareForm = z.object({ fund: Line, share: TypedAmount, raw: Raw });

/**
 * What acquisitions staff edit of an order line. An invalid field of an entry is named with its place, from 0:
 * `funds.1.share`, `quantities.0`, `notes.2.text`. Source: Acquisitions objects.
 */
const OrderForm = z.object({
  /** The vendor's own number for the order. */
  vendorReference: Line,
  /** The day when it is expected, `YYYY-MM-DD`; `''` for none. */
  expected: Line,
  price: TypedAmount,
  /** Whether the funds have sums, which come to the price, or percentages, which come to 100. */
  split: z.enum(['sum', 'percent']),
  /** The first is the primary fund. */
  funds: z.array(ShareForm).max(100),
  /** How many copies each location gets, in the order of the record. */
  quantities: z.array(Line).max(1000),
  receivingNote: Lines,
  notes: z.array(NoteForm).max(200),
});
export type OrderForm = z.output<typeof OrderForm>;
export type OrderShareForm = z.output<typeof ShareForm>;
export type OrderNoteForm = z.output<typeof NoteForm>;

/** The record as it was read: opaque to the window, which hands it back so that main can tell what changed since. */
const Seen = z.looseObject({});

/** An order line in a list. */
export interface OrderRow {
  readonly pol: string;
  readonly title: string;
  readonly author: string;
  readonly vendor: Coded;
  readonly status: Coded;
  readonly price: Money;
  /** Service date; `''` for none. */
  readonly expected: string;
  readonly rush: boolean;
  /** How many of its copies have come, and how many have not. */
  readonly received: number;
  readonly open: number;
}

/** A copy of an order line. */
export interface OrderCopy {
  readonly pid: string;
  /** `''` where it has none yet. */
  readonly barcode: string;
  readonly policy: Coded;
  /** Service dates; `''` for none. */
  readonly received: string;
  readonly expected: string;
}

/** Where copies go. */
export interface OrderPlace {
  readonly library: Coded;
  readonly location: Coded;
  /** How many were ordered; `''` where the record does not say. */
  readonly quantity: string;
  readonly copies: readonly OrderCopy[];
}

/** What this workstation did to an order line, or may have done. */
export interface OrderDeed {
  readonly id: string;
  readonly deed: 'update' | 'receive' | 'scanIn';
  readonly at: string;
  /** Sent, and not confirmed. */
  readonly unclear: boolean;
}

/** An order line in full. */
export interface OrderRecord extends OrderRow {
  readonly seen: z.output<typeof Seen>;
  readonly form: OrderForm;
  readonly isbn: string;
  readonly mmsId: string;
  readonly poNumber: string;
  readonly type: Coded;
  readonly owner: Coded;
  readonly vendorAccount: string;
  readonly alerts: readonly Coded[];
  /** The first is the primary one. `sum` is null where it has a percentage alone. */
  readonly funds: readonly {
    readonly fund: Coded;
    readonly sum: Money | null;
    /** `''` where it has a sum alone. */
    readonly percent: string;
  }[];
  readonly places: readonly OrderPlace[];
  readonly interested: readonly {
    readonly userId: string;
    readonly name: string;
    readonly hold: boolean;
    readonly notify: boolean;
  }[];
  /** How many decimals its currency has. */
  readonly decimals: number;
  /** The newest first. */
  readonly deeds: readonly OrderDeed[];
}

export const orders = {
  /**
   * Finds order lines by number, ISBN, words of the title, vendor's reference or purchase order. `known`: the service
   * has no such search, and only the order lines that this workstation has seen were looked through. `closed`: also
   * those that are closed or cancelled. Fails with an invalid `text`.
   */
  'orders.search': asks(
    z.object({
      text: z.string().max(1000),
      closed: z.boolean(),
      limit: z.int().min(1).max(100),
      offset: z.int().min(0),
    }),
  ).answers<{
    readonly orders: readonly OrderRow[];
    readonly total: number;
    readonly how: 'search' | 'known';
  }>(),
  /** The order line as it is at this moment. */
  'orders.read': asks(z.object({ pol: Id })).answers<OrderRecord>(),
  /**
   * Writes what differs between `form` and the record as it was `seen`. A `conflict`, with nothing written, where
   * someone else has changed what the form shows, or its status, vendor or title. Receipts are no conflict.
   */
  'orders.update': asks(z.object({ intent: Intent, seen: Seen, form: OrderForm })).answers<
    Accepted<OrderRecord>
  >(),
} satisfies Record<string, Call>;
