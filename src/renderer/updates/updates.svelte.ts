import type { Failure } from '../../contract/failure.ts';
import type { UpdatesView } from '../../contract/updates.ts';
import { call, watch } from '../api.ts';

/** Updates of the program, as main reports them. */
export class UpdatesState {
  view = $state.raw<UpdatesView | null>(null);
  /** Of what was asked for last. */
  failure = $state.raw<Failure | null>(null);

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('updates.watch', (view) => (this.view = view));
  }

  /** Whether the bar says so: only where this program installs it, and there is something to know. */
  get isTold(): boolean {
    const { view } = this;
    return view?.by === 'itself' && (view.state === 'ready' || view.newer?.isOverdue === true);
  }

  /** How updates are wanted here. */
  async setMode(mode: UpdatesView['mode']): Promise<void> {
    const reply = await call('updates.mode', { mode });
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.view = reply.value;
  }

  check(): Promise<Failure | null> {
    return this.#ask('updates.check');
  }

  download(): Promise<Failure | null> {
    return this.#ask('updates.download');
  }

  install(): Promise<Failure | null> {
    return this.#ask('updates.install');
  }

  async #ask(name: 'updates.check' | 'updates.download' | 'updates.install'): Promise<Failure | null> {
    const reply = await call(name, {});
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.view = reply.value;
    return this.failure;
  }
}
