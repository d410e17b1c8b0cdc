import type { Takings } from '../../contract/takings.ts';
import { call } from '../api.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';

/** The takings of this window, as main's journal has them. */
export class TakingsReport {
  since = $state<'report' | 'opened'>('report');
  readonly read = new Listing<Takings>((signal) => call('takings.read', { since: this.since }, { signal }));
  readonly closing = new Submission<Takings>();
  /** The report that was made: it stays on screen, to be printed and copied. */
  made = $state.raw<Takings | null>(null);
  readonly shown = $derived(this.made ?? this.read.value);

  async show(since: 'report' | 'opened'): Promise<void> {
    this.since = since;
    this.made = null;
    await this.read.load();
  }

  async close(): Promise<void> {
    if (this.made || this.since !== 'report') return;
    this.made = await this.closing.run((_, signal) => call('takings.close', {}, { signal }));
  }
}
