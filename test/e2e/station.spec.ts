import { readdir, writeFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { createClient } from '../../src/client/client.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel } from './app.ts';
import { Desk } from './desk.ts';
import { choose, press, reach } from './keyboard.ts';
import { practiceLibrary, withFaults } from './with-faults.ts';
import { SettingsRoom } from './settings.ts';
import { institution } from './strange-services.ts';
import { workplace } from './workplace.ts';

test(
  'a first start stands on the practice library, ready to work, and nobody can mistake it',
  { tag: '@smoke:page' },
  async () => {
    await using carrel = await openCarrel();
    const { page } = carrel;
    const bar = page.getByRole('region', { name: 'This workstation', exact: true });
    await expect(bar).toContainText('PRACTICE LIBRARY');
    await expect(bar).toContainText('nothing here is real');
    await expect(bar).toContainText('Main Library');
    await expect(bar).toContainText('Circulation Desk');
    await expect(page).toHaveTitle('READY · Carrel · PRACTICE');
    // Striped as a building site is, in colours that nothing else has.
    const look = await bar.evaluate((one) => {
      const { backgroundImage, height } = (
        globalThis as unknown as {
          getComputedStyle(of: unknown): { backgroundImage: string; height: string };
        }
      ).getComputedStyle(one);
      return { backgroundImage, height: Number.parseFloat(height) };
    });
    expect(look.backgroundImage).toContain('repeating-linear-gradient');
    expect(look.height).toBe(40);
    await expectAccessible(page, 'a first start');

    for (const room of [2, 3, 4, 5, 6, 7, 8, 1].map((place) => `Alt+${place}`)) {
      await page.keyboard.press(room);
      await expect(bar).toContainText('PRACTICE LIBRARY');
      await expect(page).toHaveTitle(/PRACTICE$/);
    }
    const desk = new Desk(page);
    await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
    await desk.scanned(sampleCode('itemFree1'), 'Lent', 'The Overstory');
  },
);

test('settings hold at once, and in the next run', async () => {
  await using place = await workplace();
  let carrel = await place.open();
  let { page } = carrel;
  const sounds = page.getByRole('button', { name: m.app_sounds_on(), exact: true });
  await expect(sounds).toHaveAttribute('aria-pressed', 'true');
  await press(page, 'Control+m');
  await expect(sounds).toHaveAttribute('aria-pressed', 'false');
  let settings = new SettingsRoom(page);
  await settings.go(m.station_sounds());
  await expect(page.getByRole('checkbox', { name: m.station_sounds_on() })).not.toBeChecked();
  // Over a dialog as well: whoever is talked to does not wait until it is closed.
  await press(page, 'Control+h');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press(page, 'Control+m');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: m.station_sounds_on() })).toBeChecked();
  await expect(sounds).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page, 'settings');
  await settings.open(m.station_place());
  await choose(page, m.station_place_library(), 'Science Library');
  const bar = page.getByRole('region', { name: 'This workstation', exact: true });
  await expect(bar).toContainText('Science Library');
  await choose(page, m.station_place_department(), 'Cataloging');
  await settings.open(m.station_look());
  await settings.pick(m.station_look_dark());
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expectAccessible(page, 'settings, dark');
  await settings.pick(m.station_look_comfortable());
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await settings.open(m.station_sounds());
  await reach(page.getByRole('checkbox', { name: m.station_sounds_on() }));
  await press(page, 'Space');
  await reach(page.getByRole('slider', { name: m.station_sounds_volume() }));
  await page.keyboard.press('Home');
  const expected = {
    ok: true,
    value: {
      mode: 'practice',
      library: { code: 'SCI' },
      department: { code: 'CAT', library: 'MAIN' },
      appearance: { theme: 'dark', density: 'comfortable', sounds: false, volume: 0 },
    },
  };
  await expect(() =>
    carrel.ask('station.get', {}).then((reply) => expect(reply).toMatchObject(expected)),
  ).toPass();
  carrel = await place.open();
  ({ page } = carrel);
  expect(await carrel.ask('station.get', {})).toMatchObject(expected);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable');
  await expect(page.getByRole('region', { name: 'This workstation', exact: true })).toContainText(
    'Science Library',
  );
  settings = new SettingsRoom(page);
  await settings.go(m.station_sounds());
  await expect(page.getByRole('checkbox', { name: m.station_sounds_on() })).not.toBeChecked();
  await settings.open(m.station_look());
  await settings.pick(m.station_look_contrast());
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await expectAccessible(page, 'settings, high contrast');

  // What was chosen is on disk when it is on screen.
  await place.kill();
  carrel = await place.open();
  await expect(carrel.page.locator('html')).toHaveAttribute('data-theme', 'contrast');
});

