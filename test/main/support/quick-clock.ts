import type { Clock } from '../../../src/main/ports.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Waits until all promises that can settle now have settled. */
export const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Time that passes only when a test says so. For code that waits for nothing but time: no HTTP, no files. */
export class QuickClock implements Clock {
  readonly #start: number;
  #elapsed = 0;
  #sleepers: Sleeper[] = [];
  /** The wall clock is so much ahead of the time that has passed. */
  ahead = 0;

  constructor(start = '2026-11-02T08:00:00.000Z') {
    this.#start = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#start + this.#elapsed + this.ahead);
  }

  monotonic(): number {
    return this.#elapsed;
  }

  /** How many sleeps are pending. */
  get waiting(): number {
    return this.#sleepers.length;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const sleeper = { at: this.#elapsed + ms, wake: () => resolve(undefined) };
    const broken = (): void => {
      this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
      reject(signal?.reason as Error);
    };
    this.#sleepers.push(sleeper);
    signal?.addEventListener('abort', broken, { once: true });
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', broken);
    }
  }

  /** Lets this much time pass; the sleeps that end in it end in the order of their times. */
  async pass(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    await settled();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      const due = next;
      this.#sleepers = this.#sleepers.filter((one) => one !== due);
      this.#elapsed = Math.max(this.#elapsed, due.at);
      due.wake();
      await settled();
    }
    this.#elapsed = end;
  }

  #next(end: number): Sleeper | undefined {
    const [first] = this.#sleepers.toSorted((one, other) => one.at - other.at);
    return first && first.at <= end ? first : undefined;
  }
}
