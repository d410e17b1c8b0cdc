import { isDialogOpen } from '../keys.ts';

/** How often it is looked whether anybody is there, in milliseconds. */
const every = 1000;

/** What is kept from the eyes of whoever passes, and how it goes. */
export interface Kept {
  /** Seconds; 0 for never. */
  readonly times: () => { readonly blurAfter: number; readonly clearAfter: number };
  /** Something is under way or half typed: somebody is there, whatever the clock says. */
  readonly isBusy: () => boolean;
  readonly clear: () => void;
}

/** Whether a dialog waits for an answer. */
const isWaiting = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"]) [aria-busy="true"]') !== null;

/**
 * Takes a patron out of sight when nobody has been there for a while, and then lets them go. A key, a movement or a
 * scan is somebody; so is a scan or a long task under way, and text in a dialog that was not sent.
 */
export class Idle {
  /** The patron is out of sight, until somebody is there again. */
  isAway = $state(false);
  readonly #kept: Kept;
  #last = performance.now();
  #typed = false;

  constructor(kept: Kept) {
    this.#kept = kept;
  }

  /** Watches until the function it answers is called. */
  start(): () => void {
    const somebody = (): void => this.somebody();
    const typed = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[role="dialog"]')) this.#typed = true;
    };
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const name of events) window.addEventListener(name, somebody, { capture: true, passive: true });
    window.addEventListener('input', typed, true);
    const timer = setInterval(() => this.look(), every);
    this.somebody();
    return () => {
      clearInterval(timer);
      for (const name of events) window.removeEventListener(name, somebody, { capture: true });
      window.removeEventListener('input', typed, true);
      this.isAway = false;
    };
  }

  somebody(): void {
    this.#last = performance.now();
    if (this.isAway) this.isAway = false;
  }

  look(): void {
    const now = performance.now();
    if (!isDialogOpen()) this.#typed = false;
    if (this.#typed || isWaiting() || this.#kept.isBusy()) {
      this.#last = now;
      return;
    }
    const seconds = (now - this.#last) / 1000;
    const { blurAfter, clearAfter } = this.#kept.times();
    if (clearAfter > 0 && seconds >= clearAfter) {
      this.#last = now;
      this.#kept.clear();
    } else if (blurAfter > 0 && seconds >= blurAfter) this.isAway = true;
  }
}
