import type { Clock, Log } from '../ports.ts';

/** How often the two clocks are compared, in milliseconds. */
const everyMs = 10_000;

/** The largest difference that does not count as a jump: the clock is corrected in small steps all day. */
const toleranceMs = 30_000;

interface ClockWatchOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly closing: AbortSignal;
  /** The wall clock has jumped by this much: forward, or back if negative. */
  readonly onJump: (byMs: number) => void;
}

/**
 * Notices when the machine's clock is set. Only displayed and written times depend on that clock; how long ago a
 * command was sent is measured by the monotonic clock.
 */
export class ClockWatch {
  readonly #options: ClockWatchOptions;
  /** How far the wall clock is ahead of the monotonic one. */
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
        this.compare();
      }
    } catch {
      // The program ends.
    }
  }

  compare(): void {
    const { log, onJump } = this.#options;
    const ahead = this.#aheadNow();
    const jumped = Math.round(ahead - this.#ahead);
    if (Math.abs(jumped) < toleranceMs) return;
    this.#ahead = ahead;
    log.line('clock.jumped', { byMs: jumped });
    onJump(jumped);
  }

  /** After sleep, the monotonic clock stood still: that is no jump of the wall clock. */
  woke(): void {
    this.#ahead = this.#aheadNow();
  }

  #aheadNow(): number {
    const { clock } = this.#options;
    return clock.now().getTime() - clock.monotonic();
  }
}
