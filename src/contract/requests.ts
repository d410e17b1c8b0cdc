import * as z from 'zod';
import { asks, type Call } from './define.ts';
import { Id, Intent, type Coded } from './common.ts';

export interface RequestView {
  readonly requestId: string;
  readonly type: Coded;
  readonly status: Coded;
  readonly title: string;
  readonly author: string;
  readonly barcode: string;
  readonly pickup: string;
  readonly placeInQueue: number | null;
  readonly requested: string;
  readonly expiry: string;
  readonly comment: string;
}

/** An item as it stands, to show what a request would be for. */
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

export const requests = {
  'requests.list': asks(z.object({ userId: Id })).answers<{
    readonly requests: readonly RequestView[];
    readonly total: number;
  }>(),
  'requests.reasons': asks(z.object({})).answers<readonly Coded[]>(),
  'requests.item': asks(z.object({ barcode: z.string().max(1000) })).answers<ItemView>(),
  /** A hold on an item (by barcode) or on a title (by its MMS id), to be picked up at a library. */
  'requests.place': asks(
    z.object({
      intent: Intent,
      userId: Id,
      on: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('item'), barcode: z.string().max(1000) }),
        z.object({ kind: z.literal('title'), mmsId: z.string().max(1000) }),
      ]),
      pickupLibrary: Id,
      comment: z.string().max(2000),
    }),
  ).answers<RequestView>(),
  'requests.cancel': asks(
    z.object({
      intent: Intent,
      userId: Id,
      requestId: Id,
      reason: z.string().max(200),
      note: z.string().max(2000),
    }),
  ).answers<null>(),
} satisfies Record<string, Call>;
