import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import type { Locator, Page } from 'playwright';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { scrollsSideways, smallestPage } from './fits.ts';
import { press, reach, scan, write } from './keyboard.ts';
import { SettingsRoom } from './settings.ts';
import { updatedCopy, type UpdatedCopy } from './updates.ts';

const version = '9.9.9';

const open = ({ userData, env }: UpdatedCopy): Promise<Carrel> => openCarrel({ userData, env });

const panelOf = (page: Page): Locator => page.getByRole('tabpanel', { name: m.updates_title(), exact: true });
const button = (page: Page, name: string): Locator =>
  panelOf(page).getByRole('button', { name, exact: true });
const barMark = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: m.app_bar(), exact: true }).getByRole('button', { name, exact: true });

async function pressButton(page: Page, name: string): Promise<void> {
  await reach(button(page, name));
  await press(page, 'Enter');
}

/** The program ends by itself. */
const ended = ({ app }: Carrel): Promise<void> =>
  new Promise((resolve) => {
    const child = app.process();
    if (child.exitCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

test('an update is looked for, downloaded and installed when a person says so', async () => {
  await using copy = await updatedCopy('nsis', { updateMode: 'ask' });
  const carrel = await open(copy);
  const { page } = carrel;
  await new SettingsRoom(page).go(m.updates_title());
  const panel = panelOf(page);

  await test.step('nothing is known', async () => {
    await expect(panel).toContainText(m.updates_by_itself());
    await expect(panel.getByRole('status')).toHaveText(m.updates_idle());
    await expect(panel).toContainText(m.updates_log_none());
    await expectAccessible(page, 'updates, before any');
  });

  await test.step('it is there', async () => {
    await pressButton(page, m.updates_check());
    await expect(panel.getByRole('status')).toHaveText(m.updates_available({ version }));
    await expect(barMark(page, m.updates_bar_ready())).toHaveCount(0);
  });

  await test.step('it is downloaded', async () => {
    await pressButton(page, m.updates_download());
    const status = panel.getByRole('status');
    await expect(status).toContainText(m.updates_ready({ version }));
    await expect(panel.getByRole('row', { name: m.updates_log_downloaded() })).toContainText(version);
    await expect(barMark(page, m.updates_bar_ready())).toBeVisible();
    await expectAccessible(page, 'an update that is ready');
    await setSize(carrel, smallestPage);
    expect(await page.evaluate<string[]>(scrollsSideways)).toEqual([]);
    await carrel.ask('station.appearance', { theme: 'dark' });
    await expectAccessible(page, 'an update that is ready, dark and small');
  });

  await test.step('it is installed', async () => {
    await pressButton(page, m.updates_install());
    await ended(carrel);
    await expect
      .poll(() => fs.existsSync(copy.note) && fs.readFileSync(copy.note, 'utf8'))
      .toBe('--updated /S --force-run\n');
    const all = path.join(copy.userData, 'former');
    const [kept = ''] = fs.readdirSync(all);
    expect(fs.readdirSync(path.join(all, kept)).toSorted()).toEqual(
      expect.arrayContaining(['former.json', 'journal.sqlite', 'program']),
    );
  });

  await test.step('an installation that did not happen is said', async () => {
    await using again = await open(copy);
    await new SettingsRoom(again.page).go(m.updates_title());
    await expect(panelOf(again.page).getByRole('alert')).toHaveText(m.updates_not_installed());
  });
});

test('a desk in use is never restarted, and is once it is free', async () => {
  await using copy = await updatedCopy('nsis');
  const carrel = await open(copy);
  const { page } = carrel;
  const desk = new Desk(page);
  await scan(page, code('patronGood'));
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');
  expect((await carrel.ask('updates.check', {})).ok).toBe(true);
  await expect(barMark(page, m.updates_bar_ready())).toBeVisible();

  await press(page, 'Control+K');
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await write(page, m.updates_install_palette());
  await press(page, 'Enter');
  const status = panelOf(page).getByRole('status');
  await expect(status).toContainText(m.updates_waits_desk());
  // Asked for again and again, it stays.
  for (let times = 0; times < 3; times++)
    expect(await carrel.ask('updates.install', {})).toMatchObject({
      ok: true,
      value: { state: 'ready', waitsFor: 'desk' },
    });
  expect(fs.existsSync(copy.note)).toBe(false);
  await press(page, 'Alt+1');
  await expect(desk.heading).toHaveText('Rivka Ben-Ami');

  expect((await carrel.ask('desk.end', {})).ok).toBe(true);
  await expect(desk.heading).not.toHaveText('Rivka Ben-Ami');
  await expect
    .poll(
      async () => {
        await carrel.ask('updates.install', {}).catch(() => undefined);
        return fs.existsSync(copy.note);
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await ended(carrel);
});

test('what can’t be used is said in words, and changes nothing', async () => {
  await using copy = await updatedCopy('nsis', { updateMode: 'ask' });
  await using carrel = await open(copy);
  const { page } = carrel;
  await new SettingsRoom(page).go(m.updates_title());
  const alert = panelOf(page).getByRole('alert');
  copy.server.instead.set('/carrel/feed.json', (_, response) => void response.end('<html></html>'));
  await pressButton(page, m.updates_check());
  await expect(alert).toHaveText(m.updates_not_a_feed());
  copy.server.instead.set('/carrel/feed.json', (_, response) => void response.writeHead(407).end());
  await pressButton(page, m.updates_check());
  await expect(alert).toHaveText(m.updates_proxy_login());
  await expectAccessible(page, 'an update in trouble');
  copy.server.instead.clear();
  await pressButton(page, m.updates_check());
  await expect(button(page, m.updates_download())).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('where IT installs it, Settings says so, and nothing else does', async () => {
  await using copy = await updatedCopy('deb');
  await using carrel = await open(copy);
  const { page } = carrel;
  await new SettingsRoom(page).go(m.updates_title());
  await pressButton(page, m.updates_check());
  const panel = panelOf(page);
  await expect(panel.getByRole('status')).toHaveText(m.updates_available_it({ version }));
  await expect(button(page, m.updates_download())).toHaveCount(0);
  await expect(button(page, m.updates_install())).toHaveCount(0);
  await expect(barMark(page, m.updates_bar_ready())).toHaveCount(0);
  expect(copy.server.asked).toEqual(['/carrel/feed.json']);
});

test('a copy that no one installed says so', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  await new SettingsRoom(page).go(m.updates_title());
  await expect(panelOf(page)).toContainText(m.updates_by_nobody());
  await expect(button(page, m.updates_check())).toHaveCount(0);
});
