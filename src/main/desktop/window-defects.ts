import { host, scheme } from './app-protocol.ts';
import type { Clock, Log } from '../ports.ts';

/** A defect in a window's code, as the window reports it: the type of error and its place, never its message. */
export interface WindowDefect {
  /** The error's name, like `TypeError`. */
  readonly error: string;
  /** Svelte's own code, like `each_key_duplicate`, if the error is Svelte's. */
  readonly code: string;
  readonly stack: readonly string[];
}

/** How many defects are logged in how many milliseconds: a window that fails in each frame must not fill the disk. */
const maxDefects = 20;
const periodMs = 60_000;

/**
 * A place in the window's own code, and nothing else that a message could contain. In development the pages come from a
 * server on this machine.
 */
const frame = new RegExp(
  String.raw`^at (?:(?:async |new )?[\w$.#<>[\]]{1,120}(?: \[as [\w$]{1,60}\])? \()?` +
    String.raw`(?:${scheme}://${host}|http://(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)` +
    String.raw`/[\w./@~-]{0,200}(?:\?[\w=.-]{0,60})?:\d{1,9}:\d{1,9}\)?$`,
);

/** A defect of a window, as it is logged. */
class FaultInWindow extends Error {
  override readonly name = 'FaultInWindow';
  readonly code: string;

  constructor(code: string, frames: readonly string[]) {
    super();
    this.code = code;
    this.stack = frames.map((line) => `    ${line}`).join('\n');
  }
}

/** Logs the defects of windows: cleaned, each once a minute, with a limit. */
export class WindowDefects {
  readonly #log: Log;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #noted = new Map<string, string>();
  #since = 0;

  constructor(log: Log, clock: Pick<Clock, 'now'>) {
    this.#log = log;
    this.#clock = clock;
  }

  /** Returns the id in the log; `''` if there were too many to log. */
  note(defect: WindowDefect): string {
    const now = this.#clock.now().getTime();
    // Also if the clock was set back.
    if (Math.abs(now - this.#since) >= periodMs) {
      this.#since = now;
      this.#noted.clear();
    }
    const name = /^\w{1,60}$/.test(defect.error) ? defect.error : 'Error';
    const code = /^[a-z_]{1,60}$/.test(defect.code) ? defect.code : name;
    const frames = defect.stack.map((line) => line.trim()).filter((line) => frame.test(line));
    const same = [code, ...frames].join('\n');
    const known = this.#noted.get(same);
    if (known !== undefined) return known;
    if (this.#noted.size >= maxDefects) return '';
    const id = this.#log.defect(new FaultInWindow(code, frames));
    this.#noted.set(same, id);
    return id;
  }
}
