import { expect } from '@playwright/test';
import { seenBy, test } from './launch.ts';

test('app:// is served by the app’s handler, and main sees app://', async ({ app, page }) => {
  await expect(page.locator('html')).toHaveAttribute('data-script', 'ran');
  expect((await seenBy(app)).requests).toEqual(
    expect.arrayContaining(['fixture/index.html', 'fixture/page.js']),
  );
  const url = await app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getURL());
  expect(url).toBe('app://fixture/index.html');
  expect(await page.evaluate(() => fetch('nothing?a=1').then((answer) => answer.status))).toBe(404);
  expect((await seenBy(app)).requests).toContain('fixture/nothing?a=1');
  expect((await seenBy(app)).requests).not.toContain('fixture/favicon.ico');
});

test('the policy in the header binds the page', async ({ page }) => {
  const broken = page.evaluate(`new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = "document.documentElement.dataset.inline = 'ran'";
    document.head.append(script);
  })`);
  expect(await broken).toBe('script-src-elem');
  await expect(page.locator('html')).not.toHaveAttribute('data-inline');
  await expect(page.evaluate(() => fetch('https://example.com/'))).rejects.toThrow();
});

test('the preload lives in a world of its own, without Node', async ({ page }) => {
  const types = await page.evaluate(
    '[typeof require, typeof process, typeof module, typeof secretOfThePreload]',
  );
  expect(types).toEqual(['undefined', 'undefined', 'undefined', 'undefined']);
  expect(await page.evaluate(() => fixture.readsFiles)).toBe(false);
});

test('what the preload exposes cannot be changed by the page', async ({ page }) => {
  const changed = await page.evaluate(() => {
    const attempts = [
      () => Object.assign(globalThis, { fixture: 'mine' }),
      () => Object.assign(fixture, { invoke: 'mine' }),
      () => Object.assign(fixture.nested, { word: 'mine' }),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'changed';
      } catch {
        return 'refused';
      }
    });
  });
  expect(changed).toEqual(['refused', 'refused', 'refused']);
  expect(await page.evaluate(() => fixture.nested.word)).toBe('deep');
});

test('functions and errors cross the bridge', async ({ page }) => {
  expect(await page.evaluate(() => fixture.twice((n) => n + 20))).toBe(41);
  await expect(page.evaluate(() => fixture.fail())).rejects.toThrow('thrown in the preload');
});

test('the page sees the size, the title and the theme that main sets', async ({ app, page }) => {
  await app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.setContentSize(1000, 700);
  });
  await expect.poll(() => page.evaluate('[innerWidth, innerHeight]')).toEqual([1000, 700]);
  await page.evaluate("document.title = 'Circulation'");
  await expect
    .poll(() => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle()))
    .toBe('Circulation');
  await page.emulateMedia({ colorScheme: null });
  await app.evaluate(({ nativeTheme }) => (nativeTheme.themeSource = 'dark'));
  expect(await app.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)).toBe(true);
  await expect.poll(() => page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")).toBe(true);
});
