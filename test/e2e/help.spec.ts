import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { press } from './keyboard.ts';

test('each room has a help page, one key away, and the focus comes back to the scan box', async ({
  desk,
}) => {
  const { page } = desk;
  const rooms = [
    ['Alt+1', m.app_room_desk(), m.help_desk_lend()],
    ['Alt+2', m.app_room_receiving(), m.help_receiving_open()],
    ['Alt+3', m.app_room_acquisitions(), m.help_acquisitions_invoices()],
    ['Alt+4', m.app_room_lending(), m.help_lending_new()],
    ['Alt+5', m.app_room_configuration(), m.help_configuration_look()],
    ['Alt+6', m.app_room_reports(), m.help_reports_what()],
    // The station of these tests stands on an institution's service: there are no samples.
    ['Alt+7', m.app_room_settings(), m.help_settings_place()],
  ] as const;
  for (const [key, room, topic] of rooms) {
    await press(page, key);
    await expect(page.getByRole('heading', { level: 1, name: room, exact: true })).toBeAttached();
    await press(page, 'Shift+F1');
    const help = page.getByRole('dialog', { name: m.help_title({ room }), exact: true });
    await expect(help.getByRole('heading', { level: 3 }).first()).toContainText(topic);
    await press(page, 'Escape');
    await expect(help).toBeHidden();
  }
  await press(page, 'Alt+1');
  await press(page, 'Shift+F1');
  await page.getByRole('dialog').waitFor();
  await expectAccessible(page, 'the help page of the desk');
  await press(page, 'Control+H');
  await expect(page.getByRole('dialog', { name: m.app_keys_title(), exact: true })).toBeVisible();
  await press(page, 'Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(desk.box).toBeFocused();
});
