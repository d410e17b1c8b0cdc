import { expect, test, vi } from 'vitest';
import { untilNoScan, noteKey } from '../../../src/renderer/scan/until-no-scan.ts';

/** Whether it has resolved by now. */
function watched(promise: Promise<void>): () => boolean {
  let over = false;
  void promise.then(() => (over = true));
  return () => over;
}

/** Keys that come 10 ms after each other. */
async function type(keys: number): Promise<void> {
  for (let key = 0; key < keys; key += 1) {
    await vi.advanceTimersByTimeAsync(10);
    noteKey(performance.now());
  }
}

test('where no key comes nothing is waited for', async () => {
  await vi.advanceTimersByTimeAsync(1000);
  const over = watched(untilNoScan());
  await vi.advanceTimersByTimeAsync(1);
  expect(over()).toBe(true);
});

test('a book that is being scanned is let by, and its last key by 60 ms', async () => {
  noteKey(performance.now());
  const over = watched(untilNoScan());
  await type(14);
  await vi.advanceTimersByTimeAsync(58);
  expect(over()).toBe(false);
  await vi.advanceTimersByTimeAsync(4);
  expect(over()).toBe(true);
});

test('nobody is waited for longer than half a second', async () => {
  noteKey(performance.now());
  const over = watched(untilNoScan());
  await type(49);
  expect(over()).toBe(false);
  await vi.advanceTimersByTimeAsync(12);
  expect(over()).toBe(true);
});
