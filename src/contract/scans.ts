import * as z from 'zod';
import type { ScanKind } from '../shared/barcodes.ts';
import type { CommandBarcode } from '../shared/command-barcodes.ts';
import type { BarcodeReading } from '../shared/mixed-scans.ts';
import type { ScanState } from '../shared/scan-state.ts';
import { asks, type Call } from './define.ts';
import type { NextPlace } from '../service/next-place.ts';
import type { Failure } from './failure.ts';
import type { OrderChoice } from './trolley.ts';

/** What came of a scan. */
export type ScanResult =
  | { readonly kind: 'patron'; readonly userId: string; readonly name: string }
  | {
      readonly kind: 'lent';
      readonly title: string;
      readonly author: string;
      readonly due: string;
      readonly loanId: string;
      readonly barcode: string;
      /** The borrower: a session may have had several patrons. */
      readonly userId: string;
      /** It was lent, and could not be given the due date that the session asks for. */
      readonly dueFailure?: Failure;
    }
  | {
      readonly kind: 'renewed';
      readonly title: string;
      readonly author: string;
      readonly due: string;
      readonly loanId: string;
    }
  | {
      readonly kind: 'returned';
      readonly title: string;
      readonly author: string;
      readonly barcode: string;
      /** `''` in scans of earlier versions, and where the record has none. */
      readonly callNumber?: string;
      readonly next: NextPlace;
    }
  /** The same item again: just now in this session, or it was on this patron's list before. Nothing was sent, or nothing changed. */
  | {
      readonly kind: 'double';
      readonly which: 'justNow' | 'onThisPatron';
      readonly title: string;
      readonly due: string;
    }
  | { readonly kind: 'order'; readonly pol: string; readonly title: string }
  /** Several order lines have this ISBN: one of them is to be scanned, or chosen. The table is as it was. */
  | { readonly kind: 'orders'; readonly orders: readonly OrderChoice[] }
  /**
   * It was taken as a book of the trolley: the book says what becomes of it. `again`: that book was scanned before, or
   * just now, and the scan counts for nothing more.
   */
  | { readonly kind: 'book'; readonly id: string; readonly again: boolean }
  /** A command barcode, known from the scan on. What it did is shown by the action that it ran. */
  | {
      readonly kind: 'command';
      readonly command: CommandBarcode;
      /** Which one of several it asks for, where its code has a number. */
      readonly number?: number;
    }
  /** A loan of this session was taken back: the item was scanned in. */
  | {
      readonly kind: 'undone';
      readonly title: string;
      readonly author: string;
      readonly barcode: string;
      /** Whose loan it was. */
      readonly userId: string;
      readonly next: NextPlace;
    };

/** What can be meant by a scan that could not simply be done: to give the item back, to renew it, to lend it on. */
export const offers = ['return', 'renew', 'returnThenLend'] as const;
export type Offer = (typeof offers)[number];

/** What one key each can do about a scan, for as long as that patron is at the desk. */
export interface Question {
  readonly userId: string;
  readonly offers: readonly Offer[];
}

/** One scan of this session, in the order in which it came. */
export interface ScanView {
  readonly id: string;
  /** 1, 2, 3 … within the session. */
  readonly order: number;
  /** As scanned, with control characters shown as their symbols; at most 200 characters. */
  readonly text: string;
  readonly at: string;
  readonly kind: ScanKind;
  readonly action: 'open' | 'lend' | 'return' | 'renew' | 'find' | 'command';
  readonly state: ScanState;
  readonly result: ScanResult | null;
  /** The title of an item that was turned away, once it was looked up; `''` until then. */
  readonly title: string;
  readonly failure: Failure | null;
  /** What it asks the person; null once that was answered, and where there is nothing to ask. */
  readonly question: Question | null;
  /** From an earlier run of the program: what it was doing when it stopped. */
  readonly recovered: boolean;
}

export const rooms = ['desk', 'receiving'] as const;
export type Room = (typeof rooms)[number];

/**
 * What a scanner typed. `also`: how else its keys could be read, where the keyboard has another layout than the scanner,
 * or a busy machine broke the code in two; taken where one of these is a code by the library's rules, and the text is
 * not. `behind`: what was read so shortly before that two scanners may have run into each other, in each reading.
 */
const Heard = z.object({
  text: z.string().max(100_000),
  also: z.array(z.string().max(1000)).max(5).optional(),
  behind: z.array(z.string().max(100_000)).max(6).optional(),
});

/**
 * What a code is that was scanned where nothing is done with it. Of a patron's card no more is told than that it is one.
 * `pol`: the order line of an item that has not arrived, else `''`; `where`: the item's process or its location, in the
 * service's words.
 */
export type LookedUp =
  | { readonly kind: 'patron' }
  | {
      readonly kind: 'item';
      readonly title: string;
      readonly callNumber: string;
      readonly where: string;
      readonly pol: string;
    }
  | { readonly kind: 'order'; readonly pol: string; readonly title: string };

export const scans = {
  /**
   * Takes a scan. The answer comes once it is durable; what becomes of it is reported by the room's watch.
   * `mode`: an item is lent with a patron open and returned with none (`auto`), or returned in any case (`return`).
   * `by`: what the text is; the id of an item that has no barcode can be lent, and says so itself.
   */
  'scans.submit': asks(
    Heard.extend({
      id: z.uuid(),
      room: z.enum(rooms),
      mode: z.enum(['auto', 'return']),
      via: z.enum(['scanner', 'typed']),
      by: z.enum(['barcode', 'itemId']).default('barcode'),
    }),
  ).answers<ScanView>(),
  /** What a scan is read as, for a field that takes it. Nothing is done with it, and nothing is looked up. */
  'scans.read': asks(Heard).answers<BarcodeReading>(),
  /** What a code is. The library is asked, and nothing is changed, kept or put on a table. */
  'scans.lookUp': asks(Heard).answers<LookedUp>(),
  /**
   * Answers what a scan asks: another scan of the same item, for the patron who was asked about. Refused where they have
   * left the desk (`noPatron`), and where it was answered already (`alreadySent`).
   */
  'scans.answer': asks(z.object({ id: z.uuid(), offer: z.enum(offers) })).answers<null>(),
  /** The window did what a command barcode asks for; or could not, and says why in its own words. */
  'scans.ran': asks(z.object({ id: z.uuid(), why: z.string().max(500).nullable() })).answers<null>(),
  /** Drops a scan that was not sent yet; answers the scan as it is then. */
  'scans.drop': asks(z.object({ id: z.uuid() })).answers<ScanView>(),
} satisfies Record<string, Call>;
