import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import type { UtilityProcess } from 'electron';
import { Display } from '../display/display.ts';
import { environment, launch, seenBy, test } from './launch.ts';

declare global {
  var child: UtilityProcess;
  var openWindow: () => Promise<void>;
}

test('a utility process talks over parentPort, and its end is told', async ({ app, page }) => {
  await page.title();
  const answer = await app.evaluate(
    () =>
      new Promise((resolve) => {
        child.once('message', resolve);
        child.postMessage({ at: new Date(3) });
      }),
  );
  expect(answer).toEqual({ heard: { at: new Date(3) }, args: ['one'] });
  await expect(app.evaluate(() => child.postMessage(() => 1))).rejects.toThrow('could not be cloned');
  const code = await app.evaluate(
    () =>
      new Promise((resolve) => {
        child.once('exit', resolve);
        child.postMessage('end');
      }),
  );
  expect(code).toBe(7);
  expect(await app.evaluate(() => child.pid)).toBeUndefined();
});

test('a page is printed to PDF', async ({ app, page }) => {
  await page.title();
  const head = await app.evaluate(async ({ BrowserWindow }) => {
    const pdf = await BrowserWindow.getAllWindows()[0]?.webContents.printToPDF({
      pageSize: 'A4',
      printBackground: true,
    });
    return pdf?.subarray(0, 5).toString('latin1');
  });
  expect(head).toBe('%PDF-');
});

test('a window that nobody is to see prints, and takes nothing from the one that is seen', async ({
  app,
  page,
}) => {
  await page.title();
  const unseen = await app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, focusable: false, width: 480, height: 640 });
    await window.loadURL('app://fixture/index.html');
    const pdf = await window.webContents.printToPDF({ pageSize: 'A5' });
    const width: unknown = await window.webContents.executeJavaScript('innerWidth');
    return {
      pdf: pdf.toString('latin1', 0, 5),
      width,
      size: window.getContentSize(),
      shown: window.isVisible(),
    };
  });
  expect(unseen).toEqual({ pdf: '%PDF-', width: 480, size: [480, 640], shown: false });
  expect(await page.evaluate('[document.visibilityState, document.hasFocus()]')).toEqual(['visible', true]);
});

test('the same on a display: nothing of it is on the screen', async ({ userData }) => {
  test.skip(process.platform !== 'linux', 'the display is X’s');
  using display = await Display.open();
  const app = await launch(userData, [], { ...display.env, CARREL_STANDIN_HEADED: '1' });
  const page = await app.firstWindow();
  await page.getByRole('heading', { name: 'Fixture' }).waitFor();
  const before = await display.windows();
  expect(before).toHaveLength(1);
  const pdf = await app.evaluate(async ({ BrowserWindow }) => {
    const window = new BrowserWindow({ show: false, focusable: false, width: 480, height: 640 });
    await window.loadURL('data:text/html;charset=utf-8,<h1>Slip</h1>');
    const printed = await window.webContents.printToPDF({ pageSize: 'A5' });
    return printed.toString('latin1');
  });
  expect(pdf).toMatch(/^%PDF-/);
  expect(pdf).toMatch(/\/MediaBox \[0 0 4\d\d(\.\d+)? 59\d/);
  expect(await display.windows()).toEqual(before);
  expect(await display.focused()).toBe(before[0]?.id);
  await app.close();
});

test('several windows have pages, frames and endings of their own', async ({ app, page }) => {
  const [second] = await Promise.all([app.waitForEvent('window'), app.evaluate(() => openWindow())]);
  await second.getByRole('heading', { name: 'Fixture' }).waitFor();
  const [one, two] = await Promise.all(
    [page, second].map((it) => it.evaluate(() => fixture.invoke('sender'))),
  );
  expect([one, two]).toEqual([
    expect.objectContaining({ window: 1 }),
    expect.objectContaining({ window: 2 }),
  ]);
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.fromId(2)?.close());
  await expect.poll(() => app.windows().length).toBe(1);
  expect(await page.evaluate(() => fixture.invoke('echo', 'still here'))).toBe('still here');
});

test('a second start hands its arguments to the first, and ends', async ({ app, page, userData }) => {
  await page.title();
  const executable = await app.evaluate(() => process.argv[0] ?? '');
  const electron = process.env.ELECTRON_OVERRIDE_DIST_PATH ? executable : app.process().spawnfile;
  const args = [
    path.join(import.meta.dirname, 'fixture'),
    `--user-data-dir=${userData}`,
    '--no-sandbox',
    'a-file',
  ];
  const child = spawn(electron, args, {
    stdio: 'ignore',
    env: await environment(),
  });
  expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  await expect.poll(async () => (await seenBy(app)).second).toHaveLength(1);
  const [second] = (await seenBy(app)).second;
  expect(second?.argv).toContain('a-file');
  expect(second?.data).toEqual({ from: 'fixture' });
});

test('a page that crashes is told of, and can be shown again', async ({ app, page }) => {
  await page.title();
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  await expect.poll(async () => (await seenBy(app)).gone).toHaveLength(1);
  const url = await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const loaded = new Promise((resolve) => contents?.once('did-finish-load', () => resolve(null)));
    contents?.reload();
    await loaded;
    return contents?.executeJavaScript('document.documentElement.dataset.script') as Promise<string>;
  });
  expect(url).toBe('ran');
});

test('SIGTERM asks the app, ends it, and leaves nothing behind', async ({ userData }) => {
  const app = await launch(userData);
  await app.firstWindow();
  const pid = app.process().pid ?? 0;
  const ended = new Promise((resolve) => app.process().once('exit', (code) => resolve(code)));
  process.kill(pid, 'SIGTERM');
  expect(await ended).toBe(0);
  const profiles = fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith(`carrel-stand-in-${pid}-`));
  expect(profiles).toEqual([]);
  await expect
    .poll(() => commandLines().filter((line) => line.includes(`carrel-stand-in-${pid}-`)))
    .toEqual([]);
});

/** The command lines of every process, where the system has them. */
function commandLines(): string[] {
  if (!fs.existsSync('/proc/self/cmdline')) return [];
  return fs.readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [fs.readFileSync(`/proc/${name}/cmdline`, 'utf8')] : [];
    } catch {
      return []; // it ended meanwhile
    }
  });
}

test('the stand-in refuses what it does not have', async ({ app, page }) => {
  await page.title();
  const isStandIn = await app.evaluate(() => 'stand-in' in process.versions);
  test.skip(!isStandIn, 'Electron has all of it');
  const refusals = await app.evaluate((electron) => {
    const { app: it, BrowserWindow } = electron;
    const attempts: (() => unknown)[] = [
      () => new electron.Tray('icon.png'),
      () => it.getGPUInfo('basic'),
      () => it.on('gpu-info-update', () => undefined),
      () => BrowserWindow.getAllWindows()[0]?.setOpacity(0.5),
      () => new BrowserWindow({ webPreferences: { sandbox: false } }),
      () => new BrowserWindow({ kiosk: true }),
      () => electron.shell.trashItem('a file'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'done';
      } catch (error) {
        return (error as Error).message;
      }
    });
  });
  expect(refusals).toEqual([
    'stand-in: electron.Tray is not supported',
    'stand-in: App.getGPUInfo is not supported',
    "stand-in: App event 'gpu-info-update' is not supported",
    'stand-in: BrowserWindow.setOpacity is not supported',
    'stand-in: webPreferences.sandbox: false is not supported',
    'stand-in: BrowserWindow option kiosk is not supported',
    'stand-in: shell.trashItem is not supported',
  ]);
});
