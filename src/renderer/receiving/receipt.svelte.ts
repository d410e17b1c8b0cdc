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
  /** What is to be seen: before it is kept, or, where it is done, what only doing it has shown. */
  alerts = $state.raw<readonly Alert[]>([]);
  /** A person has seen the alerts of what is done. */
  seen = $state(false);
  /** Done, but the order line could not be read after it. */
  unread = $state(false);
  /** The call takes noticeably long. */
  slow = $state(false);
  readonly #stop = new AbortController();

  constructor(about: Subject) {
    this.about = about;
  }

  /** It is done, and what it has shown is in the way until it is seen. Before that, its entry of the unfinished is. */
  get isToBeSeen(): boolean {
    return this.state === 'done' && this.alerts.length > 0 && !this.seen;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Stops waiting. If the command was sent already, it may have happened; the row then says that this is not known. */
  stop(): void {
    this.#stop.abort();
  }
}
