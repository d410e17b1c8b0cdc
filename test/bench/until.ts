import type { Page } from 'playwright';

const patience = 900_000;

/** Waits for a condition that the page looks at by itself, every now and then: nothing is asked of it meanwhile. */
export const until = (page: Page, condition: string): Promise<unknown> =>
  page.waitForFunction(condition, undefined, { polling: 50, timeout: patience });
