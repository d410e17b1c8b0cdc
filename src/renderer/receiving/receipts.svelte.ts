import type { Failure } from '../../contract/failure.ts';
import { slowAfter } from '../ui/slow-after.ts';
import { Receipt, type Subject } from './receipt.svelte.ts';

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
      ({ about: { act }, state }) =>
        (act === 'receive' || act === 'keep') && (state === 'done' || state === 'unfinished'),
    ).length;
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
  complete(receipt: Receipt, state: 'done' | 'unfinished' | 'failed', failure: Failure | null): void {
    receipt.state = state;
    receipt.failure = failure;
    this.latest = { receipt, when: performance.now() };
    this.#onOutcome(receipt);
  }

  /** Removes all receipts whose outcome is known. */
  clearCompleted(): void {
    this.list = this.list.filter(({ state }) => state === 'sent');
    this.latest = null;
  }
}
