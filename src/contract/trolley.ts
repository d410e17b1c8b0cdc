import * as z from 'zod';
import type { ScanKind } from '../shared/barcodes.ts';
import { asks, type Call } from './define.ts';
import type { BoxCheck } from './box-check.ts';
import { Id, Nothing } from './common.ts';
import type { Elsewhere } from './desk.ts';
import type { Failure } from './failure.ts';

/**
 * What a scan of a book does: it puts its order line on the table (`look`), it receives the book, or it receives and
 * keeps it.
 */
export const trolleyModes = ['look', 'receive', 'keep'] as const;
export type TrolleyMode = (typeof trolleyModes)[number];

const Code = z.string().max(300);

/**
 * How a book is received. Codes are `''` where nothing is chosen: a work order is only needed to keep it.
 * - `date`: `YYYY-MM-DD`; `''` is the day of the scan
 * - `confirmedFuture`: a person has confirmed a date in the future
 */
export const BookSettings = z.object({
  mode: z.enum(['receive', 'keep']),
  date: z.string().max(40),
  confirmedFuture: z.boolean().default(false),
  department: Code,
  departmentLibrary: Code,
  workOrderType: Code,
  status: Code,
});
export type BookSettings = z.output<typeof BookSettings>;

const TrolleySettings = BookSettings.extend({ mode: z.enum(trolleyModes) });
export type TrolleySettings = z.output<typeof TrolleySettings>;

/**
 * What a person has to see when a book comes in, before it goes on. Each is about one title, which its book or its
 * order line has.
 */
export type Alert =
  | {
      readonly kind: 'interested';
      readonly patrons: readonly {
        readonly userId: string;
        readonly name: string;
        readonly hold: boolean;
        readonly notify: boolean;
      }[];
    }
  /** Patrons wait for the item. `requester` is the first of them, `place` where it is fetched; `''` where the service does not say. */
  | {
      readonly kind: 'requested';
      readonly requester: string;
      readonly place: string;
      /** How many requests there are; null where the service does not say. */
      readonly count: number | null;
    }
  /** Whether patrons wait for the item could not be read. */
  | { readonly kind: 'requestsUnread' }
  | { readonly kind: 'rush' }
  | { readonly kind: 'note'; readonly text: string };

/** An order line to choose from. */
export interface OrderChoice {
  readonly pol: string;
  readonly title: string;
  readonly author: string;
  readonly vendor: string;
  readonly status: string;
  /** How many of its items are not received; null where its record names no items. */
  readonly open: number | null;
}

/** What a book asks, once. */
export type BookQuestion =
  /** The code was scanned before, and several items were open: “another copy? 2 of 3”. */
  | { readonly kind: 'anotherCopy'; readonly nth: number; readonly of: number }
  /** Its ISBN is not that of the order line on the table. */
  | {
      readonly kind: 'wrongBook';
      readonly scanned: string;
      readonly pol: string;
      readonly title: string;
      readonly isbn: string;
    }
  /** The box that is checked should have no more of its order line than so many: nothing takes a receipt back. */
  | { readonly kind: 'extra'; readonly expected: number }
  | { readonly kind: 'whichOrder'; readonly orders: readonly OrderChoice[] }
  /** Neither the order line nor the item names the title and the holding that keeping needs. */
  | { readonly kind: 'whichIds' };

/**
 * - `looking`   looked up, or waits for that
 * - `waiting`   for its turn: behind another book of its order line, or for its library to be connected
 * - `asks`      its question is to be answered; nothing was sent
 * - `receiving`, `received`, `keeping`, `kept`
 * - `refused`   the failure says why; with `unfinished`, it was received and not kept
 * - `unclear`   sent, and not confirmed
 */
export type BookState =
  'looking' | 'waiting' | 'asks' | 'receiving' | 'received' | 'keeping' | 'kept' | 'refused' | 'unclear';

/** A book on the trolley: one scan, and what became of it. Its id is that of the scan. */
export interface TrolleyBook {
  readonly id: string;
  /** 1, 2, 3 … on its trolley. */
  readonly order: number;
  readonly at: string;
  /** As scanned, with control characters shown as their symbols. */
  readonly text: string;
  readonly kind: ScanKind;
  readonly state: BookState;
  readonly settings: BookSettings;
  /** Its settings are its own, not those that the trolley had. */
  readonly own: boolean;
  /** `''` until it was looked up, like the other fields of the record. */
  readonly pol: string;
  readonly pid: string;
  /** Of its title and its holding. They stay `''` where neither its order line nor a person has named them. */
  readonly mmsId: string;
  readonly holdingId: string;
  readonly barcode: string;
  readonly title: string;
  readonly author: string;
  /** Which of how many open items of its order line it was: 2 of 3; null where it is not known yet. */
  readonly copy: { readonly nth: number; readonly of: number } | null;
  readonly alerts: readonly Alert[];
  /** A person has seen the alerts. Until then it is not kept. True where there are none. */
  readonly seen: boolean;
  readonly question: BookQuestion | null;
  readonly failure: Failure | null;
  /** Its entry in the list of unfinished items: it was received, or may have been, and is not kept. */
  readonly unfinished: string | null;
  /**
   * It was refused, and nothing was decided about it, such as because the service was away: it stays until it is tried
   * again, or taken off.
   */
  readonly undecided: boolean;
  /** From an earlier run of the program. */
  readonly recovered: boolean;
}

