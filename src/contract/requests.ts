import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Day, Id, Intent, type Accepted, type Coded } from './common.ts';

const Short = z.string().max(200);
const Long = z.string().max(2000);
const Scanned = z.string().max(1000);
const Type = z.enum(['HOLD', 'BOOKING', 'DIGITIZATION']);

/** Holds, bookings and digitization, by the service's names. */
export type RequestType = z.output<typeof Type>;

/**
 * What a person says of a request, as typed and as shown: `''` where nothing is said. Each type has its own part of
 * it: what does not belong to the type is not sent. Source: User requests; the names from deployed services.
 */
const Fields = z.object({
  pickupLibrary: Short,
  /** `''` for a library that has one desk. */
  pickupDesk: Short,
  /** After this day a hold or a digitization is of no use any more. */
  lastInterest: Day,
  comment: Long,
  /** A booking is from here … Without a time: from the beginning of the day. */
  startDay: Day,
  startTime: z.string().max(40),
  /** … to here. Without a time: to the end of the day. */
  endDay: Day,
  endTime: z.string().max(40),
  /** Digitization of a part, which the next six name, or of the whole. */
  partial: z.boolean(),
  chapterTitle: Long,
  chapterAuthor: Long,
  volume: Short,
  issue: Short,
  part: Short,
  /** `12-31, 40`. */
  pages: Long,
  /** The patron has signed the copyright declaration. */
  copyright: z.boolean(),
});
export type RequestFields = z.output<typeof Fields>;

export interface RequestView {
  readonly requestId: string;
  readonly type: Coded;
  readonly status: Coded;
  /** What is being done for a digitization, in the service's words. */
  readonly task: string;
  readonly title: string;
  readonly author: string;
  readonly barcode: string;
  readonly mmsId: string;
  readonly pickup: string;
  readonly placeInQueue: number | null;
  readonly requested: string;
  readonly expiry: string;
  /** Moments, `''` for what is no booking. */
  readonly start: string;
  readonly end: string;
  /** Null for one that was not cancelled. */
  readonly cancelled: { readonly reason: Coded; readonly note: string; readonly at: string } | null;
  readonly fields: RequestFields;
}

/** An item as it is now, to show what a request would be for. */
export interface ItemView {
  readonly barcode: string;
  readonly pid: string;
  readonly mmsId: string;
  readonly holdingId: string;
  readonly title: string;
  readonly author: string;
  readonly callNumber: string;
  readonly library: string;
  readonly location: string;
  readonly available: boolean;
  readonly process: string;
}

const OfRequest = z.object({ userId: Id, requestId: Id });
const Command = OfRequest.extend({ intent: Intent });

export const requests = {
  'requests.list': asks(
    z.object({ userId: Id, type: Type.optional(), status: z.enum(['active', 'history']).optional() }),
  ).answers<{ readonly requests: readonly RequestView[]; readonly total: number }>(),
  /** One request as it is now: an edit starts from it. */
  'requests.get': asks(OfRequest).answers<RequestView>(),
  'requests.reasons': asks(z.object({})).answers<readonly Coded[]>(),
  'requests.item': asks(z.object({ barcode: Scanned })).answers<ItemView>(),
  /** A request for one item (by barcode), for any copy of a holding, or for any copy of a title. */
  'requests.place': asks(
    z.object({
      intent: Intent,
      userId: Id,
      type: Type,
      on: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('item'), barcode: Scanned }),
        /** `mmsId`: of the copy that was looked up, `''` where only the holding's number was typed. */
        z.object({ kind: z.literal('holding'), holdingId: Scanned, mmsId: Scanned }),
        z.object({ kind: z.literal('title'), mmsId: Scanned }),
      ]),
      fields: Fields,
    }),
  ).answers<Accepted<RequestView>>(),
  /** Saves an edit. `seen` is the request as the user saw it: if it has changed since, this is a `conflict` and nothing is written. */
  'requests.update': asks(Command.extend({ seen: Fields, fields: Fields })).answers<Accepted<RequestView>>(),
  /** Moves a digitization to its next step. `release`: its item is needed no more. */
  'requests.nextStep': asks(Command.extend({ release: z.boolean() })).answers<Accepted<RequestView>>(),
  'requests.cancel': asks(Command.extend({ reason: Short, note: Long })).answers<null>(),
} satisfies Record<string, Call>;
