import { host, scheme } from './app-protocol.ts';
import type { Clock, Log } from '../ports.ts';

/** What a window tells of a fault in its own code: what kind of error, and where. Never its message. */
export interface WindowDefect {
  /** The error's name: `TypeError`. */
  readonly error: string;
  /** Svelte's own code, where the error is one of Svelte's: `each_key_duplicate`. */
  readonly code: string;
  readonly stack: readonly string[];
}

/** So many are noted in so many milliseconds: a window that fails with each frame must not fill the disk. */
const most = 20;
const within = 60_000;

/**
 * A place in the window's own code, and nothing that could stand in a message. In development the pages come from a
 * server on this machine.
 */
const frame = new RegExp(
  String.raw`^at (?:(?:async |new )?[\w$.#<>[\]]{1,120}(?: \[as [\w$]{1,60}\])? \()?` +
    String.raw`(?:${scheme}://${host}|http://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)` +
    String.raw`/[\w./@~-]{0,200}(?:\?[\w=.-]{0,60})?:\d{1,9}:\d{1,9}\)?$`,
);

/** A fault in a window's code, as it stands in the log. */
class FaultInWindow extends Error {
  override readonly name = 'FaultInWindow';
  readonly code: string;

  constructor(code: string, frames: readonly string[]) {
    super();
    this.code = code;
    this.stack = frames.map((line) => `    ${line}`).join('\n');
  }
}

/** Notes the faults of windows in the log: cleaned, each once a minute, and no more of them than somebody may read. */
export class WindowDefects {
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #noted = new Map<string, string>();
  #since = 0;

  constructor(log: Log, clock: Pick<Clock, 'now'>) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Answers the id it stands under in the log; `''` where there were too many to note. */
  note(told: WindowDefect): string {
    const now = this.#clock.now().getTime();
    // Also where the clock was put back.
    if (Math.abs(now - this.#since) >= within) {
      this.#since = now;
      this.#noted.clear();
    }
    const name = /^\w{1,60}$/.test(told.error) ? told.error : 'Error';
    const code = /^[a-z_]{1,60}$/.test(told.code) ? told.code : name;
    const frames = told.stack.map((line) => line.trim()).filter((line) => frame.test(line));
    const same = [code, ...frames].join('\n');
    const known = this.#noted.get(same);
    if (known !== undefined) return known;
    if (this.#noted.size >= most) return '';
    const id = this.#log.defect(new FaultInWindow(code, frames));
    this.#noted.set(same, id);
    return id;
  }
}
