import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { setSize } from './app.ts';
import { Desk } from './desk.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { press, reach } from './keyboard.ts';
import { managed } from './managed.ts';
import { SettingsRoom } from './settings.ts';

const printers = { due: { printer: 'Front desk', roll: 80 } };

test('what a policy holds is locked, and beside it is the file that says so', async () => {
  await using desk = await managed({
    mandatory: { blurAfter: 120, slipPrinters: printers, serviceAddress: 'https://library.invalid' },
  });
  const { page } = desk.carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.station_privacy());
  const blur = page.getByRole('combobox', { name: new RegExp(`^${m.station_idle_blur()}`) });
  await expect(blur).toBeDisabled();
  await expect(blur).toHaveText(/2 min/);
  await expect(page.getByRole('combobox', { name: new RegExp(`^${m.station_idle_clear()}`) })).toBeEnabled();
  const lock = page.getByRole('button', { name: `${m.policy_locked()} ${desk.file}` });
  await reach(lock);
  await expectAccessible(page, 'a locked setting');
  await settings.open(m.slips_settings());
  const due = page.getByRole('combobox', {
    name: new RegExp(`^${m.slips_printer_of({ slip: m.slips_kind_due() })}`),
  });
  await expect(due).toBeDisabled();
  const hold = page.getByRole('combobox', {
    name: new RegExp(`^${m.slips_printer_of({ slip: m.slips_kind_hold() })}`),
  });
  await expect(hold).toBeEnabled();
  await setSize(desk.carrel, smallestPage);
  await desk.carrel.ask('station.appearance', { theme: 'dark' });
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  await expect(lock.filter({ visible: true })).toHaveCount(1);
  expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
  await expectAccessible(page, 'a locked printer, dark, from right to left');
  await page.evaluate(`document.documentElement.dir = 'ltr'`);
  await settings.open(m.station_connection());
  await expect(settings.address).toBeDisabled();
  await expect(settings.address).toHaveValue('https://library.invalid');
  await reach(lock.filter({ visible: true }));
  await press(page, 'Enter');
  await expect(page.getByRole('tab', { name: m.policy_title(), selected: true })).toBeVisible();
});

test('managed settings: none, in force, the last good one, broken; copied and printed', async () => {
  await using desk = await managed({ mandatory: { clearAfter: 300 }, recommended: { blurAfter: 60 } });
  const { page } = desk.carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.policy_title());
  const panel = page.getByRole('tabpanel', { name: m.policy_title() });
  await expect(panel.getByText(m.policy_good_lead())).toBeVisible();
  const row = (name: string) => panel.getByRole('row').filter({ hasText: name });
  await expect(row(m.policy_clearAfter())).toContainText(m.policy_from_mandatory({ place: desk.file }));
  await expect(row(m.policy_blurAfter())).toContainText(m.policy_from_recommended({ place: desk.file }));
  await expect(page.getByText(m.policy_notice())).toHaveCount(0);
  await expectAccessible(page, 'the sheet');
  await reach(panel.getByRole('button', { name: m.policy_copy() }));
  await press(page, 'Enter');
  await expect(panel.getByRole('button', { name: m.policy_copied() })).toBeVisible();
  const copied = await desk.carrel.app.evaluate(({ clipboard }) => clipboard.readText());
  expect(copied).toContain(`${m.policy_clearAfter()} (clearAfter): 300`);
  await desk.write('{"schema": "carrel-policy/1",\n "mandatory": {"clearafter": 300}}');
  await expect(panel.getByText(m.policy_last_good_lead())).toBeVisible();
  await expect(panel.getByText(/line 2, column \d+/)).toBeVisible();
  const notice = page.getByRole('status').filter({ hasText: m.policy_notice() });
  await expect(notice).toContainText(m.policy_notice_last_good());
  await expect(row(m.policy_clearAfter())).toContainText('300');
  await setSize(desk.carrel, smallestPage);
  await desk.carrel.ask('station.appearance', { theme: 'dark' });
  expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
  await expectAccessible(page, 'the last good one, dark and small');
  await desk.write({ mandatory: {} });
  await expect(notice).toHaveCount(0);
});

test('what is switched off says so in the palette and on the key sheet', async () => {
  await using managedDesk = await managed({ mandatory: { allowFeeWaiving: false, allowExports: false } });
  const { page } = managedDesk.carrel;
  const off = m.policy_off({ place: managedDesk.file });
  const desk = new Desk(page);
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await press(page, 'Control+K');
  const palette = page.getByRole('dialog', { name: m.app_palette_title() });
  const waive = palette.getByRole('option').filter({ hasText: m.actions_fees_waive() });
  await expect(waive).toContainText(off);
  await expect(waive).toHaveAttribute('aria-disabled', 'true');
  await press(page, 'Escape');
  await press(page, 'Control+H');
  const sheet = page.getByRole('dialog', { name: m.app_keys_title() });
  await expect(sheet.getByText(off).first()).toBeVisible();
  await expectAccessible(page, 'the key sheet with what is off');
  await press(page, 'Escape');
  expect(await managedDesk.carrel.ask('patrons.export', { userId: 'P-1' })).toMatchObject({
    ok: false,
    failure: { kind: 'switchedOff', feature: 'exports', place: managedDesk.file, broken: false },
  });
});

test('a policy that was never good: what is off is said, and a visit goes on', async () => {
  await using managedDesk = await managed('{');
  const { page } = managedDesk.carrel;
  const notice = page.getByRole('status').filter({ hasText: m.policy_notice() });
  await expect(notice).toContainText(m.policy_notice_broken());
  const desk = new Desk(page);
  await desk.open(code('patronGood'), 'Rivka Ben-Ami');
  await press(page, 'F10');
  await reach(notice.getByRole('button', { name: m.policy_notice_show() }));
  await press(page, 'Enter');
  const panel = page.getByRole('tabpanel', { name: m.policy_title() });
  await expect(panel.getByText(m.policy_off_broken({ place: managedDesk.file }))).toHaveCount(3);
  await expectAccessible(page, 'a broken policy');
});
