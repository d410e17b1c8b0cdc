import { pathToFileURL } from 'node:url';
import type { ElectronApplication, Page } from 'playwright';
import type { SeenInPage } from './seen.ts';

/** Puts the watcher into the page before its own code, which takes reading the page once more. */
export async function watchPage(app: ElectronApplication, page: Page): Promise<() => Promise<SeenInPage>> {
  // By its path: what runs in a page has a page's types, which nothing here is to see.
  const file = pathToFileURL(`${import.meta.dirname}/page/watch.ts`).href;
  const { watch } = (await import(file)) as { watch: () => SeenInPage };
  await page.addInitScript({ content: `globalThis.benchSaw = (${watch.toString()})();` });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.reload());
  await page.waitForFunction(() => 'benchSaw' in globalThis);
  return () => page.evaluate(() => (globalThis as unknown as { benchSaw: SeenInPage }).benchSaw);
}
