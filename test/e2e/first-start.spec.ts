import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, setSize } from './app.ts';
import { Desk } from './desk.ts';
import { smallestPage, sticksOut } from './fits.ts';
import { startService } from './fixtures.ts';
import { press, reach, scan } from './keyboard.ts';
import { SettingsRoom } from './settings.ts';

test('with a policy nothing is asked but the key; then a card and a book', async () => {
  const service = await startService();
  const folder = await mkdtemp(path.join(tmpdir(), 'carrel-policy-'));
  await chmod(folder, 0o755);
  const place = { host: '*', library: 'MAIN', desk: 'DEFAULT_CIRC_DESK' };
  const mandatory = { serviceAddress: service.origin, serviceRoot: 'svcws', placeByHost: [place] };
  await writeFile(
    path.join(folder, '10-desk.json'),
    JSON.stringify({ schema: 'carrel-policy/1', mandatory }),
  );
  try {
    await using carrel = await openCarrel({ env: { CARREL_POLICIES: folder } });
    const { page } = carrel;
    const settings = new SettingsRoom(page, m.first_start_section());
    await expect(page.getByText(m.first_start_managed_lead())).toBeVisible();
    await expect(settings.key).toBeFocused();
    await expect(settings.address).toBeDisabled();
    await expectAccessible(page, 'only the key is asked');
    // A scanner's code is no key, and no scan is made of it.
    await scan(page, code('itemFree1'));
    await expect(page.getByText(m.first_start_scanned())).toBeVisible();
    await expect(settings.key).toHaveValue('');
    await expect(page.getByText('The Overstory')).toHaveCount(0);
    await settings.pick(m.station_connect_this_run(), settings.form);
    await reach(settings.key);
    await page.keyboard.insertText('l7xx-another-key');
    await press(page, 'Enter');
    await expect(page.getByText(m.station_connect_refused())).toBeVisible();
    await settings.paste(settings.key, service.key);
    await press(page, 'Enter');
    await expect(page.getByText(m.first_start_ready())).toBeVisible();
    await expectAccessible(page, 'ready');
    const desk = new Desk(page);
    await reach(page.getByRole('button', { name: m.first_start_to_desk() }));
    await press(page, 'Enter');
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await desk.scanned(code('itemFree1'), 'Lent', 'The Overstory');
  } finally {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('without one it is offered at the desk: three steps, checked as they are filled in, left and taken up again', async () => {
  const service = await startService();
  try {
    await using carrel = await openCarrel();
    const { page } = carrel;
    const settings = new SettingsRoom(page, m.first_start_section());
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await expect(settings.banner).toBeVisible();
    await expectAccessible(page, 'the offer at the desk');
    await reach(button(m.first_start_begin()));
    await press(page, 'Enter');
    await expect(page.getByText(m.first_start_step_service())).toBeVisible();
    await settings.paste(settings.address, 'https://no-such-host.invalid');
    await reach(settings.key);
    await expect(page.getByText(m.failures_unreachable_noSuchHost()).first()).toBeVisible();
    await settings.paste(settings.address, service.origin);
    await reach(settings.key);
    await expect(page.getByText(/The library system answers/)).toBeVisible();
    await expectAccessible(page, 'the first step');
    await settings.pick(m.station_connect_this_run(), settings.form);
    await settings.paste(settings.key, service.key);
    await press(page, 'Enter');
    await expect(page.getByText(m.first_start_step_place())).toBeVisible();
    // Left, and taken up again where it was.
    await press(page, 'Alt+1');
    await settings.go(m.first_start_section());
    await expect(page.getByText(m.first_start_step_place())).toBeVisible();
    expect(
      await carrel.ask('station.choose', { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: null }),
    ).toMatchObject({ ok: true });
    await expect(page.getByText(/^Step 3 of 3/)).toBeVisible();
    await setSize(carrel, smallestPage);
    await carrel.ask('station.appearance', { theme: 'dark' });
    expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
    await expectAccessible(page, 'the third step, dark and small');
    await reach(button(m.first_start_back()));
    await press(page, 'Enter');
    await expect(page.getByText(/^Step 2 of 3/)).toBeVisible();
    await reach(button(m.first_start_practice()));
    await press(page, 'Enter');
    await expect(settings.banner).toBeVisible();
    await expect(button(m.first_start_begin())).toHaveCount(0);
  } finally {
    await service.close();
  }
});

test('put aside, it is not offered again', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const later = page.getByRole('button', { name: m.first_start_later() });
  await reach(later);
  await press(page, 'Enter');
  await expect(later).toHaveCount(0);
  await page.reload();
  await expect(new Desk(page).readiness).toHaveText(m.app_scan_ready());
  await expect(later).toHaveCount(0);
});
