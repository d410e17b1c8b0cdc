import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { seenBy, test } from './launch.ts';

const elsewhere = 'data:text/html,elsewhere';
const isHome = { name: 'Fixture' };

/** Puts a link into the page and clicks it as a person does. */
async function follow(page: Page, link: { href: string; target?: string; download?: string }): Promise<void> {
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('a'), ${JSON.stringify(link)}))`,
  );
  await page.evaluate("document.querySelector('a').textContent = 'a link'");
  await page.getByText('a link').click();
}

test('a page that wants to leave asks will-navigate, and stays', async ({ app, page }) => {
  await page.evaluate("location.href = 'https://example.com/away'");
  await expect.poll(async () => (await seenBy(app)).navigations).toEqual(['https://example.com/away']);
  await follow(page, { href: 'app://elsewhere/index.html' });
  await expect.poll(async () => (await seenBy(app)).navigations.at(-1)).toBe('app://elsewhere/index.html');
  await expect(page.getByRole('heading', isHome)).toBeVisible();
  expect((await seenBy(app)).started).toEqual(['app://fixture/index.html']);
});

test('loadURL does not ask will-navigate', async ({ app, page }) => {
  await app.evaluate(({ BrowserWindow }, url) => BrowserWindow.getAllWindows()[0]?.loadURL(url), elsewhere);
  await expect(page.getByText('elsewhere')).toBeVisible();
  expect((await seenBy(app)).navigations).toEqual([]);
});

test('new windows ask setWindowOpenHandler, and do not open', async ({ app, page }) => {
  expect(await page.evaluate("window.open('https://example.com/open')")).toBeNull();
  await follow(page, { href: 'https://example.com/link', target: '_blank' });
  await expect
    .poll(async () => (await seenBy(app)).opened)
    .toEqual(['https://example.com/open', 'https://example.com/link']);
  expect(app.windows()).toHaveLength(1);
  await expect(page.getByRole('heading', isHome)).toBeVisible();
});

test('a download is told to will-download', async ({ app, page }) => {
  await follow(page, { href: 'page.js', download: 'page.js' });
  await expect.poll(async () => (await seenBy(app)).downloads).toEqual(['app://fixture/page.js']);
});

function permissionStates(page: Page): Promise<unknown> {
  return page.evaluate(`Promise.all([
    Notification.requestPermission(),
    ...['geolocation', 'camera', 'clipboard-read'].map(async (name) => (await navigator.permissions.query({ name })).state),
  ])`);
}

test('permissions are refused where the handlers refuse them', async ({ page }) => {
  expect(await permissionStates(page)).toEqual(['denied', 'denied', 'denied', 'denied']);
});

test('onBeforeRequest cancels a request before it leaves', async ({ app, page }) => {
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return contents?.loadURL('http://127.0.0.1:9/').catch(() => undefined);
  });
  await expect(page.getByRole('heading', isHome)).toBeHidden();
  const code = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    return contents
      ?.loadURL('http://127.0.0.1:9/')
      .catch((error: unknown) => (error as { code: string }).code);
  });
  expect(code).toBe('ERR_BLOCKED_BY_CLIENT');
});

test('onHeadersReceived changes the headers of what the network answers', async ({ app, page }) => {
  const server = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end('<p>from the network</p><script>document.body.append("inline")</script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await app.evaluate(({ session, BrowserWindow }, address) => {
    session.defaultSession.webRequest.onBeforeRequest(null);
    session.defaultSession.webRequest.onHeadersReceived(({ responseHeaders }, callback) => {
      callback({
        responseHeaders: { ...responseHeaders, 'content-security-policy': ["default-src 'none'"] },
      });
    });
    return BrowserWindow.getAllWindows()[0]?.loadURL(address);
  }, url);
  await expect(page.getByText('from the network')).toBeVisible();
  await expect(page.getByText('inline')).toBeHidden();
  server.close();
});

test.describe('without a refusal', () => {
  test.use({ flags: ['--lax'] });

  test('permissions are granted, as in Electron', async ({ page }) => {
    expect(await permissionStates(page)).toEqual(['granted', 'granted', 'granted', 'granted']);
  });

  test('a page leaves', async ({ app, page }) => {
    // Once the page has answered: leaving takes the answer with it.
    await page.evaluate("void setTimeout(() => (location.href = 'app://fixture/nothing'))");
    await expect(page.getByText('not here')).toBeVisible();
    const url = await app.evaluate(({ webContents }) => webContents.getAllWebContents()[0]?.getURL());
    expect(url).toBe('app://fixture/nothing');
  });
});