/** The trolley of a window. It is kept on the disk from its first book, or its first settings. */
export interface TrolleyView {
  readonly id: string;
  readonly since: string;
  readonly settings: TrolleySettings;
  /** The settings of the next book alone; null where it has those of the trolley. */
  readonly next: TrolleySettings | null;
  readonly books: readonly TrolleyBook[];
  /** What should be on it; null where nothing is checked. */
  readonly check: BoxCheck | null;
}

/** A trolley that was put aside: any window may take it up. It is named by its time and its books. */
export interface AsideTrolley {
  readonly id: string;
  readonly since: string;
  readonly aside: string;
  readonly books: number;
  /** The invoice that its box is checked against; `''` for none. */
  readonly invoice: string;
  /** How many of its books wait for a person, or are not done. */
  readonly open: number;
  /** The other library it belongs to: there alone it can be taken up. Null for the one that is connected. */
  readonly elsewhere: Elsewhere | null;
}

/** What a trolley that is ended leaves: how many books are put aside with it, and how many were refused for good. */
export interface TrolleyEnd {
  readonly left: number;
  readonly notReceived: number;
}

export type TrolleyEvent =
  | { readonly type: 'trolley'; readonly trolley: TrolleyView }
  | { readonly type: 'book'; readonly book: TrolleyBook }
  | { readonly type: 'aside'; readonly aside: readonly AsideTrolley[] };

/** The two ids that keeping an item needs beside its own: those of its title and its holding. */
export const KeepIds = z.object({ mmsId: Id, holdingId: Id });
export type KeepIds = z.output<typeof KeepIds>;

/** What a person says to a question. `leave`: nothing is done, and the book is taken off the trolley. */
const BookAnswer = z.discriminatedUnion('kind', [
  /** `anotherCopy`, `extra`: yes, one more. `wrongBook`: it belongs to that order line all the same. */
  z.object({ kind: z.literal('receive') }),
  /** `wrongBook`: it is another book, with an order line of its own. */
  z.object({ kind: z.literal('lookUp') }),
  /** `extra`: it stays on the trolley, and is not received. */
  z.object({ kind: z.literal('setAside') }),
  /** `whichOrder` */
  z.object({ kind: z.literal('order'), pol: Id }),
  /** `whichIds` */
  KeepIds.extend({ kind: z.literal('ids') }),
  z.object({ kind: z.literal('receiveOnly') }),
  z.object({ kind: z.literal('leave') }),
]);
export type BookAnswer = z.output<typeof BookAnswer>;

const Book = z.object({ id: z.uuid() });

/** The calls about the trolley of the window that asks. Each answers once it is durable; the rest is reported. */
export const trolley = {
  /** Sets what its scans do from now on; with `once`, what the next one alone does. Throws an invalid field. */
  'receiving.trolley.set': asks(
    z.object({ settings: TrolleySettings, once: z.boolean().default(false) }),
  ).answers<TrolleyView>(),
  /**
   * Begins another trolley with these settings, for a list that was opened: the one before it is put aside, if it has
   * books. Nothing is received by it. Throws an invalid field, and then the trolley is as it was.
   */
  'receiving.trolley.begin': asks(z.object({ settings: BookSettings })).answers<TrolleyView>(),
  /**
   * Saves the books of the trolley that wait for a person as a list that can be opened again, where the user chooses.
   * Null where they cancel. Throws `required` of `trolley` where there are none.
   */
  'receiving.trolley.saveList': asks(Nothing).answers<{ readonly savedAs: string } | null>(),
  /** Gives a book settings of its own, until it is received; after that, only its work order. `gone`, `alreadySent`. */
  'receiving.trolley.setBook': asks(Book.extend({ settings: BookSettings })).answers<TrolleyBook>(),
  /** Answers a book's question. `alreadySent` where it was answered, `malformed` where it does not answer this question. */
  'receiving.trolley.answer': asks(Book.extend({ answer: BookAnswer })).answers<null>(),
  /** A person has seen the alerts of these books: those that are to be kept are kept now. */
  'receiving.trolley.seen': asks(z.object({ ids: z.array(z.uuid()).min(1).max(10_000) })).answers<null>(),
  /**
   * Tries a book again that was refused, or keeps one that was only received and has the mode `keep` by now. What was
   * done is not done again.
   */
  'receiving.trolley.again': asks(Book).answers<null>(),
  /** Takes a book off the trolley that nothing is being done with. What was received stays in the list of unfinished. */
  'receiving.trolley.drop': asks(Book).answers<null>(),
  /** Puts the trolley aside, and begins an empty one with its settings. */
  'receiving.trolley.putAside': asks(Nothing).answers<null>(),
  /** Takes up one that was put aside; the one before it is put aside, if it has books. `gone`: another window has it. */
  'receiving.trolley.takeUp': asks(z.object({ id: Id })).answers<null>(),
  /**
   * Ends the trolley: its books are history. Those that wait for a person, that something is being done with, or about
   * which nothing was decided, are put aside as a trolley.
   */
  'receiving.trolley.end': asks(Nothing).answers<TrolleyEnd>(),
} satisfies Record<string, Call>;
