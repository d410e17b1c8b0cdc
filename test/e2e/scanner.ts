import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import { Keys } from './keys.ts';

/** How a scanner is set up, and what disturbs it. Milliseconds. */
export interface Setup {
  /** From one key to the next. */
  readonly gap?: number;
  /** What ends a code. */
  readonly suffix?: 'Enter' | 'Tab';
  /** Digits are typed on the numeric pad, while Num Lock is off. */
  readonly isPadUnlocked?: boolean;
  /** The machine stops for so long in the middle of the code. */
  readonly stutter?: number;
  /** A code begins so long after what a person typed, at least. */
  readonly afterTyping?: number;
}

/**
 * A keyboard-wedge scanner whose keys carry their own times, as the hardware's do: a test measures what the program
 * makes of them, and not how busy the machine is that runs the test.
 */
export class Scanner {
  readonly #keys: Keys;

  private constructor(keys: Keys) {
    this.#keys = keys;
  }

  /** The scanner of a page: its keys come in one order with those that are typed there. */
  static async for(page: Page): Promise<Scanner> {
    return new Scanner(await Keys.for(page));
  }

  /** Reads one code in, wherever the focus is. */
  async scan(
    code: string,
    { gap = 8, suffix = 'Enter', isPadUnlocked = false, stutter = 0, afterTyping = 0 }: Setup = {},
  ): Promise<void> {
    const half = Math.floor(code.length / 2);
    let at = Math.max(Date.now(), this.#keys.last, this.#keys.typed + afterTyping);
    const keys = Array.from(code, (key, index) => {
      at += index === half ? gap + stutter : gap;
      return this.#keys.stamped(isPadUnlocked ? `Numpad${key}` : key, at);
    });
    at += gap;
    keys.push(this.#keys.stamped(suffix, at));
    await Promise.all(keys);
    await setTimeout(Math.max(0, at - Date.now()));
  }
}
