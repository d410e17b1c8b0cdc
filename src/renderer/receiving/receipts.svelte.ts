import type { Failure } from '../../contract/failure.ts';
import type { ItemOutcome } from '../../contract/receiving.ts';
import type { Alert } from '../../contract/trolley.ts';
import { slowAfter } from '../ui/slow-after.ts';
import { Receipt, type ReceiptState, type Subject } from './receipt.svelte.ts';

/** What was done in the receiving room in this window, for the trolley. */
export class Receipts {
  /** Newest first. */
  list = $state.raw<readonly Receipt[]>([]);
  /** The receipt whose outcome came last, and when. */
  latest = $state.raw<{ readonly receipt: Receipt; readonly when: number } | null>(null);
  readonly #onOutcome: (receipt: Receipt) => void;

  /** @param onOutcome called once for each receipt, when its outcome is known */
  constructor(onOutcome: (receipt: Receipt) => void) {
    this.#onOutcome = onOutcome;
  }

  /** How many items were received. */
  get receivedCount(): number {
    return this.list.filter(
      ({ about: { act }, state }) => (act === 'receive' || act === 'keep') && isReceived(state),
    ).length;
  }

  /** The ids of the items that were kept, with their receipt or after it. */
  get keptPids(): readonly string[] {
    return this.list.flatMap(({ about: { act, pid }, state }) =>
      (act === 'keep' || act === 'finish') && state === 'done' ? [pid] : [],
    );
  }

  /** What is being done to an item now. */
  pendingFor(pid: string): Receipt | null {
    return this.list.find((receipt) => receipt.state === 'sent' && receipt.about.pid === pid) ?? null;
  }

  add(subject: Subject): Receipt {
    const receipt = new Receipt(subject);
    this.list = [receipt, ...this.list];
    setTimeout(() => (receipt.slow = true), slowAfter);
    return receipt;
  }

  /** Notes the outcome of a receipt. */
  complete(
    receipt: Receipt,
    state: Exclude<ReceiptState, 'sent'>,
    failure: Failure | null,
    alerts: readonly Alert[] = [],
  ): void {
    receipt.state = state;
    receipt.failure = failure;
    receipt.alerts = alerts;
    this.latest = { receipt, when: performance.now() };
    this.#onOutcome(receipt);
  }

  /** Adds the row of one of several items that were gone through in one go; the sum is said once, at the end. */
  addOutcome(subject: Subject, { state, failure, alerts }: ItemOutcome): void {
    if (state === 'stopped') return;
    const receipt = new Receipt(subject);
    receipt.state = stateOf[state];
    receipt.failure = failure;
    receipt.alerts = alerts;
    this.list = [receipt, ...this.list];
  }

  /** Removes all receipts whose outcome is known. */
  clearCompleted(): void {
    this.list = this.list.filter(({ state }) => state === 'sent');
    this.latest = null;
  }
}

const isReceived = (state: ReceiptState): boolean =>
  state === 'done' || state === 'unfinished' || state === 'toSee';

const stateOf: Readonly<Record<Exclude<ItemOutcome['state'], 'stopped'>, ReceiptState>> = {
  received: 'done',
  kept: 'done',
  toSee: 'toSee',
  unfinished: 'unfinished',
  refused: 'failed',
  unclear: 'failed',
};
