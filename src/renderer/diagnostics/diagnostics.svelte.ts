import type { DiagnosticsReport, LastRun } from '../../contract/diagnostics.ts';
import type { Failure } from '../../contract/failure.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import { slowAfter } from '../ui/slow-after.ts';

/** The report of this installation: shown, then saved or copied as it is shown. */
export class DiagnosticsState {
  shown = $state.raw<{ readonly report: DiagnosticsReport; readonly text: string } | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** What waits for its answer. */
  busy = $state<'read' | 'save' | 'copy' | null>(null);
  /** Gathering takes long enough to say so. */
  slow = $state(false);
  /** What was done with it last, as a sentence. */
  done = $state('');
  /** The crash dumps go into the file. Never kept: each time it is asked anew. */
  dumps = $state(false);
  view = $state<'tables' | 'text'>('tables');

  #mode = '';

  /** Gathers a report at this service, unless it was done. */
  async readAt(mode: string): Promise<void> {
    if (mode === this.#mode) return;
    this.#mode = mode;
    await this.read();
  }

  async read(): Promise<void> {
    if (this.busy) return;
    this.busy = 'read';
    this.#begin();
    const timer = setTimeout(() => (this.slow = true), slowAfter);
    const reply = await call('diagnostics.read', {});
    clearTimeout(timer);
    this.slow = false;
    this.busy = null;
    if (reply.ok) this.shown = reply.value;
    else this.failure = reply.failure;
  }

  async save(): Promise<void> {
    if (this.busy) return;
    this.busy = 'save';
    this.#begin();
    const reply = await call('diagnostics.save', { dumps: this.dumps });
    this.busy = null;
    // The next file has them only where that is chosen again.
    if (reply.ok && reply.value) this.dumps = false;
    if (!reply.ok) this.failure = reply.failure;
    else if (reply.value) this.done = m.diagnostics_saved({ file: reply.value.savedAs });
  }

  async copy(): Promise<void> {
    if (this.busy) return;
    this.busy = 'copy';
    this.#begin();
    const reply = await call('diagnostics.copy', {});
    this.busy = null;
    if (reply.ok) this.done = m.diagnostics_copied();
    else this.failure = reply.failure;
  }

  #begin(): void {
    this.failure = null;
    this.done = '';
  }
}

/** How the last run ended, until the user has seen it. */
export class LastRunState {
  now = $state.raw<LastRun | null>(null);

  async read(): Promise<void> {
    const reply = await call('diagnostics.lastRun', {});
    if (reply.ok) this.now = reply.value;
  }

  async seen(): Promise<void> {
    this.now = null;
    await call('diagnostics.lastRunSeen', {});
  }
}
