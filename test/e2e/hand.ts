import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { press, scan, write } from './keyboard.ts';

/**
 * The hand of the person at the desk. A test that counts does everything through it, and looks with the rest of itself:
 * a scan, a key (also a chord), and a text typed in one go are one act each.
 */
export class Hand {
  readonly #page: Page;
  readonly #acts: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async scan(code: string): Promise<void> {
    this.#acts.push(`scan ${code}`);
    await scan(this.#page, code);
  }

  async press(key: string): Promise<void> {
    this.#acts.push(key);
    await press(this.#page, key);
  }

  async write(text: string): Promise<void> {
    this.#acts.push(`“${text}”`);
    await write(this.#page, text);
  }

  /** It took so many acts, and no more than the task may. */
  took(acts: number, atMost: number): void {
    expect(this.#acts, this.#acts.join(' · ')).toHaveLength(acts);
    expect(acts).toBeLessThanOrEqual(atMost);
  }
}
