import { setTimeout as wait } from 'node:timers/promises';
import type { Again } from './judge.ts';

/** Waiting and randomness of the client, as a port: tests need not wait. */
export interface Pace {
  /** Waits; rejects as soon as the signal aborts. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<unknown>;
  /** From 0 up to, not including, 1. */
  readonly random: () => number;
}

export const realPace: Pace = {
  sleep: (ms, signal) => wait(ms, undefined, signal && { signal }),
  random: Math.random,
};

const passingTries = 5;
const passingMs = 2000;
const backOffTries = 4;
const firstBackOffMs = 400;
/** A longer wait than this is for a person to decide. */
const longestWaitMs = 20_000;

/**
 * How long to wait before the next try, or null where `tries` were enough: five tries two seconds apart for a state
 * that passes, four with a jittered back-off otherwise. The service's own `Retry-After` goes before the back-off.
 */
export function waitBefore(
  again: Again,
  tries: number,
  retryAfterMs: number | null,
  random: () => number,
): number | null {
  switch (again) {
    case 'no':
      return null;
    case 'passing':
      return tries < passingTries ? passingMs : null;
    case 'backOff': {
      if (tries >= backOffTries) return null;
      if (retryAfterMs !== null) return retryAfterMs <= longestWaitMs ? retryAfterMs : null;
      const full = firstBackOffMs * 2 ** (tries - 1);
      return full / 2 + random() * (full / 2);
    }
  }
}
