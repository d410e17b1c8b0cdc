import type { BrowserWindow } from 'electron';
import type { Clock } from '../ports.ts';
import type { WindowEvents } from './calls.ts';

/**
 * How long a page may take to answer whether something is open in it, in milliseconds. A page that hangs must not keep
 * its window open.
 */
const answerTimeoutMs = 5_000;

export interface ClosingOptions {
  readonly events: Pick<WindowEvents, 'send'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly windowOf: (id: number) => BrowserWindow | null;
  readonly all: () => readonly BrowserWindow[];
  /** Ends the program. */
  readonly quit: () => void;
}

/**
 * Decides when windows close. A window with unfinished work (a patron, a form, a running call) must not close by
 * accident: its page asks the user first. If the program is ended from outside, as when the user logs off, nobody is
 * asked: there may be no answer, and everything important is in the journal.
 */
export class Closing {
  readonly #options: ClosingOptions;
  /** Windows that may close without another question. */
  readonly #approved = new Set<number>();
  /** Windows whose page has not answered yet. */
  readonly #pendingAnswers = new Map<number, AbortController>();
  #ending = false;
  #quitting = false;

  constructor(options: ClosingOptions) {
    this.#options = options;
  }

  /** The user wants to quit, and no window was kept open so far. */
  get isQuitting(): boolean {
    return this.#quitting;
  }

  /** Whether a window may close now. If its page has to be asked, this asks it. */
  mayClose(id: number): boolean {
    if (this.#ending || this.#approved.has(id)) return true;
    if (this.#pendingAnswers.has(id)) return false;
    if (!this.#options.events.send(id, { type: 'closeAsked' })) return true;
    const answer = new AbortController();
    this.#pendingAnswers.set(id, answer);
    this.#options.clock.sleep(answerTimeoutMs, answer.signal).then(
      () => this.close(id),
      () => undefined, // the page has answered
    );
    return false;
  }

  /** Closes a window without asking again. */
  close(id: number): void {
    this.#stopWaiting(id);
    this.#approved.add(id);
    this.#options.windowOf(id)?.close();
  }

  /** The page asks the user, so the window comes to the front. */
  stay(id: number): void {
    this.#stopWaiting(id);
    this.#quitting = false;
    const window = this.#options.windowOf(id);
    if (window?.isMinimized()) window.restore();
    window?.focus();
  }

  /** A window was closed, or its page is gone. */
  gone(id: number): void {
    this.#stopWaiting(id);
    this.#approved.delete(id);
  }

  /** The user wants to quit: each window closes, or asks. */
  quit(): void {
    const { all, quit } = this.#options;
    const open = all();
    this.#quitting = true;
    if (open.length === 0) quit();
    for (const window of open) window.close();
  }

  /** The program ends, whatever is open. */
  end(): void {
    this.#ending = true;
  }

  #stopWaiting(id: number): void {
    this.#pendingAnswers.get(id)?.abort();
    this.#pendingAnswers.delete(id);
  }
}
