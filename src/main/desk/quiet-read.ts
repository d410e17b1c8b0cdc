import type { Clock } from '../ports.ts';

/** How long nothing may happen before it counts as quiet. */
const quietMs = 1500;

/** Reads something again once it has been quiet for a while: not after every scan while a queue runs. */
export class QuietRead {
  readonly #clock: Clock;
  readonly #closing: AbortSignal;
  readonly #read: (signal: AbortSignal) => Promise<void>;
  #waiting = new AbortController();

  constructor(clock: Clock, closing: AbortSignal, read: (signal: AbortSignal) => Promise<void>) {
    this.#clock = clock;
    this.#closing = closing;
    this.#read = read;
  }

  /** Begins to wait anew. */
  wait(): void {
    this.stop();
    const { signal } = (this.#waiting = new AbortController());
    const either = AbortSignal.any([signal, this.#closing]);
    void this.#clock
      .sleep(quietMs, either)
      .then(() => this.#read(either))
      // What could not be read stays as it was, until the next scan or a refresh.
      .catch(() => undefined);
  }

  stop(): void {
    this.#waiting.abort();
  }
}
