import type { BusyReason, WindowReason } from '../../contract/quiet.ts';
import { Emitter } from '../emitter.ts';
import type { Clock } from '../ports.ts';

/** How long a page may take to answer, in milliseconds. One that hangs may have anything open. */
const answerTimeoutMs = 5_000;

/** What a window has said of itself. */
interface Said {
  readonly reasons: readonly WindowReason[];
  /** When somebody last touched it, on the monotonic clock. */
  readonly touchedAt: number;
}

export interface WindowWorkOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  /** The windows that are open now. */
  readonly open: () => readonly number[];
  /** Asks the page of a window to say what is in use. */
  readonly ask: (window: number) => void;
}

/** What the windows say is in use. A page that has said nothing, or does not answer, counts as in use. */
export class WindowWork {
  readonly #options: WindowWorkOptions;
  readonly #said = new Map<number, Said>();
  readonly #unanswered = new Set<number>();
  readonly #heard = new Emitter<number>();

  constructor(options: WindowWorkOptions) {
    this.#options = options;
  }

  /** A page says what of it is in use, and for how long nobody has touched it. */
  report(window: number, reasons: readonly WindowReason[], idleMs: number): void {
    this.#said.set(window, { reasons, touchedAt: this.#options.clock.monotonic() - idleMs });
    this.#unanswered.delete(window);
    this.#heard.emit(window);
  }

  /** The page of a window is gone: it was closed, or shows another page, which has said nothing yet. */
  gone(window: number): void {
    this.#said.delete(window);
    this.#unanswered.delete(window);
    this.#heard.emit(window);
  }

  get reasons(): readonly BusyReason[] {
    return this.#options.open().flatMap((window): readonly BusyReason[] => {
      const said = this.#said.get(window);
      return said === undefined || this.#unanswered.has(window) ? ['noAnswer'] : said.reasons;
    });
  }

  /** Milliseconds since somebody touched any window; 0 where one has not said. */
  get idleMs(): number {
    const now = this.#options.clock.monotonic();
    const idle = this.#options.open().map((window) => {
      const said = this.#said.get(window);
      return said === undefined ? 0 : Math.max(0, now - said.touchedAt);
    });
    return Math.min(Infinity, ...idle);
  }

  /** Asks all windows, and resolves once each has answered, is gone, or has had its time. */
  async ask(signal: AbortSignal): Promise<void> {
    const { clock, open, ask } = this.#options;
    const missing = new Set(open());
    if (missing.size === 0) return;
    const all = Promise.withResolvers<undefined>();
    const stop = this.#heard.on((window) => {
      missing.delete(window);
      if (missing.size === 0) all.resolve(undefined);
    });
    const answered = new AbortController();
    try {
      for (const window of [...missing]) ask(window);
      const tooLong = clock.sleep(answerTimeoutMs, AbortSignal.any([signal, answered.signal]));
      tooLong.catch(() => undefined);
      await Promise.race([all.promise, tooLong]);
      for (const window of missing) this.#unanswered.add(window);
    } finally {
      stop();
      answered.abort();
    }
  }
}
