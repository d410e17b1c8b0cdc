import type { Failure } from '../../contract/failure.ts';
import type { Alert } from '../../contract/trolley.ts';
import { instant } from '../ui/format.ts';

/** `keep`: receive and keep. `finish`: keep an item that was only received. `settle`: take it off the list of unfinished. */
export type ReceiptAct = 'receive' | 'keep' | 'barcode' | 'finish' | 'settle';

/** `unfinished`: received, and not in its department yet. `toSee`: that, because its alerts are to be seen first. */
export type ReceiptState = 'sent' | 'done' | 'toSee' | 'unfinished' | 'failed';

/** What a row shows: the action and its item, as the item was then. */
export interface Subject {
  readonly act: ReceiptAct;
  readonly pol: string;
  readonly pid: string;
  readonly title: string;
  /** `''` where the item has none. */
  readonly barcode: string;
  readonly department: string;
  readonly status: string;
  /** The name of the first patron with a hold on it; `''` if there is none. */
  readonly holdFor: string;
  /** Its number among the items of its order line, where several were received in one go. */
  readonly number?: number;
}

/** One thing done in the receiving room, as a row of the trolley. */
export class Receipt {
  /** Also the intent of the call: the same row is never done twice. */
  readonly id = crypto.randomUUID();
  readonly at = instant();
  readonly about: Subject;
  state = $state<ReceiptState>('sent');
  failure = $state.raw<Failure | null>(null);
  /** What is to be seen. Its entry of the unfinished is in the way until it is. */
  alerts = $state.raw<readonly Alert[]>([]);
  /** Done, but the order line could not be read after it. */
  unread = $state(false);
  /** The call takes noticeably long. */
  slow = $state(false);
  readonly #stop = new AbortController();

  constructor(about: Subject) {
    this.about = about;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Stops waiting. If the command was sent already, it may have happened; the row then says that this is not known. */
  stop(): void {
    this.#stop.abort();
  }
}
