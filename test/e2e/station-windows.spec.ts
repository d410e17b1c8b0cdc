import { spawn } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { adoptElectronHost, root } from '../../build/electron.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { displayEnvironment } from '../display/host-display.ts';
import { openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';

/** Opens another window as the menu does. */
async function openWindow(carrel: Carrel) {
  const [window] = await Promise.all([
    carrel.app.waitForEvent('window'),
    carrel.app.evaluate(({ Menu }, label) => {
      const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? [];
      items.find((item) => item.label === label)?.click();
    }, m.desktop_menu_new_window()),
  ]);
  window.setDefaultTimeout(15_000);
  await window.getByRole('combobox', { name: m.app_scan_label() }).waitFor();
  return window;
}

test('a second start shows the window of the first, and ends', { tag: '@smoke:second' }, async () => {
  await using carrel = await openCarrel();
  await carrel.app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    const focus = window?.focus.bind(window);
    Object.assign(globalThis, { focused: 0 });
    if (window)
      window.focus = () => {
        (globalThis as unknown as { focused: number }).focused += 1;
        focus?.();
      };
  });
  const { executable, kind } = await adoptElectronHost();
  const second = spawn(executable, [root, `--user-data-dir=${carrel.userData}`, '--no-sandbox'], {
    stdio: 'ignore',
    env: { ...process.env, ...(await displayEnvironment(kind)) },
  });
  expect(await new Promise((resolve) => second.once('exit', resolve))).toBe(0);
  await expect
    .poll(() => carrel.app.evaluate(() => (globalThis as unknown as { focused: number }).focused))
    .toBe(1);
  expect(carrel.app.windows()).toHaveLength(1);
  expect(await carrel.ask('station.get', {})).toMatchObject({ ok: true });
});

test('each window is a desk of its own; the station is one', async () => {
  await using carrel = await openCarrel();
  const first = new Desk(carrel.page);
  await first.open(sampleCode('patronNothing'), 'Grace Okafor');
  const page = await openWindow(carrel);
  const second = new Desk(page);
  await second.open(sampleCode('patronTenLoans'), 'Michał Wiśniewski');
  await expect(first.heading).toHaveText('Grace Okafor');

  await carrel.page.bringToFront();
  await first.scanned(sampleCode('itemFree1'), 'Lent', 'The Overstory');
  await expect(second.rows.filter({ hasText: 'The Overstory' })).toHaveCount(0);
  await expect(second.heading).toHaveText('Michał Wiśniewski');

  // What is set in one holds in the other at once.
  await page.bringToFront();
  await carrel.ask('station.appearance', { theme: 'dark' });
  for (const each of [carrel.page, page]) {
    await expect(each.locator('html')).toHaveAttribute('data-theme', 'dark');
  }
  // With nobody at its desk it goes without a question.
  await page.keyboard.press('F10');
  await expect(second.stageWord).toHaveText(m.desk_ended());
  await page.close();
  await expect.poll(() => carrel.app.windows().length).toBe(1);
  await carrel.page.bringToFront();
  await first.scanned(sampleCode('itemFree2'), 'Lent', 'Invisible Cities');
});

test(
  'the last window of the desk ends the program, also where a slip was printed just now',
  { tag: '@smoke:ending' },
  async () => {
    await using carrel = await openCarrel();
    const desk = new Desk(carrel.page);
    await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
    await desk.scanned(sampleCode('itemFree1'), 'Lent', 'The Overstory');
    await carrel.page.keyboard.press('F10');
    await expect(desk.stageWord).toHaveText(m.desk_ended());
    // The one that nobody sees is kept for the next slip.
    await expect.poll(() => carrel.app.windows().length).toBe(2);
    const ended = new Promise((resolve) => carrel.app.process().once('exit', resolve));
    await carrel.app.evaluate(({ BrowserWindow }) => {
      setTimeout(() => BrowserWindow.getAllWindows()[0]?.close());
    });
    expect(await ended).toBe(0);
  },
);
