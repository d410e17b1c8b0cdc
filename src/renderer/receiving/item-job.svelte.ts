import type { ItemOutcome, ItemProgress } from '../../contract/receiving.ts';

/** How far a job over several items is. */
interface Progress {
  readonly done: number;
  readonly total: number;
  /** The item under way is waited for, and no other begun. */
  readonly stopping: boolean;
}

/** A job that goes through several items one by one, and can be stopped between two. */
export class ItemJob {
  progress = $state.raw<Progress | null>(null);
  #stop: AbortController | null = null;

  /**
   * Runs the job, one at a time.
   *
   * @param onOutcome called with each outcome as it comes
   * @returns what the work answers; null where a job runs already
   */
  async run<R>(
    total: number,
    onOutcome: (outcome: ItemOutcome) => void,
    work: (options: { signal: AbortSignal; onProgress: (report: ItemProgress) => void }) => Promise<R>,
  ): Promise<R | null> {
    if (this.progress) return null;
    const stop = new AbortController();
    this.#stop = stop;
    this.progress = { done: 0, total, stopping: false };
    const reply = await work({
      signal: stop.signal,
      onProgress: ({ done, total: now, outcome }) => {
        this.progress = { done, total: now, stopping: stop.signal.aborted };
        onOutcome(outcome);
      },
    });
    this.progress = null;
    this.#stop = null;
    return reply;
  }

  /** Stops after the item under way. */
  stop(): void {
    if (!this.progress) return;
    this.progress = { ...this.progress, stopping: true };
    this.#stop?.abort();
  }
}
