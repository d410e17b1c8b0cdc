import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';

/** The user waits for an interactive call; bulk calls let it go first. */
export type Priority = 'interactive' | 'bulk';

/** Every request waits here for its turn. Rejects if the signal aborts first: then the turn is not used up. */
export interface Limiter {
  turn(priority: Priority, signal?: AbortSignal): Promise<void>;
}

/** What a workstation takes of the institution's 25 calls a second and its daily quota, which others share. */
export const usualRate = { perSecond: 8, burst: 10 } as const;

/**
 * The one limiter of a workstation: at most `burst` calls at once, refilled at `perSecond`. Interactive calls pass bulk
 * ones.
 */
export function createLimiter({
  perSecond = usualRate.perSecond,
  burst = usualRate.burst,
}: { readonly perSecond?: number; readonly burst?: number } = {}): Limiter {
  const queue = new PQueue({ concurrency: 1 });
  let turns = burst;
  let filledAt = performance.now();

  const refill = () => {
    const now = performance.now();
    turns = Math.min(burst, turns + ((now - filledAt) * perSecond) / 1000);
    filledAt = now;
  };

  return {
    turn: (priority, signal) =>
      queue.add(
        async () => {
          refill();
          while (turns < 1) {
            await wait(Math.ceil(((1 - turns) * 1000) / perSecond), undefined, signal && { signal });
            refill();
          }
          turns -= 1;
        },
        { priority: priority === 'interactive' ? 1 : 0, ...(signal && { signal }) },
      ),
  };
}

/** For the practice library, which no other program uses. */
export const noLimit: Limiter = {
  turn: (_priority, signal) => {
    signal?.throwIfAborted();
    return Promise.resolve();
  },
};
