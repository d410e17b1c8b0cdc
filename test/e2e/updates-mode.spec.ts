import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize } from './app.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { reach } from './keyboard.ts';
import { SettingsRoom } from './settings.ts';
import { updatedCopy } from './updates.ts';

test('how updates come is chosen here, and locked where a policy says it, with the rest that it says', async () => {
  await using copy = await updatedCopy('nsis', {});
  await using carrel = await openCarrel({ userData: copy.userData, env: copy.env });
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.updates_title());
  const panel = page.getByRole('tabpanel', { name: m.updates_title(), exact: true });
  const mode = (name: string) => panel.getByRole('radio', { name, exact: true });
  await expect(mode(m.updates_mode_automatic())).toBeChecked();
  await settings.pick(m.updates_mode_off(), panel);
  await expect(mode(m.updates_mode_off())).toBeChecked();
  await expect(panel).toContainText(m.updates_mode_off_note());
  await expectAccessible(page, 'updates that are not looked for');
  await settings.pick(m.updates_mode_ask(), panel);
  await expect(panel.getByText(m.updates_mode_off_note())).toHaveCount(0);

  const file = path.join(copy.env['CARREL_POLICIES'] ?? '', '10-updates.json');
  const maintenanceWindow = { days: ['mon'], from: '22:00', to: '05:00' };
  const mandatory = { updateMode: 'automatic', updateRing: 7, updateVersion: '9.9.9', maintenanceWindow };
  writeFileSync(file, JSON.stringify({ schema: 'carrel-policy/1', mandatory }));
  await carrel.ask('policy.reread', {});
  await expect(mode(m.updates_mode_automatic())).toBeChecked();
  await expect(mode(m.updates_mode_off())).toBeDisabled();
  await reach(panel.getByRole('button', { name: `${m.policy_locked()} ${file}` }));
  for (const [title, value] of [
    [m.policy_updateRing(), '7'],
    [m.policy_updateVersion(), '9.9.9'],
    [m.policy_maintenanceWindow(), '22:00'],
  ] as const)
    await expect(panel.locator('dl > div').filter({ hasText: title })).toContainText(value);
  await setSize(carrel, smallestPage);
  await carrel.ask('station.appearance', { theme: 'dark' });
  expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
  await expectAccessible(page, 'updates under a policy, dark and small');
  expect(await carrel.ask('updates.mode', { mode: 'off' })).toMatchObject({
    ok: false,
    failure: { kind: 'settings', why: 'locked', setting: 'updateMode', place: file },
  });
  // What was chosen here is there again when the policy goes.
  writeFileSync(file, JSON.stringify({ schema: 'carrel-policy/1' }));
  await carrel.ask('policy.reread', {});
  await expect(mode(m.updates_mode_ask())).toBeChecked();
});
