import { m } from '../../messages/compiled/messages.js';
import type { Failure } from '../../contract/failure.ts';
import { call } from '../api.ts';

/** Prints the sheet on screen, or saves it as a file. */
export class SheetPrinting {
  busy = $state<'paper' | 'pdf' | null>(null);
  /** The last outcome, as a sentence. */
  done = $state('');
  failure = $state.raw<Failure | null>(null);

  async print(to: 'paper' | 'pdf'): Promise<void> {
    this.busy = to;
    this.done = '';
    this.failure = null;
    const reply = await call('station.print', { to });
    this.busy = null;
    if (!reply.ok) this.failure = reply.failure;
    else if (reply.value.file !== null) this.done = m.station_samples_saved({ file: reply.value.file });
    else if (to === 'paper' && !reply.value.stopped) this.done = m.station_samples_printed();
  }
}
