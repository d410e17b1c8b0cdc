import type { CDPSession, Page } from 'playwright';

/** How a scanner is set up, and what disturbs it. Milliseconds. */
export interface Setup {
  /** From one key to the next. */
  readonly gap?: number;
  /** What ends a code. */
  readonly suffix?: 'Enter' | 'Tab';
  /** The machine stops for so long in the middle of the code. */
  readonly stutter?: number;
}

const keyCodes = { Enter: 13, Tab: 9 } as const;

/**
 * A keyboard-wedge scanner whose keys carry their own times, as the hardware's do: a test measures what the program
 * makes of them, and not how busy the machine is that runs the test.
 */
export class Scanner {
  static readonly #plugged = new WeakMap<Page, Promise<Scanner>>();
  readonly #cdp: CDPSession;
  #at: number;

  private constructor(cdp: CDPSession) {
    this.#cdp = cdp;
    this.#at = Date.now();
  }

  /** The one scanner of a page. */
  static for(page: Page): Promise<Scanner> {
    const plugged = Scanner.#plugged.get(page);
    if (plugged) return plugged;
    const made = page
      .context()
      .newCDPSession(page)
      .then((cdp) => new Scanner(cdp));
    Scanner.#plugged.set(page, made);
    return made;
  }

  /** Reads one code in, wherever the focus is. */
  async scan(code: string, { gap = 8, suffix = 'Enter', stutter = 0 }: Setup = {}): Promise<void> {
    const half = Math.floor(code.length / 2);
    this.#at = Math.max(Date.now(), this.#at);
    const keys = Array.from(code, (key, index) => {
      this.#at += index === half ? gap + stutter : gap;
      return this.#press({ key, text: key }, this.#at);
    });
    this.#at += gap;
    const windowsVirtualKeyCode = keyCodes[suffix];
    const text = suffix === 'Enter' ? '\r' : '\t';
    keys.push(this.#press({ key: suffix, code: suffix, windowsVirtualKeyCode, text }, this.#at));
    await Promise.all(keys);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, this.#at - Date.now())));
  }

  /** Sent one after the other without waiting: the browser takes them in this order. */
  async #press(key: object, at: number): Promise<void> {
    const timestamp = at / 1000;
    const down = this.#cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', timestamp, ...key });
    const up = this.#cdp.send('Input.dispatchKeyEvent', {
      type: 'keyUp',
      timestamp: timestamp + 0.002,
      ...key,
    });
    await Promise.all([down, up]);
  }
}
