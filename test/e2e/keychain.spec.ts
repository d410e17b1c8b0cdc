import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { noKeychain, systemKeychain, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { press, reach } from './keyboard.ts';
import { filesUnder, findings } from './on-disk.ts';
import { sessionBus } from './session-bus.ts';
import { SettingsRoom } from './settings.ts';
import { institution, type Institution } from './strange-services.ts';
import { workplace } from './workplace.ts';

test.skip(process.platform !== 'linux', 'the secret service is Linux’ own');

const key = 'l7xx-keychain-key-20714711';

async function openSettings(carrel: Carrel, section: string): Promise<SettingsRoom> {
  const settings = new SettingsRoom(carrel.page);
  await settings.go(section);
  return settings;
}

/** Nothing of the key is in the station's folder, its outputs, or what a window is told or shows. */
async function expectNoTrace(carrel: Carrel): Promise<void> {
  const report = await carrel.ask('station.get', {});
  const places = new Map<string, Buffer | string>(await filesUnder(carrel.userData));
  places.set('output', carrel.output());
  places.set('station.get', JSON.stringify(report));
  places.set('page', await carrel.page.content());
  places.set(
    'fields',
    JSON.stringify(
      await carrel.page
        .locator('input')
        .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value)),
    ),
  );
  expect(findings(places, [key])).toEqual([]);
}

/** The name under which the keychain has the key of the institution that the station stands on. */
async function accountOf(carrel: Carrel, { account }: Institution): Promise<string> {
  const reply = await carrel.ask('station.get', {});
  return `${account} ${(reply.ok && reply.value.libraryId) || 'unknown'}`;
}

test(
  'the key goes to the keychain, is found again in the next run, and is forgotten on request',
  { tag: '@smoke:keychain' },
  async () => {
    await using bus = await sessionBus('unlocked');
    await using library = await institution(key);
    await using place = await workplace(bus.env);
    let carrel = await place.open();
    let settings = await openSettings(carrel, m.station_privacy());
    let account = '';
    await expect(carrel.page.getByText(m.station_journal_keychain())).toBeVisible();

    await test.step('kept', async () => {
      await settings.connect({ address: library.address, key, keep: 'keychain' });
      await settings.open(m.station_connection());
      await expect(carrel.page.getByText(m.station_key_keychain())).toBeVisible();
      await expect(settings.key).toHaveValue('');
      account = await accountOf(carrel, library);
      expect(await bus.secret(account)).toBe(key);
      expect(await carrel.ask('station.get', {})).toMatchObject({
        value: { mode: 'institution', key: 'keychain', journalSeal: 'keychain' },
      });
      await expectNoTrace(carrel);
    });

    for (const end of ['closed', 'killed'] as const) {
      await test.step(`found again after the program was ${end}`, async () => {
        if (end === 'killed') await place.kill();
        carrel = await place.open();
        await carrel.page.bringToFront();
        const desk = new Desk(carrel.page);
        await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
        await expectNoTrace(carrel);
      });
    }

    await test.step('not in a window that comes back', async () => {
      settings = await openSettings(carrel, m.station_connection());
      await expect(settings.key).toHaveValue('');
      await carrel.page.reload();
      settings = await openSettings(carrel, m.station_connection());
      await expect(settings.key).toHaveValue('');
      await expectNoTrace(carrel);
    });

    await test.step('practice and back, with the key of the keychain', async () => {
      await settings.press(m.station_service_to_practice());
      await expect(settings.banner).toBeVisible();
      await expect(carrel.page.getByText(m.station_key_keychain())).toBeVisible();
      await settings.press(m.station_service_to_institution());
      await expect(settings.banner).toBeHidden();
    });

    await test.step('forgotten', async () => {
      await settings.open(m.station_connection());
      await settings.press(m.station_forget());
      await reach(
        carrel.page
          .getByRole('alertdialog')
          .getByRole('button', { name: m.station_forget_act(), exact: true }),
      );
      await press(carrel.page, 'Enter');
      await expect(settings.banner).toBeVisible();
      expect(await bus.secret(account)).toBeNull();
      await expectNoTrace(carrel);
    });
  },
);

test('a program that a test started leaves the keychain alone, also where it could reach it', async () => {
  await using bus = await sessionBus('unlocked');
  await using place = await workplace({ ...bus.env, CARREL_KEYCHAIN: noKeychain.CARREL_KEYCHAIN });
  const carrel = await place.open();
  await openSettings(carrel, m.station_privacy());
  await expect(carrel.page.getByText(m.station_journal_file())).toBeVisible();
  expect(await bus.listing()).not.toContain('Carrel');
});

