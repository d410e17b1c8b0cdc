import { systemClock } from '../../../src/main/clock.ts';
import type { Clock } from '../../../src/main/ports.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time passes by itself over waits of at most this length: a person at the desk waits so long. */
const shortMs = 3000;

/** Real milliseconds in which nothing may be under way before time moves by itself. */
const calmMs = 3;

/**
 * Time that moves only where nothing is under way: by itself over the short waits of which the desk's answers are made,
 * and over a long one only as far as a test says. What happens between is in the order of its times.
 */
export class VirtualClock implements Clock {
  readonly #start: number;
  #elapsed = 0;
  #sleepers: Sleeper[] = [];
  #underWay = 0;
  #lastBusy = performance.now();
  #moving = false;
  /** How far a test lets time pass. */
  #until = 0;
  /** The wall clock is so much ahead of the time that has passed. */
  ahead = 0;

  constructor(start: string | number = Date.now()) {
    this.#start = typeof start === 'string' ? Date.parse(start) : start;
  }

  now(): Date {
    return new Date(this.#start + this.#elapsed + this.ahead);
  }

  monotonic(): number {
    return this.#elapsed;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const sleeper = { at: this.#elapsed + ms, wake: () => resolve(undefined) };
    this.#sleepers.push(sleeper);
    const aborted = (): void => {
      this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', aborted, { once: true });
    // A short wait needs no test that lets time pass.
    if (ms <= shortMs) this.#until = Math.max(this.#until, sleeper.at);
    void this.#move();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', aborted);
    }
  }

  /** For work that takes real time, such as a call over HTTP: no time passes until it ends. */
  async busy<T>(work: Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await work;
    } finally {
      this.#underWay -= 1;
      this.#lastBusy = performance.now();
    }
  }

  /** Waits inside such work for nothing but time, as a slow service does: that time passes by itself. */
  async elapse(ms: number): Promise<void> {
    this.#underWay -= 1;
    try {
      await this.sleep(ms);
    } finally {
      this.#underWay += 1;
      this.#lastBusy = performance.now();
    }
  }

  /** Lets this much time pass, and waits for everything that happens in it. */
  async pass(ms: number): Promise<void> {
    const end = this.#elapsed + ms;
    this.#until = Math.max(this.#until, end);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#sleepers.push({ at: end, wake: () => resolve(undefined) });
    void this.#move();
    await promise;
    await this.#calm();
  }

  async #move(): Promise<void> {
    if (this.#moving) return;
    this.#moving = true;
    for (let next = this.#next(); next; next = this.#next()) {
      await this.#calm();
      const due = this.#next();
      if (!due) break;
      this.#sleepers = this.#sleepers.filter((one) => one !== due);
      this.#elapsed = Math.max(this.#elapsed, due.at);
      this.#lastBusy = performance.now();
      due.wake();
      await systemClock.sleep(0);
    }
    this.#moving = false;
  }

  #next(): Sleeper | undefined {
    const [first] = this.#sleepers.toSorted((one, other) => one.at - other.at);
    return first && first.at <= this.#until ? first : undefined;
  }

  async #calm(): Promise<void> {
    do await systemClock.sleep(1);
    while (this.#underWay > 0 || performance.now() - this.#lastBusy < calmMs);
  }
}
