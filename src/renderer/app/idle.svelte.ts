import { isDialogOpen } from './keys.ts';

/** How often it is looked whether anybody is there, in milliseconds. */
const checkEveryMs = 1000;

/** What is kept from the eyes of whoever passes, and how it goes. */
export interface IdleOptions {
  /** Seconds; 0 for never. */
  readonly times: () => { readonly blurAfter: number; readonly clearAfter: number };
  /** Something is under way: somebody is there, whatever the clock says. */
  readonly isBusy: () => boolean;
  /** Something is half typed, beside what is in a dialog: it is put out of sight, and never thrown away. */
  readonly isTyped: () => boolean;
  readonly clear: () => void;
}

/** Whether a dialog waits for an answer. */
const isDialogBusy = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"]) [aria-busy="true"]') !== null;

const modifiers: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']);

/** Whether a key presses something or asks for something, and cannot be the first of a scan. */
const isAct = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean =>
  key === ' ' || (key.length > 1 ? !modifiers.has(key) : ctrlKey || altKey || metaKey);

/**
 * Takes a patron out of sight when nobody has been there for a while, and then lets them go. A key, a movement or a
 * scan is somebody; so is a scan or a long task under way. What is half typed goes out of sight with the patron, and
 * waits there with them: it is not let go.
 */
export class Idle {
  /** The patron is out of sight, until somebody is there again. */
  isAway = $state(false);
  readonly #options: IdleOptions;
  #last = performance.now();
  /** The same by the clock on the wall, which goes on while the machine sleeps; but somebody may set it. */
  #lastOnWall = Date.now();
  #typed = false;
  /** Whoever was here has left the machine, and nobody has come since. */
  #hasLeft = false;
  /** Nobody can come: the machine is locked, or asleep. */
  #isLocked = false;
  #isWatching = false;

  constructor(options: IdleOptions) {
    this.#options = options;
  }

  /** Watches until the function it answers is called. */
  start(): () => void {
    const onActivity = ({ type }: Event): void => {
      // The hand that locks the machine is still on the mouse.
      if (type !== 'pointermove' || !this.#isLocked) this.somebody();
    };
    // A key that brings the screen back does nothing else: nobody has seen what it would be done to.
    const unseen = (event: KeyboardEvent): void => {
      if (!this.isAway || !isAct(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      this.somebody();
    };
    const typed = ({ target }: Event): void => {
      if (target instanceof Element && target.closest('[role="dialog"]')) this.#typed = true;
    };
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    window.addEventListener('keydown', unseen, { capture: true });
    for (const name of events) window.addEventListener(name, onActivity, { capture: true, passive: true });
    window.addEventListener('input', typed, true);
    const timer = setInterval(() => this.check(), checkEveryMs);
    [this.#hasLeft, this.#isLocked, this.#isWatching] = [false, false, true];
    this.somebody();
    return () => {
      this.#isWatching = false;
      clearInterval(timer);
      for (const name of events) window.removeEventListener(name, onActivity, { capture: true });
      window.removeEventListener('keydown', unseen, { capture: true });
      window.removeEventListener('input', typed, true);
      this.isAway = false;
    };
  }

  /** The machine is locked, falls asleep, or is somebody else's: the patron is out of sight at once. */
  onLeave(): void {
    if (!this.#isWatching) return;
    [this.#hasLeft, this.#isLocked] = [true, true];
    this.isAway = true;
  }

  /** Somebody may be there again. How long nobody was counts, although the machine may have slept through it. */
  onReturn(): void {
    if (!this.#hasLeft) return;
    this.#isLocked = false;
    this.#countSleep();
    this.check();
  }

  somebody(): void {
    if (this.#hasLeft) {
      // Whoever wakes the machine may come before it says that it is awake.
      this.#countSleep();
      this.check();
      [this.#hasLeft, this.#isLocked] = [false, false];
    }
    this.#last = performance.now();
    this.#lastOnWall = Date.now();
    if (this.isAway) this.isAway = false;
  }

  /** The clock that never jumps stands still while a machine sleeps. */
  #countSleep(): void {
    this.#last = Math.min(this.#last, performance.now() - (Date.now() - this.#lastOnWall));
  }

  check(): void {
    const now = performance.now();
    if (!isDialogOpen()) this.#typed = false;
    if (isDialogBusy() || this.#options.isBusy()) {
      // Something under way is somebody, unless they have left.
      if (!this.#hasLeft) [this.#last, this.#lastOnWall] = [now, Date.now()];
      return;
    }
    const seconds = (now - this.#last) / 1000;
    const { blurAfter, clearAfter } = this.#options.times();
    const isOver = (after: number): boolean => after > 0 && seconds >= after;
    if (isOver(clearAfter) && !this.#typed && !this.#options.isTyped()) {
      [this.#last, this.#lastOnWall] = [now, Date.now()];
      this.#options.clear();
    } else if (isOver(blurAfter) || isOver(clearAfter)) this.isAway = true;
  }
}
