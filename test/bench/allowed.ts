import { usualRate } from '../../src/client/limiter.ts';

/** Calls that were counted at the service, and how slow it was. */
interface Counted {
  /** All of them; a redirect is two. */
  readonly calls: number;
  /** Those of them that may leave only when the one before was answered. */
  readonly inTurn: number;
  readonly delayMs: number;
}

/**
 * The least milliseconds that so many calls can take, whatever the program does: after the first `burst`, the limiter
 * lets `perSecond` go, and the last one is answered a delay later; and what goes one after the other takes a delay each.
 */
export function allowedMs({ calls, inTurn, delayMs }: Counted): number {
  const { perSecond, burst } = usualRate;
  const limited = (Math.max(0, calls - burst) / perSecond) * 1000;
  return Math.max(limited + delayMs, inTurn * delayMs);
}
