import type { CDPSession, Page } from 'playwright';

/** From one key to the next, in milliseconds: a common scanner's. */
const gap = 5;
/** From one scan to the next, on average. */
const between = 150;
/** A person keeps no step with the screen's frames: each scan comes somewhat early or late, at every part of a frame. */
const unevenness = 1000 / 60;
const golden = (Math.sqrt(5) - 1) / 2;
const dueAt = (index: number): number => index * between + ((index * golden) % 1) * unevenness;

/** Scans one code after the other; answers the milliseconds from one to the next, as they came out. */
export async function burstsOf(page: Page, codes: readonly string[]): Promise<number> {
  const scanner = await page.context().newCDPSession(page);
  const began = performance.now();
  for (const [index, code] of codes.entries()) {
    await page.waitForTimeout(Math.max(0, began + dueAt(index) - performance.now()));
    await burst(scanner, code);
  }
  return (performance.now() - began) / codes.length;
}

/**
 * A scanner's burst: each key is sent when it is due, whether the one before was taken or not. They carry the times
 * they were due, as a scanner's do; the last carries the moment it was sent, from which its row is waited for.
 */
async function burst(cdp: CDPSession, code: string): Promise<void> {
  const keys = Array.from(code, (key) => ({ key, text: key }));
  const all = [...keys, { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }];
  const began = Date.now();
  const taken: Promise<unknown>[] = [];
  for (const [index, key] of all.entries()) {
    const due = began + index * gap;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
    const timestamp = (index === all.length - 1 ? Date.now() : due) / 1000;
    for (const type of ['keyDown', 'keyUp'] as const) {
      taken.push(cdp.send('Input.dispatchKeyEvent', { type, timestamp, ...key }));
    }
  }
  await Promise.all(taken);
}
