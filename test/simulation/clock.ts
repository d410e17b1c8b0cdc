import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timersPromises from 'node:timers/promises';
import { chanceOf, type Chance } from './chance.ts';
import { Timers, type Timed } from './timers.ts';

/**
 * Time and chance of the whole process. `hold` takes them: timers, the wall clock, monotonic time, random numbers and ids,
 * third parties' (ky, p-queue) too, which is why they are not ports. Nothing waits then: when nobody has anything to do,
 * the time of the next timer comes. Not held, they are the machine's, for people who work with programs of their own.
 */

/** A run of the program that can be killed: what it waits for then never comes. */
export interface Mortal {
  readonly dead: boolean;
}

/** On whose behalf something runs: it follows promises and timers to whatever comes of it. */
export interface Cause {
  /** The step of the history. */
  readonly step: number;
  /** Who dies with it; null for the world's own doings. */
  readonly of: Mortal | null;
  /** The command whose request is leaving, in a call of the client. */
  command?: string | null;
  /** Where the station stood when somebody asked for what this comes of; null where they could not be sure. */
  readonly library?: string | null;
  /** Deals out what becomes of the requests of this step, whatever the steps beside it do. */
  readonly chance: Chance;
}

const causes = new AsyncLocalStorage<Cause>();

export const causeNow = (): Cause | undefined => causes.getStore();
/** From here on, until what is under way here ends, it is on behalf of this. */
export const enter = (cause: Cause): void => causes.enterWith(cause);
export const because = <T>(cause: Cause, work: () => T): T => causes.run(cause, work);

interface Timer extends Timed {
  readonly fire: () => void;
  readonly cause: Cause | undefined;
  gone: boolean;
}

const realImmediate = globalThis.setImmediate;
const realTimeout = globalThis.setTimeout;
const realId = crypto.randomUUID.bind(crypto);
const realNow = performance.now.bind(performance);
const RealDate = Date;

let held = false;
/** In real time people are this many times as quick as those of the simulation. */
let pace = 1;

export function hurry(times: number): void {
  pace = times;
}

/** All that was promised by now has come about: nothing is left but timers. */
export const settled = (): Promise<void> => new Promise((resolve) => void realImmediate(resolve));

let timers = new Timers<Timer>();
let elapsed = 0;
let wall = 0;
let nth = 0;
let order: Chance = chanceOf('none');
let ids: Chance = chanceOf('none');

/** Does something after so many milliseconds; returns how to think better of it. Those of one moment go in any order. */
export function after(ms: number, fire: () => void): () => void {
  const wait = Number.isFinite(ms) && ms > 0 ? ms : 0;
  if (!held) return afterReally(wait / pace, fire);
  nth += 1;
  const timer = { at: elapsed + wait, order: order.next(), nth, fire, cause: causes.getStore(), gone: false };
  timers.put(timer);
  return () => {
    timer.gone = true;
  };
}

/** What is done on behalf of somebody who has died by then is not done. */
function afterReally(ms: number, fire: () => void): () => void {
  const of = causeNow()?.of;
  const timer = realTimeout(() => {
    if (of?.dead !== true) fire();
  }, ms);
  return () => clearTimeout(timer);
}

/** Milliseconds since the world began, or this process: only forward. */
export const now = (): number => (held ? elapsed : realNow());

/** The wall clock is put forward or back. */
export function jump(ms: number): void {
  wall += ms;
}

/** A new world, at this moment of the wall clock. */
export function begin(seed: string, wallMs: number): void {
  timers = new Timers<Timer>();
  elapsed = 0;
  wall = wallMs;
  nth = 0;
  order = chanceOf(seed, 'order');
  ids = chanceOf(seed, 'ids');
}

/** Lets time run to this moment, or until nothing waits for any. */
export async function runUntil(end: number): Promise<void> {
  await settled();
  for (;;) {
    const { next } = timers;
    if (next === undefined || next.at > end) break;
    timers.take();
    if (next.gone || next.cause?.of?.dead === true) continue;
    elapsed = Math.max(elapsed, next.at);
    if (next.cause) causes.run(next.cause, next.fire);
    else causes.exit(next.fire);
    await settled();
  }
  elapsed = Math.max(elapsed, end);
}

class VirtualTimeout {
  readonly #forget: () => void;

  constructor(forget: () => void) {
    this.#forget = forget;
  }

  clear(): void {
    this.#forget();
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

const hex = (digits: number): string =>
  Array.from({ length: digits }, () => ids.below(16).toString(16)).join('');

/** An id that nobody else has, and the same in every run of one seed. */
export const newId = (): crypto.UUID =>
  held ? `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}` : realId();

function seededBytes(size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; at += 1) bytes[at] = ids.below(256);
  return bytes;
}

function sleep<T>(ms = 0, value?: T, options: { signal?: AbortSignal | undefined } = {}): Promise<T> {
  const { signal } = options;
  return new Promise((resolve, reject) => {
    const broken = (): void => {
      forget();
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    if (signal?.aborted === true) {
      reject(new DOMException('The operation was aborted', 'AbortError'));
      return;
    }
    const forget = after(ms, () => {
      signal?.removeEventListener('abort', broken);
      resolve(value as T);
    });
    signal?.addEventListener('abort', broken, { once: true });
  });
}

const wallNow = (): number => wall + elapsed;

class VirtualDate extends RealDate {
  constructor(...input: [] | [number | string | Date]) {
    if (input.length === 0) super(wallNow());
    else super(...(input as [number]));
  }

  static override now(): number {
    return wallNow();
  }
}

/** Takes the time and chance of this process. Before anything else is imported: some keep what they find. */
export function hold(): void {
  held = true;
  Object.assign(globalThis, {
    Date: VirtualDate,
    setTimeout: (fire: (...inputs: unknown[]) => void, ms = 0, ...inputs: unknown[]) =>
      new VirtualTimeout(after(ms, () => fire(...inputs))),
    clearTimeout: (timeout?: unknown) => {
      if (timeout instanceof VirtualTimeout) timeout.clear();
    },
    setInterval: () => {
      throw new Error('nothing in a simulation goes on for ever');
    },
  });
  performance.now = now;
  Math.random = () => ids.next();
  Object.assign(crypto, { randomUUID: newId, randomBytes: seededBytes });
  Object.assign(timersPromises, { setTimeout: sleep });
  syncBuiltinESMExports();
}
