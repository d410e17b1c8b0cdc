import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { Display } from '../display/display.ts';
import type { Carrel } from './app.ts';
import { letType, type Typist } from './keyboard.ts';

/** Keys by X's names, where Playwright's are others. */
const names: Readonly<Record<string, string>> = {
  ...{ Control: 'ctrl', Alt: 'alt', Shift: 'shift', Enter: 'Return', Backspace: 'BackSpace', ' ': 'space' },
  ...{ ArrowUp: 'Up', ArrowDown: 'Down', ArrowLeft: 'Left', ArrowRight: 'Right', Space: 'space' },
  ...{ PageUp: 'Prior', PageDown: 'Next' },
};

const patience = 5000;

/** Before any script of the page: counts the keys that come up in it. Those that are held with others do not count. */
const count = `{
  let keysUp = 0;
  const held = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);
  addEventListener('keyup', ({ key }) => { keysUp += held.has(key) ? 0 : 1; }, true);
  Object.defineProperty(globalThis, 'keysUp', { get: () => keysUp });
}`;

/**
 * Types as the system does, into whichever window has the focus: the page is not asked, and each key that does not
 * reach it is an error.
 */
export class SystemTypist implements Typist {
  readonly #page: Page;
  readonly #display: Display;

  private constructor(page: Page, display: Display) {
    this.#page = page;
    this.#display = display;
  }

  /** From now on the system types for every test of this page, which is loaded anew. */
  static async at({ page }: Pick<Carrel, 'page'>, display: Display): Promise<SystemTypist> {
    const typist = new SystemTypist(page, display);
    await page.addInitScript(count);
    await page.reload();
    letType(page, typist);
    return typist;
  }

  async scan(code: string): Promise<void> {
    await this.#arriving(code, code.length + 1, () => this.#display.scan(code));
  }

  async type(text: string, gap: number): Promise<void> {
    await this.#arriving(text, text.length, () => this.#display.type(text, gap));
  }

  async press(key: string, after = 0): Promise<void> {
    await setTimeout(after);
    const parts = key === '+' ? [key] : key.split('+');
    const inX = parts.map((part) => names[part] ?? (part.length === 1 ? part.toLowerCase() : part)).join('+');
    await this.#arriving(key, 1, () => this.#display.press(inX));
  }

  /** Does something, and waits until so many keys have come up in the page. */
  async #arriving(what: string, keys: number, act: () => Promise<void>): Promise<void> {
    const expected = (await this.#keysUp()) + keys;
    await act();
    const deadline = Date.now() + patience;
    while ((await this.#keysUp()) < expected) {
      if (Date.now() > deadline) throw new Error(`typed by the system, ${what} did not reach the page`);
      await setTimeout(5);
    }
  }

  #keysUp(): Promise<number> {
    return this.#page.evaluate('keysUp');
  }
}
