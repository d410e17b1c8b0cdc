import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { managed } from './managed.ts';
import { SettingsRoom } from './settings.ts';

test('of the settings, the section that is open is on paper, without the window around it', async () => {
  await using station = await managed({ mandatory: { blurAfter: 120 } });
  const { page } = station.carrel;
  const settings = new SettingsRoom(page);
  const bar = page.getByRole('region', { name: m.app_bar(), exact: true });
  for (const section of [m.policy_title(), m.check_title()]) {
    await page.emulateMedia({ media: 'screen' });
    await settings.go(section);
    const panel = page.getByRole('tabpanel', { name: section, exact: true });
    const title = panel.getByRole('heading', { name: section, exact: true });
    await expect(title).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(panel.getByText(section, { exact: true }).first()).toBeVisible();
    await expect(bar).toBeHidden();
  }
});
