import { nextTask } from '../ui/next-task.ts';

/** Milliseconds without a key, after which none of a burst is still to come. */
const quiet = 60;
/** Milliseconds that what can wait waits at most: somebody may type on and on. */
const longest = 500;

let last = Number.NEGATIVE_INFINITY;

/** A key came; `at` as `event.timeStamp`. */
export const noteKey = (at: number): void => void (last = at);

/** Resolves between two books, and not while one is being scanned: for what takes as long to draw as a scan takes. */
export async function untilNoScan(): Promise<void> {
  const latest = performance.now() + longest;
  for (;;) {
    await nextTask(); // keys that wait come first
    const rest = Math.min(last + quiet, latest) - performance.now();
    if (rest <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
