import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize } from './app.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { expect, test } from './fixtures.ts';
import { press, reach } from './keyboard.ts';
import { answerDialogs } from './locations.ts';
import { SettingsRoom } from './settings.ts';

test('the settings of one station go to another, and only what is wanted of them', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-transfer-'));
  const file = path.join(folder, 'front.carrel-settings');
  await using carrel = await openCarrel();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.settings_transfer_title());
  const panel = page.getByRole('tabpanel', { name: m.settings_transfer_title(), exact: true });
  const done = panel.getByRole('status').first();
  const station = (): Promise<unknown> => carrel.ask('station.get', {});
  const button = (name: string | RegExp) => panel.getByRole('button', { name, exact: true });
  await answerDialogs(carrel, { open: file, save: file });

  await test.step('exported: a file for people, without a key', async () => {
    await carrel.ask('station.appearance', { theme: 'dark', blurAfter: 60 });
    await carrel.ask('slips.change', { header: 'City Library' });
    await settings.press(m.settings_transfer_export(), panel);
    await expect(done).toHaveText(m.settings_transfer_exported({ name: path.basename(file) }));
    const text = await readFile(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({
      appearance: { theme: 'dark' },
      slips: { header: 'City Library' },
    });
    expect(text).not.toMatch(/key|password|journal/i);
    await expectAccessible(page, 'export and import, no file open');
  });

  await test.step('compared first: nothing is changed by opening it', async () => {
    await carrel.ask('station.appearance', { theme: 'light', blurAfter: 180 });
    await carrel.ask('slips.change', { header: '' });
    await settings.press(m.settings_transfer_import(), panel);
    const rows = panel.getByRole('row');
    await expect(rows.filter({ hasText: m.station_look_theme() })).toHaveText(
      new RegExp(`${m.station_look_light()}.*${m.station_look_dark()}`),
    );
    await expect(rows.filter({ hasText: m.slips_header() })).toContainText('City Library');
    await expect(button(m.settings_transfer_apply({ count: 3, shown: '3' }))).toBeEnabled();
    expect(await station()).toMatchObject({
      value: { appearance: { theme: 'light' }, slips: { header: '' } },
    });
    await expectAccessible(page, 'a file of settings beside this station');
  });

  await test.step('a group that is not wanted stays; the rest is imported, and undone again', async () => {
    await reach(
      panel.getByRole('checkbox', { name: m.settings_transfer_group({ group: m.station_look() }) }),
    );
    await press(page, 'Space');
    await settings.press(m.settings_transfer_apply({ count: 2, shown: '2' }), panel);
    await expect(done).toContainText(m.settings_transfer_applied({ count: 2, shown: '2' }));
    expect(await station()).toMatchObject({
      value: { appearance: { theme: 'light', blurAfter: 60 }, slips: { header: 'City Library' } },
    });
    await settings.press(m.settings_transfer_undo(), panel);
    await expect(done).toHaveText(m.settings_transfer_undone());
    expect(await station()).toMatchObject({
      value: { appearance: { blurAfter: 180 }, slips: { header: '' } },
    });
  });

  await test.step('a window that is loaded again has the file, and what is chosen elsewhere is in it', async () => {
    await page.reload();
    await settings.go(m.settings_transfer_title());
    await expect(panel.getByRole('heading', { name: path.basename(file) })).toBeVisible();
    await carrel.ask('slips.change', { header: 'City Library' });
    await carrel.ask('station.appearance', { theme: 'dark', blurAfter: 60 });
    await expect(panel.getByText(m.settings_transfer_all_same())).toBeVisible();
    await settings.press(m.settings_transfer_close(), panel);
    await expect(panel.getByText(m.settings_transfer_all_same())).toHaveCount(0);
  });

  await test.step('another library system: named, and its form begins with it; only a person has the key', async () => {
    const service = { address: 'https://library.invalid', root: 'svc' };
    await writeFile(
      file,
      JSON.stringify({ schema: 'carrel-settings/1', version: '9.0.0', service, glow: 1 }),
    );
    await settings.press(m.settings_transfer_import(), panel);
    await expect(panel).toContainText(m.settings_transfer_unknown({ key: 'glow' }));
    await expect(panel).toContainText(m.settings_transfer_needs_key());
    await expect(button(/^Import 0 settings$/)).toBeDisabled();
    await setSize(carrel, smallestPage);
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
    await expectAccessible(page, 'another library system, small, dark, from right to left');
    await page.evaluate(`document.documentElement.dir = 'ltr'`);
    await settings.press(m.settings_transfer_connect(), panel);
    await expect(settings.address).toHaveValue(service.address);
    await expect(settings.root).toHaveValue(service.root);
    expect(await station()).toMatchObject({ value: { mode: 'practice', institution: null } });
  });

  await test.step('a file that cannot be used says where it is wrong, and a folder that cannot be written too', async () => {
    await settings.open(m.settings_transfer_title());
    await writeFile(file, '{"schema": "carrel-settings/1",\n "slips": {"to": "fax"}}');
    await settings.press(m.settings_transfer_other(), panel);
    const alert = panel.getByRole('alert');
    await expect(alert).toContainText(m.settings_transfer_unusable());
    await expect(alert).toContainText(m.settings_transfer_one_of({ key: 'slips.to', values: 'paper, pdf' }));
    await expectAccessible(page, 'a file of settings that cannot be used');
    await answerDialogs(carrel, { open: file, save: path.join(folder, 'none', 'a.carrel-settings') });
    await settings.press(m.settings_transfer_export(), panel);
    await expect(panel).toContainText(m.settings_transfer_failed());
    await reach(panel.getByRole('button', { name: m.app_dismiss(), exact: true }));
    await press(page, 'Enter');
    await expect(panel.getByText(m.settings_transfer_failed())).toHaveCount(0);
  });
  await rm(folder, { recursive: true, force: true });
});
