import type { Failure } from '../../contract/failure.ts';
import { instant } from '../ui/format.ts';

/** What was asked for: receive, receive and keep, give a barcode, finish one that was not kept, take it off the list. */
export type ReceiptAct = 'receive' | 'keep' | 'barcode' | 'finish' | 'settle';

/** `unfinished`: received, and not in its department yet. */
export type ReceiptState = 'sent' | 'done' | 'unfinished' | 'failed';

/** What a row says about the thing it was done to, as it was when it was asked for. */
export interface Subject {
  readonly act: ReceiptAct;
  readonly pol: string;
  readonly pid: string;
  readonly title: string;
  /** `''` where the item has none. */
  readonly barcode: string;
  readonly department: string;
  readonly status: string;
  /** Who has it on hold, by name; the book goes to the first of them. */
  readonly holdFor: string;
}

/** One thing done in the receiving room, as a row of the trolley. */
export class Receipt {
  /** Also the intent that main is asked with: the same row never posts twice. */
  readonly id = crypto.randomUUID();
  readonly at = instant();
  readonly about: Subject;
  state = $state<ReceiptState>('sent');
  failure = $state.raw<Failure | null>(null);
  /** Done, and the order line could not be read after it. */
  unread = $state(false);
  /** Takes longer than a person notices. */
  slow = $state(false);
  readonly #stop = new AbortController();

  constructor(about: Subject) {
    this.about = about;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Waits no longer. What was sent already may have happened: the row then says that it is not known. */
  stop(): void {
    this.#stop.abort();
  }
}
