import type { LocationJobInFull } from '../../../../contract/configuration-locations.ts';
import type { Reply } from '../../../../contract/define.ts';
import type { Failure } from '../../../../contract/failure.ts';
import { call } from '../../../api.ts';

/** Which rows of a job are shown. */
export type ShownRows = 'all' | 'open' | 'notWritten';

/** The job that is open: what came of each row. */
export class OpenLocationJob {
  value: LocationJobInFull = $state.raw() as LocationJobInFull;
  /** This window runs it. */
  busy = $state(false);
  /** It was asked to pause, and finishes its row. */
  pausing = $state(false);
  failure = $state.raw<Failure | null>(null);
  shown = $state<ShownRows>('all');
  at = $state('');

  constructor(job: LocationJobInFull) {
    this.value = job;
  }

  get id(): string {
    return this.value.id;
  }

  /** Goes on with it until it is finished, paused, or cannot go on. */
  async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const { id } = this;
    this.#take(
      await call(
        'configuration.locations.run',
        { id },
        {
          onProgress: ({ nth, row }) => {
            this.value = { ...this.value, rows: this.value.rows.with(nth, row) };
          },
        },
      ),
    );
    this.busy = false;
    this.pausing = false;
  }

  /** Stops before the next row, in whichever window it runs. */
  async pause(): Promise<void> {
    this.pausing = true;
    const reply = await call('configuration.locations.pause', { id: this.id });
    if (!reply.ok) this.failure = reply.failure;
  }

  /** Reads it again: another window has gone on with it, or a row was found out. */
  async load(): Promise<void> {
    if (!this.busy) this.#take(await call('configuration.locations.job', { id: this.id }));
  }

  #take(reply: Reply<LocationJobInFull>): void {
    this.failure = reply.ok ? null : reply.failure;
    if (reply.ok) this.value = reply.value;
  }
}
