import type { Failure } from '../../contract/failure.ts';
import type { JournalView } from '../../contract/journal.ts';
import { call, watch } from '../api.ts';

/** The journal of this station, as main reports it. */
export class JournalState {
  /** Null until main's first report. */
  view = $state.raw<JournalView | null>(null);
  /** A call waits for its answer. */
  busy = $state(false);
  failure = $state.raw<Failure | null>(null);

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('journal.watch', (view) => (this.view = view));
  }

  /** The user has read what was lost. */
  async acknowledge(): Promise<void> {
    const shown = this.view?.state === 'salvaged' ? this.view.losses : [];
    await this.#run(() => call('journal.acknowledge', { keptAs: shown.map(({ keptAs }) => keptAs) }));
  }

  async tryAgain(): Promise<void> {
    await this.#run(() => call('journal.tryAgain', {}));
  }

  async goOnWithout(): Promise<void> {
    await this.#run(() => call('journal.goOnWithout', {}));
  }

  async #run(act: () => ReturnType<typeof call<'journal.tryAgain'>>): Promise<void> {
    this.busy = true;
    const reply = await act();
    this.busy = false;
    this.failure = reply.ok ? null : reply.failure;
  }
}
