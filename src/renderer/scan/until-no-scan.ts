import { nextTask } from '../ui/next-task.ts';

/** After so many milliseconds without a key no scan is being typed. */
const quiet = 60;
/** The longest wait, in milliseconds: the user may go on typing. */
const longestWait = 500;

let last = Number.NEGATIVE_INFINITY;

/** When the last key of a burst came. */
let lastOfBurst = last;

/** Notes a key; `at` as `event.timeStamp`. `isBurst`: a scanner typed it. */
export function noteKey(at: number, isBurst = false): void {
  last = at;
  if (isBurst) lastOfBurst = at;
}

/** Whether a scanner typed so short a time before the last key, in milliseconds, or typed that one. */
export const burstWithin = (ms: number): boolean => last - lastOfBurst <= ms;

/** Resolves when no scan is being typed: for work that would take longer to draw than the scan itself. */
export async function untilNoScan(): Promise<void> {
  const latest = performance.now() + longestWait;
  for (;;) {
    await nextTask(); // keys that are waiting come first
    const rest = Math.min(last + quiet, latest) - performance.now();
    if (rest <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, rest));
  }
}
