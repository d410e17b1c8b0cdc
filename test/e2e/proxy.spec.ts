import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import type { Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { behindProxy } from './institution-proxy.ts';
import { press, reach } from './keyboard.ts';
import { filesUnder, findings } from './on-disk.ts';
import { sessionBus } from './session-bus.ts';
import { SettingsRoom } from './settings.ts';
import { workplace } from './workplace.ts';

test.skip(
  process.platform !== 'linux',
  'the proxy of the environment, and the secret service, are Linux’ own',
);

const key = 'l7xx-behind-a-proxy-5512';
const password = 'ZEBRA=8841/+"k ø';

/** Nothing of these is in the station's folder, its outputs, or what a window is told or shows. */
async function expectNoTrace(carrel: Carrel): Promise<void> {
  const places = new Map<string, Buffer | string>(await filesUnder(carrel.userData));
  places.set('output', carrel.output());
  places.set('station.get', JSON.stringify(await carrel.ask('station.get', {})));
  places.set('page', await carrel.page.content());
  expect(findings(places, [password, 'ZEBRA', key])).toEqual([]);
}

test(
  'a proxy that wants a password: said plainly, asked once, kept in the keychain, and told to nobody else',
  { tag: '@smoke:network' },
  async () => {
    test.setTimeout(810_000);
    await using bus = await sessionBus('unlocked');
    await using library = await behindProxy(key, `desk:${password}`);
    await using place = await workplace({ ...bus.env, ...library.env });
    let carrel = await place.open();
    const { page } = carrel;
    let settings = new SettingsRoom(page);
    await settings.go();
    const section = page.getByRole('region', { name: m.station_proxy(), exact: true });
    const user = section.getByRole('textbox', { name: m.failures_field_user(), exact: true });
    const secret = section.getByLabel(m.failures_field_password(), { exact: true });
    await expect(section).toBeHidden();

    await test.step('asked for', async () => {
      await settings.fill({ address: library.address, key, keep: 'keychain' });
      await settings.press(m.station_connect_act(), settings.form);
      await expect(settings.form).toContainText(m.failures_unreachable_proxyLogin(), { timeout: 60_000 });
      await expect(settings.form).toContainText(library.proxy.name);
      await expect(section).toContainText(m.station_proxy_wanted());
      await expectAccessible(page, 'a proxy that wants a password');
    });

    const enter = async (text: string): Promise<void> => {
      await reach(user, 'Shift+Tab');
      await settings.paste(user, 'desk');
      await settings.paste(secret, text);
      await press(page, 'Enter');
      await expect(section).toContainText(m.station_proxy_entered());
      // Enter pressed twice does not take it away again.
      await press(page, 'Enter');
      await expect(section).toContainText(m.station_proxy_entered());
    };

    await test.step('a wrong one is said to be wrong', async () => {
      await enter('not this one');
      await settings.press(m.station_connect_act(), settings.form);
      await expect(settings.form).toContainText(m.failures_unreachable_proxyLoginRefused(), {
        timeout: 60_000,
      });
      await expect(section).toContainText(m.station_proxy_refused());
    });

    await test.step('the right one leads to the service', async () => {
      await enter(password);
      await settings.press(m.station_connect_act(), settings.form);
      await settings.isConnected();
      await settings.open(m.station_connection());
      await expect(section).toContainText(m.station_proxy_accepted());
      await expect(section).toContainText(m.station_proxy_keychain());
      await expect(section.locator('input')).toHaveCount(0);
      expect(await bus.secret(`proxy ${library.proxy.name}`)).toBe(JSON.stringify(['desk', password]));
      await expectNoTrace(carrel);
    });

    await test.step('the next run asks nobody', async () => {
      carrel = await place.open();
      const desk = new Desk(carrel.page);
      await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
      await expectNoTrace(carrel);
      expect(Buffer.concat(library.proxy.through).toString('latin1')).not.toMatch(/apikey|l7xx|ZEBRA/);
      expect(new Set(library.proxy.logins)).toEqual(new Set(['', 'desk:not this one', `desk:${password}`]));
    });

    await test.step('until it is forgotten', async () => {
      settings = new SettingsRoom(carrel.page);
      await settings.go(m.station_connection());
      await settings.press(m.station_proxy_forget());
      await expect(carrel.page.getByText(m.station_proxy_wanted())).toBeVisible();
      expect(await bus.secret(`proxy ${library.proxy.name}`)).toBeNull();
    });
  },
);

test('a keychain that does not take it: said plainly, and it can be used for this run', async () => {
  await using library = await behindProxy(key, `desk:${password}`);
  await using place = await workplace(library.env);
  const carrel = await place.open();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  await settings.go();
  await settings.fill({ address: library.address, key });
  await settings.press(m.station_connect_test(), settings.form);
  const section = page.getByRole('region', { name: m.station_proxy(), exact: true });
  await section.waitFor({ timeout: 60_000 });
  const user = section.getByRole('textbox', { name: m.failures_field_user(), exact: true });
  await reach(user, 'Shift+Tab');
  await settings.paste(user, 'desk');
  await settings.paste(section.getByLabel(m.failures_field_password(), { exact: true }), password);
  await press(page, 'Enter');
  await expect(section).toContainText(m.failures_locked_noKeychain(), { timeout: 45_000 });
  await expect(section).toContainText(m.failures_locked_not());
  await settings.press(m.station_proxy_run_only(), section);
  await expect(section).toContainText(m.station_proxy_this_run());
  await settings.press(m.station_connect_test(), settings.form);
  await settings.form.getByText(m.station_connect_tested()).waitFor();
  await expectNoTrace(carrel);
});
