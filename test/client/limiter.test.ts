import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLimiter, noLimit } from '../../src/client/limiter.ts';

// The limiter waits with Node's own timers, which vitest does not fake: here they are made of those that it does.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number, value: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => resolve(value), ms);
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(signal.reason as Error);
      });
    }),
}));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Lets time pass until the promise is settled. */
async function within<T>(promise: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return promise;
}

test('a burst goes at once, the rest at the rate', async () => {
  const limiter = createLimiter({ perSecond: 50, burst: 5 });
  const started = performance.now();
  const at: number[] = [];
  await within(
    Promise.all(
      Array.from({ length: 15 }, async () => {
        await limiter.turn('interactive');
        at.push(performance.now() - started);
      }),
    ),
  );
  expect(at[4]).toBeLessThan(100);
  expect(at[14]).toBeGreaterThanOrEqual(190);
  expect(at[14]).toBeLessThan(1500);
});

test('the turns that were not used are there again, up to the burst', async () => {
  const limiter = createLimiter({ perSecond: 100, burst: 2 });
  await limiter.turn('bulk');
  await limiter.turn('bulk');
  await vi.advanceTimersByTimeAsync(100);
  const started = performance.now();
  for (let nth = 0; nth < 4; nth++) await within(limiter.turn('bulk'));
  expect(performance.now() - started).toBeGreaterThanOrEqual(18);
});

test('interactive calls pass bulk ones', async () => {
  const limiter = createLimiter({ perSecond: 100, burst: 1 });
  const order: string[] = [];
  const go = async (priority: 'interactive' | 'bulk', name: string) => {
    await limiter.turn(priority);
    order.push(name);
  };
  await within(
    Promise.all([
      ...['b1', 'b2', 'b3', 'b4'].map((name) => go('bulk', name)),
      ...['i1', 'i2'].map((name) => go('interactive', name)),
    ]),
  );
  // One was on its way, and the next was already at the head.
  expect(order.indexOf('i2')).toBeLessThanOrEqual(3);
  expect(order.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2', 'b3', 'b4']);
  expect(order.at(-1)).toBe('b4');
});

test('a caller that gives up while it waits uses up no turn', async () => {
  const limiter = createLimiter({ perSecond: 20, burst: 1 });
  await limiter.turn('bulk');
  const controller = new AbortController();
  const turns = Array.from({ length: 50 }, () => limiter.turn('bulk', controller.signal));
  controller.abort();
  const settled = await Promise.allSettled(turns);
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  const started = performance.now();
  await within(limiter.turn('bulk'));
  expect(performance.now() - started).toBeLessThan(2000); // fifty turns would take 2.5 s
});

test('without a limit there is no waiting, and giving up still works', async () => {
  for (let nth = 0; nth < 1000; nth++) await noLimit.turn('bulk');
  await expect(async () => noLimit.turn('bulk', AbortSignal.abort())).rejects.toThrow();
});

describe('at a turn in a thousand seconds', () => {
  const turnMs = 1_000_000;

  /** A limiter that nobody has asked yet, and the clock it reads; its timers run by the fake time of the test. */
  function rare(burst: number) {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const limiter = createLimiter({ perSecond: 1000 / turnMs, burst });
    return { limiter, now, at: (ms: number) => void now.mockReturnValue(ms) };
  }

  test('a turn that came about since the last one is there at once', async () => {
    const { limiter, at } = rare(1);
    await limiter.turn('interactive');
    at(turnMs);
    await limiter.turn('interactive');
  });

  test('the wait is for what is missing to a whole turn, once', async () => {
    const { limiter, now, at } = rare(1);
    await limiter.turn('interactive');
    at(turnMs - 100);
    now.mockClear();
    const turn = limiter.turn('interactive');
    await vi.advanceTimersByTimeAsync(50);
    at(turnMs);
    await within(turn);
    expect(now).toHaveBeenCalledTimes(2);
  });

  test('a caller that gives up while it waits leaves the turn to the next', async () => {
    const { limiter, at } = rare(1);
    await limiter.turn('interactive');
    at(turnMs - 50);
    const controller = new AbortController();
    const turn = limiter.turn('interactive', controller.signal);
    await Promise.resolve();
    controller.abort();
    await expect(turn).rejects.toThrow();
    at(turnMs);
    await vi.advanceTimersByTimeAsync(100);
    await limiter.turn('interactive');
  });

  test('a caller that gives up behind others takes none either, though there were enough', async () => {
    const { limiter, at } = rare(2);
    await Promise.all([limiter.turn('interactive'), limiter.turn('interactive')]);
    at(turnMs - 50);
    const first = limiter.turn('interactive');
    const controller = new AbortController();
    const abandoned = limiter.turn('interactive', controller.signal);
    const last = limiter.turn('interactive');
    controller.abort();
    at(2 * turnMs);
    await expect(abandoned).rejects.toThrow();
    await within(Promise.all([first, last]));
  });
});
