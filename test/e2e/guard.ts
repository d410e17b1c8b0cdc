import { expect } from '@playwright/test';
import type { ConsoleMessage, Page } from 'playwright';

/** What a test must not do to the page, and the page not to itself. */
export interface Guard {
  /** Fails where a pointer touched the page, or the page complained. */
  check(keyboardOnly: boolean): Promise<void>;
}

/** A click made by a key has no detail; one made by a pointer counts its presses. */
const listen = `{
  const touched = (globalThis.carrelTouched = []);
  for (const name of ['pointerdown', 'pointermove', 'mousedown', 'mousemove', 'wheel', 'touchstart'])
    addEventListener(name, () => touched.push(name), true);
  addEventListener('click', ({ detail }) => detail > 0 && touched.push('click'), true);
}`;

/** Watches a page from now on, until it is loaded anew. */
export async function guard(page: Page): Promise<Guard> {
  const complaints: string[] = [];
  const onError = (error: Error): void => void complaints.push(error.message);
  const onConsole = (message: ConsoleMessage): void => {
    const { url } = message.location();
    // A browser's own wish, which is not the page's.
    if (message.type() !== 'error' || url.endsWith('/favicon.ico')) return;
    complaints.push(`${message.text()} (${url})`);
  };
  page.on('pageerror', onError).on('console', onConsole);
  await page.evaluate(listen);
  return {
    check: async (keyboardOnly) => {
      page.off('pageerror', onError).off('console', onConsole);
      const touched = await page.evaluate('globalThis.carrelTouched');
      if (keyboardOnly) expect(touched, 'pointer events').toEqual([]);
      expect(complaints, 'errors of the page').toEqual([]);
    },
  };
}
