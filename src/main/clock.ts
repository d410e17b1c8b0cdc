import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from './ports.ts';

/** How often the time is looked at, in milliseconds, so that a sleep of the machine is noticed. */
const lookEveryMs = 5000;

/** A longer time between two looks, in milliseconds: the machine has slept, or this program could not run. */
const longestGapMs = 2 * lookEveryMs;

/**
 * A monotonic clock without the time in which the machine slept. Those of Windows and macOS count it, but nothing can
 * arrive at a service meanwhile. It has to be read at least every five seconds.
 */
export function withoutSleep(counted: () => number): () => number {
  let last = counted();
  let slept = 0;
  return () => {
    const now = counted();
    if (now - last > longestGapMs) slept += now - last;
    last = now;
    return now - slept;
  };
}

async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  try {
    await wait(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    throw signal?.aborted === true ? signal.reason : error;
  }
}

/** The machine's own clock. Its monotonic time, and what it waits, may go on while the machine sleeps. */
export const systemClock: Clock = { now: () => new Date(), monotonic: () => performance.now(), sleep };

/** The clock of a program that runs all day, to whose end it is looked at: without the time in which the machine slept. */
export function awakeClock(): Clock {
  const monotonic = withoutSleep(() => performance.now());
  setInterval(monotonic, lookEveryMs).unref();
  return {
    now: () => new Date(),
    monotonic,
    async sleep(ms, signal) {
      const end = monotonic() + ms;
      let left = ms;
      // The timers of some systems count the time asleep.
      do {
        await sleep(left, signal);
        left = end - monotonic();
      } while (left > 0);
    },
  };
}
