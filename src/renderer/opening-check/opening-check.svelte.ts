import type { Failure } from '../../contract/failure.ts';
import type { CheckLine, OpeningReport } from '../../contract/opening-check.ts';
import type { StationView } from '../../contract/station.ts';
import { call } from '../api.ts';
import type { SectionState } from '../app/shell.svelte.ts';

/** The opening check of this window: while it runs, and what it found. */
export class OpeningCheck implements SectionState {
  /** What is known so far, or was when it was stopped. */
  lines = $state.raw<readonly CheckLine[]>([]);
  /** All of it; null while it runs, and where it was stopped. */
  report = $state.raw<OpeningReport | null>(null);
  running = $state.raw<{ readonly done: number; readonly total: number } | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** It was stopped before its end. */
  stopped = $state(false);
  /** Another service was connected in this window, and not checked yet. */
  offered = $state(false);
  #stop: AbortController | null = null;

  async run(): Promise<void> {
    this.#stop?.abort();
    const stop = new AbortController();
    this.#stop = stop;
    this.offered = false;
    this.stopped = false;
    this.failure = null;
    this.report = null;
    this.lines = [];
    this.running = { done: 0, total: 0 };
    const reply = await call(
      'openingCheck.run',
      {},
      {
        signal: stop.signal,
        onProgress: ({ line, done, total }) => {
          if (this.#stop !== stop) return;
          this.lines = [...this.lines, line];
          this.running = { done, total };
        },
      },
    );
    if (this.#stop !== stop) return;
    this.running = null;
    this.#stop = null;
    if (reply.ok) {
      this.report = reply.value;
      this.lines = reply.value.lines;
    } else if (reply.failure.kind !== 'cancelled') this.failure = reply.failure;
  }

  /**
   * The report, where it is of the library that the station is at. Which one that is may not be known yet: until then
   * the report of another service is not shown as its.
   */
  reportAt({ mode, libraryId }: Pick<StationView, 'mode' | 'libraryId'>): OpeningReport | null {
    const { report } = this;
    if (report?.mode !== mode || (libraryId !== null && report.library !== libraryId)) return null;
    return report;
  }

  /** What is known by then stays. */
  stop(): void {
    if (!this.running) return;
    this.#stop?.abort();
    this.#stop = null;
    this.running = null;
    this.stopped = true;
  }

  /** Another library: nothing of this holds there. The offer to check it is made after this. */
  forget(): void {
    this.#stop?.abort();
    this.#stop = null;
    this.running = null;
    this.stopped = false;
    this.failure = null;
    this.report = null;
    this.lines = [];
  }
}
