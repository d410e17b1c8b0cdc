import type { BrowserWindow } from 'electron';
import type { Clock } from '../ports.ts';
import type { WindowEvents } from './calls.ts';

/** So long a page has to say whether something is open in it, in milliseconds. One that hangs keeps no window. */
const patienceMs = 5_000;

export interface ClosingOptions {
  readonly events: Pick<WindowEvents, 'tell'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly windowOf: (id: number) => BrowserWindow | null;
  /** The windows that are open. */
  readonly all: () => readonly BrowserWindow[];
  /** Ends the program. */
  readonly quit: () => void;
}

/**
 * How windows go. One in which something is open (a patron, something half typed, something under way) does not go by
 * a slip of the finger: its page asks first. Where the program is ended from outside, as when the user logs off,
 * nobody is asked: no answer may come, and what counts is in the journal.
 */
export class Closing {
  readonly #options: ClosingOptions;
  /** Those that may go. */
  readonly #free = new Set<number>();
  /** Those whose page was asked, and has not said anything yet. */
  readonly #asked = new Map<number, AbortController>();
  #ending = false;
  #quitting = false;

  constructor(options: ClosingOptions) {
    this.#options = options;
  }

  /** Somebody wants the program to end, and nothing has spoken against it so far. */
  get isQuitting(): boolean {
    return this.#quitting;
  }

  /** Whether a window that is about to close may do so. Where its page has to be asked, it is. */
  mayClose(id: number): boolean {
    if (this.#ending || this.#free.has(id)) return true;
    if (this.#asked.has(id)) return false;
    if (!this.#options.events.tell(id, { type: 'closeAsked' })) return true;
    const answered = new AbortController();
    this.#asked.set(id, answered);
    this.#options.clock.sleep(patienceMs, answered.signal).then(
      () => this.close(id),
      () => undefined, // it has said something
    );
    return false;
  }

  /** Closes a window without asking again. */
  close(id: number): void {
    this.#answered(id);
    this.#free.add(id);
    this.#options.windowOf(id)?.close();
  }

  /** A page asks the person: they are to see that. */
  stay(id: number): void {
    this.#answered(id);
    this.#quitting = false;
    const window = this.#options.windowOf(id);
    if (window?.isMinimized()) window.restore();
    window?.focus();
  }

  /** A window, or the page in it, is gone. */
  gone(id: number): void {
    this.#answered(id);
    this.#free.delete(id);
  }

  /** Somebody asks for the program to end: each window goes, or asks. */
  quit(): void {
    const { all, quit } = this.#options;
    const open = all();
    this.#quitting = true;
    if (open.length === 0) quit();
    for (const window of open) window.close();
  }

  /** The program is ended, whatever is open. */
  end(): void {
    this.#ending = true;
  }

  #answered(id: number): void {
    this.#asked.get(id)?.abort();
    this.#asked.delete(id);
  }
}
