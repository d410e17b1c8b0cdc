import type { Clock, Log } from '../ports.ts';

/** How often the two clocks are compared, in milliseconds. */
const everyMs = 10_000;

/** So far apart they may be without anybody having set the clock: it is corrected by small steps all day. */
const tolerableMs = 30_000;

interface ClockWatchOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly closing: AbortSignal;
  /** The wall clock has jumped by so much: forward, or back where it is negative. */
  readonly onJump: (byMs: number) => void;
}

/**
 * Notices that the machine's clock was set. Nothing here goes by it but what is shown and written down: how long ago a
 * command left is told by the clock that never jumps.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** What the wall clock is ahead of the other one. */
  #ahead: number;

  constructor(options: ClockWatchOptions) {
    this.#options = options;
    this.#ahead = this.#aheadNow();
  }

  /** Compares them until the program ends. */
  async start(): Promise<void> {
    const { clock, closing } = this.#options;
    try {
      for (;;) {
        await clock.sleep(everyMs, closing);
        this.look();
      }
    } catch {
      // The program ends.
    }
  }

  look(): void {
    const { log, onJump } = this.#options;
    const ahead = this.#aheadNow();
    const jumped = Math.round(ahead - this.#ahead);
    if (Math.abs(jumped) < tolerableMs) return;
    this.#ahead = ahead;
    log.line('clock.jumped', { byMs: jumped });
    onJump(jumped);
  }

  /** The machine has slept: meanwhile the clock that never jumps stood still, and nobody has set the other. */
  woke(): void {
    this.#ahead = this.#aheadNow();
  }

  #aheadNow(): number {
    const { clock } = this.#options;
    return clock.now().getTime() - clock.monotonic();
  }
}
