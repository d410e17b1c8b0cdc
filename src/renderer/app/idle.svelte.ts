import { isDialogOpen } from './keys.ts';

/** How often the time without activity is checked, in milliseconds. */
const checkEveryMs = 1000;

export interface IdleOptions {
  /** Seconds; 0 for never. */
  readonly times: () => { readonly blurAfter: number; readonly clearAfter: number };
  /** Something is under way: that counts as activity. */
  readonly isBusy: () => boolean;
  /** Text is half typed outside a dialog: it is hidden, and never thrown away. */
  readonly isTyped: () => boolean;
  /** Ends the session. */
  readonly clear: () => void;
}

/** Whether a dialog waits for an answer. */
const isDialogBusy = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"]) [aria-busy="true"]') !== null;

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** Whether a key triggers something and so cannot be the first key of a scan. */
const isActionKey = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === ' ' || (key.length > 1 ? !modifiers.has(key) : ctrlKey || altKey || metaKey);

/**
 * Hides the patron after a while without activity, and later ends their session. A key, a mouse movement or a scan is
 * activity; so is a scan or a long task under way. While text is half typed, it is hidden with the patron and the session
 * does not end.
 */
export class Idle {
  /** The patron is hidden until the next activity. */
  isAway = $state(false);
  readonly #options: IdleOptions;
  #last = performance.now();
  /** The same by the system clock, which goes on while the machine sleeps; but it can be set. */
  #lastWallTime = Date.now();
  #isDialogTyped = false;
  /** The user has left the machine, and there was no activity since. */
  #hasLeft = false;
  /** The machine is locked or asleep. */
  #isLocked = false;
  #isWatching = false;

  constructor(options: IdleOptions) {
    this.#options = options;
  }

  /** Milliseconds since somebody touched this window. */
  get idleMs(): number {
    return Math.max(0, performance.now() - this.#last);
  }

  /** Watches until the function it answers is called. */
  start(): () => void {
    const onEvent = ({ type }: Event): void => {
      // The mouse may still move while the user locks the machine.
      if (type !== 'pointermove' || !this.#isLocked) this.onActivity();
    };
    // A key that shows the screen again does nothing else: the user has not seen what it would act on.
    const onHiddenKey = (event: KeyboardEvent): void => {
      if (!this.isAway || !isActionKey(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.onActivity();
    };
    const onInput = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[role="dialog"]')) this.#isDialogTyped = true;
    };
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    window.addEventListener('keydown', onHiddenKey, { capture: true });
    for (const name of events) window.addEventListener(name, onEvent, { capture: true, passive: true });
    window.addEventListener('input', onInput, true);
    const timer = setInterval(() => this.check(), checkEveryMs);
    [this.#hasLeft, this.#isLocked, this.#isWatching] = [false, false, true];
    this.onActivity();
    return () => {
      this.#isWatching = false;
      clearInterval(timer);
      for (const name of events) window.removeEventListener(name, onEvent, { capture: true });
      window.removeEventListener('keydown', onHiddenKey, { capture: true });
      window.removeEventListener('input', onInput, true);
      this.isAway = false;
    };
  }

  /** The machine is locked, falls asleep, or belongs to another user now: the patron is hidden at once. */
  onLeave(): void {
    if (!this.#isWatching) return;
    [this.#hasLeft, this.#isLocked] = [true, true];
    this.isAway = true;
  }

  /** The machine is unlocked or awake again. The time it slept counts as time without activity. */
  onReturn(): void {
    if (!this.#hasLeft) return;
    this.#isLocked = false;
    this.#countSleep();
    this.check();
  }

  onActivity(): void {
    if (this.#hasLeft) {
      // A key may come before the machine reports that it is awake.
      this.#countSleep();
      this.check();
      [this.#hasLeft, this.#isLocked] = [false, false];
    }
    this.#last = performance.now();
    this.#lastWallTime = Date.now();
    if (this.isAway) this.isAway = false;
  }

  /** Adds the time that the machine slept, because `performance.now()` stands still then. */
  #countSleep(): void {
    this.#last = Math.min(this.#last, performance.now() - (Date.now() - this.#lastWallTime));
  }

  check(): void {
    const now = performance.now();
    if (!isDialogOpen()) this.#isDialogTyped = false;
    if (isDialogBusy() || this.#options.isBusy()) {
      // Something under way counts as activity, unless the user has left the machine.
      if (!this.#hasLeft) [this.#last, this.#lastWallTime] = [now, Date.now()];
      return;
    }
    const seconds = (now - this.#last) / 1000;
    const { blurAfter, clearAfter } = this.#options.times();
    const isOver = (after: number): boolean => after > 0 && seconds >= after;
    if (isOver(clearAfter) && !this.#isDialogTyped && !this.#options.isTyped()) {
      [this.#last, this.#lastWallTime] = [now, Date.now()];
      this.#options.clear();
    } else if (isOver(blurAfter) || isOver(clearAfter)) this.isAway = true;
  }
}
