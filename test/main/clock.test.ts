import { expect, test } from 'vitest';
import { awakeClock, withoutSleep } from '../../src/main/clock.ts';

const tenMinutes = 600_000;

test.each([
  ['counts the time asleep, as on Windows and macOS', tenMinutes],
  ['stands still meanwhile, as on Linux', 0],
])('where the clock of the system %s, only the time awake has passed', (_, countedAsleep) => {
  let counted = 1000;
  const monotonic = withoutSleep(() => counted);
  const awake = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 5000) {
      counted += 5000;
      monotonic();
    }
  };
  const start = monotonic();
  awake(60_000);
  counted += countedAsleep;
  expect(monotonic() - start).toBe(60_000);
  awake(60_000);
  expect(monotonic() - start).toBe(120_000);
});

test('a program that is kept waiting for some seconds has been awake', () => {
  let counted = 0;
  const monotonic = withoutSleep(() => counted);
  counted = 9000;
  expect(monotonic()).toBe(9000);
});

test('a wait goes on for what is left of it', async () => {
  const clock = awakeClock();
  const start = clock.monotonic();
  await clock.sleep(30);
  expect(clock.monotonic() - start).toBeGreaterThanOrEqual(30);
});

test('a wait that is over, or given up, is none', async () => {
  const clock = awakeClock();
  await clock.sleep(0);
  const reason = new Error('closing');
  await expect(clock.sleep(1000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const closing = new AbortController();
  const waiting = clock.sleep(60_000, closing.signal);
  closing.abort(reason);
  await expect(waiting).rejects.toBe(reason);
});