test('a keychain that asks its user first: that is said, and the desk opens by itself once it answers', async () => {
  await using bus = await sessionBus('unlocked');
  await using place = await workplace(bus.env);
  await bus.hold();
  const carrel = await place.open({ shows: m.journal_waiting_title() });
  await expect(carrel.page.getByRole('main')).toContainText(m.journal_waiting_do());
  await expectAccessible(carrel.page, 'a keychain that has not answered');
  await bus.resume();
  const desk = new Desk(carrel.page);
  await desk.box.waitFor();
  await desk.open(sampleCode('patronGood'), 'Rivka Ben-Ami');
  await openSettings(carrel, m.station_privacy());
  await expect(carrel.page.getByText(m.station_journal_keychain())).toBeVisible();
});

test('a key that is changed takes the place of the old one; one for this run takes it out', async () => {
  await using bus = await sessionBus('unlocked');
  await using library = await institution(key);
  await using other = await institution('l7xx-another-key-081523', { empty: true });
  await using place = await workplace(bus.env);
  const carrel = await place.open();
  const settings = await openSettings(carrel, m.station_connection());
  await settings.connect({ address: library.address, key, keep: 'keychain' });
  const before = await accountOf(carrel, library);
  expect(await bus.secret(before)).toBe(key);
  await settings.fill({ address: other.address, key: other.key, keep: 'keychain' });
  await settings.press(m.station_connect_act(), settings.form);
  await settings.press(m.station_which_another(), settings.form);
  await settings.isConnected();
  const now = await accountOf(carrel, other);
  expect(await bus.secret(before)).toBeNull();
  expect(await bus.secret(now)).toBe(other.key);
  await settings.connect({ address: other.address, key: other.key, keep: 'thisRun' });
  await expect.poll(() => bus.secret(now)).toBeNull();
  await settings.open(m.station_connection());
  await expect(carrel.page.getByText(m.station_key_this_run())).toBeVisible();
});

for (const { state, says } of [
  { state: 'locked', says: m.failures_locked_keychainLocked() },
  { state: 'no-collection', says: m.failures_locked_noKeychain() },
  { state: 'absent', says: m.failures_locked_noKeychain() },
] as const) {
  test(`a keychain that is ${state}: said plainly, nothing kept, and the key can be used for this run`, async () => {
    await using bus = state === 'absent' ? null : await sessionBus(state);
    await using library = await institution(key);
    await using place = await workplace(bus?.env ?? systemKeychain);
    let carrel = await place.open();
    const { page } = carrel;
    const settings = await openSettings(carrel, m.station_privacy());
    await expect(page.getByText(m.station_journal_file())).toBeVisible();
    // Which practice library it is, is known once that answers.
    const station = (): Promise<unknown> => carrel.ask('station.get', {});
    await expect.poll(station, { timeout: 90_000 }).not.toMatchObject({ value: { libraryId: null } });
    const before = await station();
    await settings.fill({ address: library.address, key, keep: 'keychain' });
    await settings.press(m.station_connect_act(), settings.form);

    const run = settings.form.getByRole('button', { name: new RegExp(`^${m.station_connect_run_only()}`) });
    await expect(run).toBeVisible({ timeout: 45_000 });
    await expect(settings.form).toContainText(says);
    await expect(settings.form).toContainText(m.failures_locked_not());
    await expect(settings.banner).toBeVisible();
    expect(await carrel.ask('station.get', {})).toEqual(before);
    await expectAccessible(page, `a keychain that is ${state}`);

    // The offer has the focus: one key takes it.
    await expect(run).toBeFocused();
    await press(page, 'Enter');
    await expect(settings.banner).toBeHidden();
    await settings.open(m.station_connection());
    await expect(page.getByText(m.station_key_this_run())).toBeVisible();
    await expect(settings.key).toHaveValue('');
    await expectNoTrace(carrel);
    await page.keyboard.press('Alt+1');
    await new Desk(page).open(sampleCode('patronNothing'), 'Grace Okafor');

    await place.kill();
    carrel = await place.open();
    expect(await carrel.ask('station.get', {})).toMatchObject({
      value: { mode: 'institution', key: 'none' },
    });
    await openSettings(carrel, m.station_connection());
    await expect(carrel.page.getByText(m.station_key_none())).toBeVisible();
    await expectNoTrace(carrel);
  });
}

test('a keychain that was locked meanwhile is said where the key is needed', async () => {
  await using bus = await sessionBus('unlocked');
  await using library = await institution(key);
  await using place = await workplace(bus.env);
  let carrel = await place.open();
  const settings = await openSettings(carrel, m.station_connection());
  await settings.connect({ address: library.address, key, keep: 'keychain' });
  await bus.lock();
  carrel = await place.open();
  const desk = new Desk(carrel.page);
  await desk.scan(sampleCode('patronNothing'));
  await expect(carrel.page.getByRole('main')).toContainText(m.failures_locked_keyNotGiven(), {
    timeout: 45_000,
  });
  await expect(carrel.page.getByRole('main')).toContainText('Unlock it and try again.');
  await expectAccessible(carrel.page, 'a locked keychain at the desk');
});
