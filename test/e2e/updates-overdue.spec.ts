import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize } from './app.ts';
import { scrollsSideways, smallestPage } from './fits.ts';
import { SettingsRoom } from './settings.ts';
import { updatedCopy, type UpdatedCopy } from './updates.ts';

const version = '9.9.9';
const since = '2026-01-10T12:00:00Z';

/** A station that has known of the newer version for a long time. */
function waiting({ userData }: UpdatedCopy): void {
  fs.mkdirSync(userData, { recursive: true });
  fs.writeFileSync(path.join(userData, 'updates.json'), JSON.stringify({ newer: { version, since } }));
}

for (const [kind, by] of [
  ['nsis', 'the program itself'],
  ['deb', 'IT'],
] as const)
  test(`an update by ${by} that waits for too long has stronger words, and nothing else`, async () => {
    await using copy = await updatedCopy(kind, { updateMode: 'ask' });
    waiting(copy);
    await using carrel = await openCarrel({ userData: copy.userData, env: copy.env });
    const { page } = carrel;
    await new SettingsRoom(page).go(m.updates_title());
    const panel = page.getByRole('tabpanel', { name: m.updates_title(), exact: true });
    const status = panel.getByRole('status');
    const mark = page
      .getByRole('region', { name: m.app_bar(), exact: true })
      .getByRole('button', { name: m.updates_bar_overdue(), exact: true });
    await expect(mark).toHaveCount(kind === 'nsis' ? 1 : 0);
    const date = 'Jan 10, 2026';
    const first = kind === 'nsis' ? m.updates_overdue_look : m.updates_overdue_it;
    await expect(status).toContainText(first({ version, date }));

    copy.server.instead.set('/carrel/feed.json', (_, response) => void response.end('<html></html>'));
    await carrel.ask('updates.check', {});
    await expect(status).toContainText(m.updates_unknown());
    copy.server.instead.clear();
    await carrel.ask('updates.check', {});
    if (kind === 'nsis') {
      await expect(status).toContainText(m.updates_overdue_download({ date }));
      await carrel.ask('updates.download', {});
      await expect(status).toContainText(m.updates_overdue_ask({ date }));
    } else await expect(status).toContainText(m.updates_overdue_it({ version, date }));
    expect(fs.existsSync(copy.note)).toBe(false);

    await expectAccessible(page, `an overdue update by ${by}`);
    await setSize(carrel, smallestPage);
    await page.evaluate(`document.documentElement.dir = 'rtl'`);
    await carrel.ask('station.appearance', { theme: 'dark' });
    await expectAccessible(page, `an overdue update by ${by}, from right to left, dark and small`);
    expect(await page.evaluate<string[]>(scrollsSideways)).toEqual([]);
  });
