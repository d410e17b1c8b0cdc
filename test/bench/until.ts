import type { Page } from 'playwright';

const patience = 900_000;

/** Waits for a condition, as the page's code, that the page looks at by itself: nothing is asked of it meanwhile. */
export const until = (page: Page, condition: string): Promise<void> =>
  page.evaluate<undefined>(`new Promise((resolve, reject) => {
    const deadline = performance.now() + ${patience};
    const timer = setInterval(() => {
      const met = ${condition};
      if (!met && performance.now() < deadline) return;
      clearInterval(timer);
      if (met) resolve();
      else reject(new Error(${JSON.stringify(`never met: ${condition}`)}));
    }, 50);
  })`);
