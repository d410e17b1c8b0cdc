import type { Deps } from '../deps.ts';
import type { BookWork } from './book-work.ts';
import type { GivenBarcodes } from './given-barcodes.ts';
import type { ReceivingRooms } from './rooms.ts';
import type { SentItems } from './sent-items.ts';
import type { Trolleys } from './trolleys.ts';
import type { UnfinishedItems } from './unfinished.ts';

/** What the work of the receiving room needs. */
export interface Receiving {
  readonly deps: Deps;
  readonly unfinished: UnfinishedItems;
  readonly sent: SentItems;
  readonly rooms: ReceivingRooms;
  readonly trolleys: Trolleys;
  readonly books: BookWork;
  readonly given: GivenBarcodes;
}

/** What receiving and keeping an item needs: no window, and no trolley. */
export type ReceivingWork = Pick<Receiving, 'deps' | 'unfinished' | 'sent'>;