test('a look is chosen as fast as the arrows are pressed', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  await new SettingsRoom(page).go(m.station_look());
  await reach(page.getByRole('radio', { name: m.station_look_system(), exact: true }));
  // All at once: what main tells of the first is not to be where the last one starts from.
  const arrows = Array.from({ length: 7 }, () => page.keyboard.press('ArrowRight'));
  await Promise.all(arrows);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  await expect(() =>
    carrel
      .ask('station.get', {})
      .then((reply) =>
        expect(reply).toMatchObject({ ok: true, value: { appearance: { theme: 'contrast' } } }),
      ),
  ).toPass();
});

test('settings that cannot be read are set aside, and the program starts as new', async () => {
  await using place = await workplace();
  await place.open();
  await place.kill();
  await writeFile(`${place.userData}/settings.json`, '{"mode": "institution", "key');
  const { page } = await place.open();
  await expect(page.getByRole('region', { name: 'This workstation', exact: true })).toContainText(
    'PRACTICE LIBRARY',
  );
  expect((await readdir(place.userData)).filter((name) => name.startsWith('settings.json')).length).toBe(1);
});

test('the institution is worked on for real: what is lent there is not lent in the practice library', async () => {
  const key = 'l7xx-the-institutions-key';
  await using service = await institution(key);
  await using place = await workplace(withFaults);
  const carrel = await place.open();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  await settings.go();
  await settings.connect({ address: service.address, key });
  await choose(page, m.station_place_library(), 'Main Library');
  await expect(page.getByRole('region', { name: 'This workstation', exact: true })).toContainText(
    'Main Library',
  );

  await page.keyboard.press('Alt+1');
  const desk = new Desk(page);
  await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
  await desk.scanned(sampleCode('itemFree1'), 'Lent', 'The Overstory');
  await page.keyboard.press('F10');
  await expect(desk.stageWord).toHaveText('Ended');

  const real = createClient({
    address: service.address,
    key: () => key,
    limiter: noLimit,
  });
  const query = { item_barcode: sampleCode('itemFree1') };
  const lent = await real.call('items.byBarcode', { query });
  expect(lent.item_data?.process_type).toMatchObject({ value: 'LOAN' });

  await settings.go(m.station_connection());
  await settings.press(m.station_service_to_practice());
  await expect(settings.banner).toBeVisible();
  await page.keyboard.press('Alt+1');
  await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
  const practice = await practiceLibrary(carrel);
  const there = await practice.call('items.byBarcode', { query });
  expect(there.item_data?.process_type).not.toMatchObject({ value: 'LOAN' });

  // The key was for one run. The next one says so, and does not pretend to be the practice library.
  await settings.go(m.station_connection());
  await settings.press(m.station_service_to_institution());
  await expect(settings.banner).toBeHidden();
  const next = await place.open();
  const later = new SettingsRoom(next.page);
  await expect(later.banner).toBeHidden();
  await new Desk(next.page).scan(sampleCode('patronNothing'));
  await expect(next.page.getByRole('main')).toContainText('API key: nothing entered');
  await expectAccessible(next.page, 'a station without its key');
  await later.go(m.station_connection());
  await expect(next.page.getByText(m.station_key_none())).toBeVisible();
  await later.connect({ address: service.address, key });
  await next.page.keyboard.press('Alt+1');
  await new Desk(next.page).open(sampleCode('patronNothing'), 'Grace Okafor');
});
