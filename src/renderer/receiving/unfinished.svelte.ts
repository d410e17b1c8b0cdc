import type { Failure } from '../../contract/failure.ts';
import type { ItemOutcome, UnfinishedView } from '../../contract/receiving.ts';
import type { KeepIds } from '../../contract/trolley.ts';
import { call } from '../api.ts';
import { ItemJob } from './item-job.svelte.ts';
import type { Receipts } from './receipts.svelte.ts';
import type { ReceiveSettings } from './settings.svelte.ts';
import { entrySubject } from './subjects.ts';
import type { JobSum } from './sum-text.ts';

interface UnfinishedParts {
  readonly settings: ReceiveSettings;
  readonly receipts: Receipts;
  /** Whether a book of the trolley has this entry. */
  readonly isOfBook: (id: string) => boolean;
  /** A person is to name the title and the holding of an item. */
  readonly askIds: (entry: UnfinishedView) => void;
  /** All were gone through, or it was stopped. */
  readonly onFinishedAll: (sum: JobSum) => void;
}

/** The items that were received and are not in their department yet, as main reports them, and what is done about them. */
export class Unfinished {
  all = $state.raw<readonly UnfinishedView[]>([]);
  /** Finishing all of them, one by one. */
  readonly job = new ItemJob();
  /** Why all of them could not be finished. */
  failure = $state.raw<Failure | null>(null);
  readonly #parts: UnfinishedParts;
  /** Those that have only to be finished; and those of another library, which are finished, and seen, only there. */
  readonly toFinish = $derived(this.all.filter(({ seen, elsewhere }) => seen || elsewhere !== null));
  /** Those whose alerts are to be seen first. A book of the trolley says that itself. */
  readonly unseen = $derived.by(() =>
    this.all.filter(
      ({ seen, elsewhere, running, id }) => !seen && !elsewhere && !running && !this.#parts.isOfBook(id),
    ),
  );
  /** The first that can be finished here and is not being finished. */
  readonly next = $derived(
    this.toFinish.find(({ running, elsewhere }) => !running && elsewhere === null) ?? null,
  );
  /** How many can be finished here by one key. */
  readonly finishable = $derived(
    this.toFinish.filter(({ running, elsewhere, needsIds }) => !running && !elsewhere && !needsIds).length,
  );

  constructor(parts: UnfinishedParts) {
    this.#parts = parts;
  }

  /**
   * Keeps an item that was received and not kept; by default the first that can be finished. Answers the failure.
   *
   * @param ids of the title and the holding, from a person, where neither the order line nor the item names them
   */
  async finish(entry = this.next, ids: KeepIds | null = null): Promise<Failure | null> {
    const { receipts, settings, askIds } = this.#parts;
    if (!entry || entry.elsewhere || receipts.pendingFor(entry.pid)) return null;
    if (entry.needsIds && !ids) {
      askIds(entry);
      return null;
    }
    const receipt = receipts.add(entrySubject(settings, 'finish', entry));
    const reply = await call('receiving.finish', { id: entry.id, ids }, { signal: receipt.signal });
    if (reply.ok) this.all = reply.value.unfinished;
    if (!reply.ok) {
      receipts.complete(receipt, 'failed', reply.failure);
      return reply.failure;
    }
    const { unfinished, alerts } = reply.value;
    const stillListed = unfinished.find(({ id }) => id === entry.id);
    const failure = stillListed?.failure ?? null;
    // If it is still on the list after the answer, it was received and not kept.
    const state = !stillListed ? 'done' : stillListed.seen ? 'unfinished' : 'toSee';
    receipts.complete(receipt, state, failure, alerts);
    return failure;
  }

  /** The alerts of an entry were seen: its item is kept, where it is to be. Answers why that could not be noted. */
  async see(entry: UnfinishedView): Promise<Failure | null> {
    // That an item was not kept is said by its row.
    if (entry.toKeep) return this.finish(entry).then(() => null);
    const reply = await call('receiving.finish', { id: entry.id });
    if (reply.ok) this.all = reply.value.unfinished;
    return reply.ok ? null : reply.failure;
  }

  /** Finishes all that can be finished here, one by one. Alerts that nobody has seen stay, and so does what needs ids. */
  async finishAll(): Promise<void> {
    const { receipts, settings } = this.#parts;
    const entries = this.all;
    const note = (outcome: ItemOutcome): void => {
      const entry = entries.find(({ pid }) => pid === outcome.pid);
      if (entry) receipts.addOutcome(entrySubject(settings, 'finish', entry), outcome);
    };
    const reply = await this.job.run(this.finishable, note, (options) =>
      call('receiving.finishAll', {}, options),
    );
    if (!reply) return;
    this.failure = reply.ok ? null : reply.failure;
    if (!reply.ok) return;
    this.all = reply.value.unfinished;
    this.#parts.onFinishedAll({ outcomes: reply.value.outcomes, title: '' });
  }

  /** Takes an entry off the list: a person has handled it elsewhere. */
  async settle(entry: UnfinishedView): Promise<void> {
    const { receipts, settings } = this.#parts;
    const receipt = receipts.add(entrySubject(settings, 'settle', entry));
    const reply = await call('receiving.settle', { id: entry.id });
    if (reply.ok) this.all = reply.value.unfinished;
    receipts.complete(receipt, reply.ok ? 'done' : 'failed', reply.ok ? null : reply.failure);
  }
}
