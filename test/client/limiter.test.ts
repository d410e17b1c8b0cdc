import { expect, test } from 'vitest';
import { createLimiter, noLimit } from '../../src/client/limiter.ts';

test('a burst goes at once, the rest at the rate', async () => {
  const limiter = createLimiter({ perSecond: 50, burst: 5 });
  const started = performance.now();
  const at: number[] = [];
  await Promise.all(
    Array.from({ length: 15 }, async () => {
      await limiter.turn('interactive');
      at.push(performance.now() - started);
    }),
  );
  expect(at[4]).toBeLessThan(100);
  expect(at[14]).toBeGreaterThanOrEqual(190);
  expect(at[14]).toBeLessThan(1500);
});

test('the turns that were not used are there again, up to the burst', async () => {
  const limiter = createLimiter({ perSecond: 100, burst: 2 });
  await limiter.turn('bulk');
  await limiter.turn('bulk');
  await new Promise((resolve) => setTimeout(resolve, 100));
  const started = performance.now();
  for (let nth = 0; nth < 4; nth++) await limiter.turn('bulk');
  expect(performance.now() - started).toBeGreaterThanOrEqual(18);
});

test('interactive calls pass bulk ones', async () => {
  const limiter = createLimiter({ perSecond: 100, burst: 1 });
  const order: string[] = [];
  const go = async (priority: 'interactive' | 'bulk', name: string) => {
    await limiter.turn(priority);
    order.push(name);
  };
  await Promise.all([
    ...['b1', 'b2', 'b3', 'b4'].map((name) => go('bulk', name)),
    ...['i1', 'i2'].map((name) => go('interactive', name)),
  ]);
  // One was on its way, and the next was already at the head.
  expect(order.indexOf('i2')).toBeLessThanOrEqual(3);
  expect(order.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2', 'b3', 'b4']);
  expect(order.at(-1)).toBe('b4');
});

test('whoever gives up while waiting uses up no turn', async () => {
  const limiter = createLimiter({ perSecond: 20, burst: 1 });
  await limiter.turn('bulk');
  const controller = new AbortController();
  const given = Array.from({ length: 50 }, () => limiter.turn('bulk', controller.signal));
  controller.abort();
  const settled = await Promise.allSettled(given);
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  const started = performance.now();
  await limiter.turn('bulk');
  expect(performance.now() - started).toBeLessThan(2000); // fifty turns would take 2.5 s
});

test('without a limit there is no waiting, and giving up still works', async () => {
  for (let nth = 0; nth < 1000; nth++) await noLimit.turn('bulk');
  await expect(async () => noLimit.turn('bulk', AbortSignal.abort())).rejects.toThrow();
});
