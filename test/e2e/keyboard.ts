import { expect } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import { Keys } from './keys.ts';
import { Scanner } from './scanner.ts';

/** A person's milliseconds between two keys: more than the scan detector takes for a scanner's. */
const personsPace = 60;
/** Nobody types a key and pulls the trigger sooner than this. Source: src/renderer/scan/wedge.ts, `pause`. */
const handToTrigger = 160;
/** Enter sooner than this after a character is the end of a scan, and presses nothing. */
const pauseBeforeEnter = 260;

/** What presses the keys of a page. */
export interface Typist {
  /** Reads a code in as a keyboard-wedge scanner does: one burst of keys and Enter. */
  scan(code: string): Promise<void>;
  /** Types, so many milliseconds from one key to the next. */
  type(text: string, gap: number): Promise<void>;
  /** Presses a key, alone or with others held (`Control+A`), so many milliseconds after the one before at least. */
  press(key: string, after?: number): Promise<void>;
}

/** Pages with a typist of their own, in place of Playwright. */
const typists = new WeakMap<Page, Typist>();

/** From now on this typist presses the page's keys. */
export function letType(page: Page, typist: Typist): void {
  typists.set(page, typist);
}

/**
 * A page that has Playwright's clock tells the times of its keys by that clock, whatever times they carry: there a
 * person's pauses are waited for.
 */
export function pauseBetweenKeys(page: Page): void {
  letType(page, {
    scan: async (code) => (await Scanner.for(page)).scan(code),
    type: (text, gap) => page.keyboard.type(text, { delay: gap }),
    press: async (key, after = 0) => {
      await page.waitForTimeout(after);
      await page.keyboard.press(key);
    },
  });
}

/** Reads a code in as a keyboard-wedge scanner does: one burst of keys and Enter, wherever the focus is. */
export async function scan(page: Page, code: string): Promise<void> {
  const typist = typists.get(page);
  if (typist) await typist.scan(code);
  else await (await Scanner.for(page)).scan(code, { afterTyping: handToTrigger });
}

/** Types as a person does, into whatever has the focus. */
export async function write(page: Page, text: string): Promise<void> {
  await (typists.get(page) ?? (await Keys.for(page))).type(text, personsPace);
}

/** So long after a scan Enter in the empty scan box is a person's. Source: src/renderer/scan/ScanBox.svelte. */
export const calm = 1050;

/** Presses a key as a person does, with the pause before it. */
export async function press(
  page: Page,
  key: string,
  pause = key === 'Enter' ? pauseBeforeEnter : personsPace,
): Promise<void> {
  await (typists.get(page) ?? (await Keys.for(page))).press(key, pause);
}

/** Presses a key at once: for a way to somewhere, not for what is done there. */
export async function strike(page: Page, key: string): Promise<void> {
  await (typists.get(page) ?? (await Keys.for(page))).press(key);
}

/** Types over what stands in the field that has the focus. */
export async function writeOver(page: Page, text: string): Promise<void> {
  await press(page, 'Control+A');
  await write(page, text);
}

/** Moves the focus with Tab (or Shift+Tab) until it is where it should be; throws where it never gets there. */
export async function reach(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab', most = 120): Promise<void> {
  await target.waitFor();
  // What is switched off until something has been read is passed over by Tab.
  await expect(target).toBeEnabled({ timeout: 90_000 });
  for (let presses = 0; presses <= most; presses += 1) {
    if (await hasFocus(target)) return;
    await strike(target.page(), key);
  }
  throw new Error(`${key}, pressed ${most} times, does not reach ${target.toString()}`);
}

/**
 * Chooses in a list that drops down, by its label, with Tab, the arrows and Enter. `where`: of which form, where the page
 * has several.
 */
export async function choose(
  page: Page,
  label: string,
  option: string,
  where: Pick<Locator, 'locator'> = page,
): Promise<void> {
  await reach(where.locator(`[aria-haspopup="listbox"][aria-label^="${label}:"]`));
  await press(page, 'ArrowDown');
  const list = page.getByRole('listbox').last();
  const expected = list.getByRole('option').filter({ hasText: option });
  await expected.waitFor();
  await strike(page, 'Home');
  for (const one of await list.locator('[role="option"]:not([data-disabled])').all()) {
    // Each key is waited for: the next one goes on from there.
    await expect(one).toHaveAttribute('data-highlighted', '');
    if ((await expected.getAttribute('data-highlighted')) !== null) {
      await press(page, 'Enter');
      await list.waitFor({ state: 'detached' });
      return;
    }
    await strike(page, 'ArrowDown');
  }
  throw new Error(`${label}: the arrows do not reach “${option}”`);
}

/** Stands on the row that has this text, in the table the focus is reached with Tab. */
export async function standOn(table: Locator, text: string): Promise<Locator> {
  const rows = table.locator('tbody tr[data-key]');
  await rows.filter({ hasText: text }).first().waitFor();
  await reach(table.locator('tbody tr[tabindex="0"]'));
  const expected = rows.filter({ hasText: text }).first();
  await strike(table.page(), 'Home');
  for (let presses = await rows.count(); presses >= 0; presses -= 1) {
    if (await hasFocus(expected)) return expected;
    await strike(table.page(), 'ArrowDown');
  }
  throw new Error(`the arrows do not reach the row of “${text}”`);
}

async function hasFocus(target: Locator): Promise<boolean> {
  return (await target.and(target.page().locator(':focus')).count()) > 0;
}

/** What a person reads there: its words in one line. */
export async function read(where: Locator): Promise<string> {
  return oneLine(await where.innerText());
}

/** Text as it is read: white space is one space, and the marks that keep directions apart are not there. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\u2066-\u2069\u200E\u200F]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
