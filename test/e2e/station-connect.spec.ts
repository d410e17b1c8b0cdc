import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode } from '../../src/service/samples.ts';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { Desk } from './desk.ts';
import { startService, type Service } from './fixtures.ts';
import { press, reach } from './keyboard.ts';
import { SettingsRoom, type Filled } from './settings.ts';
import {
  answers,
  closedPort,
  institution,
  selfSigned,
  strangeService,
  type Strange,
} from './strange-services.ts';

const key = 'l7xx-the-institutions-key';

async function openSettings(carrel: Carrel): Promise<SettingsRoom> {
  const settings = new SettingsRoom(carrel.page);
  await settings.go(m.station_connection());
  return settings;
}

/** All that a station remembers, in its file and in what windows are told. */
async function remembered(carrel: Carrel): Promise<unknown> {
  const file = path.join(carrel.userData, 'settings.json');
  // Which practice library it is, is known once that answers.
  await expect
    .poll(() => carrel.ask('station.get', {}))
    .not.toMatchObject({ value: { mode: 'practice', libraryId: null } });
  return [await carrel.ask('station.get', {}), await readFile(file, 'utf8').catch(() => 'no file')];
}

const page404 = '<!doctype html><title>Not Found</title><h1>Not Found</h1>';

interface Case {
  readonly name: string;
  readonly service?: () => Promise<Strange>;
  readonly filled?: (address: string) => Partial<Filled> | Promise<Partial<Filled>>;
  readonly says: string;
  readonly at: 'address' | 'root' | 'key';
  /** Nothing was to be sent at all. */
  readonly silent?: true;
}

const cases: readonly Case[] = [
  {
    name: 'a host that there is not',
    filled: () => ({ address: 'https://no-such-host.invalid' }),
    says: m.failures_unreachable_noSuchHost(),
    at: 'address',
  },
  {
    name: 'a port on which nobody listens',
    filled: async () => ({ address: await closedPort() }),
    says: m.failures_unreachable_connectionRefused(),
    at: 'address',
  },
  {
    name: 'a web site',
    service: () => strangeService(answers('text/html', page404)),
    says: m.failures_unreachable_notThatService(),
    at: 'address',
  },
  {
    name: 'a web site that says 404',
    service: () => strangeService(answers('text/html', page404, 404)),
    says: m.failures_unreachable_notThatService(),
    at: 'address',
  },
  {
    name: 'another service that speaks JSON',
    service: () => strangeService(answers('application/json', '{"status":"ok","items":[]}')),
    says: m.failures_unreachable_notThatService(),
    at: 'address',
  },
  {
    name: 'a service that turns the key away',
    service: () => strangeService(answers('application/json', '{"errorsExist":true}', 401)),
    says: m.station_connect_refused(),
    at: 'key',
  },
  {
    name: 'a certificate that nobody vouches for',
    service: selfSigned,
    says: m.failures_unreachable_certificate_authority(),
    at: 'address',
    silent: true,
  },
  {
    name: 'plain http to another machine',
    service: () => strangeService(answers('application/json', '{}')),
    // Every address of this machine, and no name for the loopback one.
    filled: (address) => ({ address: address.replace('127.0.0.1', '0.0.0.0') }),
    says: m.failures_invalid_notHttps({ field: m.station_connect_address() }),
    at: 'address',
    silent: true,
  },
  {
    name: 'what is no address',
    filled: () => ({ address: 'library.example.org' }),
    says: m.failures_invalid_notAnAddress({ field: m.station_connect_address() }),
    at: 'address',
  },
  {
    name: 'a root segment of several',
    service: () => strangeService(answers('application/json', '{}')),
    filled: () => ({ root: '../v2' }),
    says: m.failures_invalid_notAnAddress({ field: m.station_connect_root() }),
    at: 'root',
    silent: true,
  },
  {
    name: 'a key with a space in it',
    service: () => strangeService(answers('application/json', '{}')),
    filled: () => ({ key: 'l7xx the key' }),
    says: m.failures_invalid_notAKey({ field: m.station_connect_key() }),
    at: 'key',
    silent: true,
  },
  {
    name: 'no key',
    service: () => strangeService(answers('application/json', '{}')),
    filled: () => ({ key: '' }),
    says: m.failures_invalid_required({ field: m.station_connect_key() }),
    at: 'key',
    silent: true,
  },
];

test.describe('what cannot be connected to', () => {
  // One program for all of them: each finds it as it was, which is the point.
  test.describe.configure({ mode: 'default' });
  let carrel: Carrel;
  test.beforeAll(async () => void (carrel = await openCarrel()));
  test.afterAll(() => carrel[Symbol.asyncDispose]());

  for (const { name, service, filled, says, at, silent } of cases) {
    test(
      `${name}: said in plain words at its field, and nothing is changed`,
      { tag: '@smoke:network' },
      async () => {
        await using strange = await (service ?? (() => strangeService(() => undefined)))();
        const settings = await openSettings(carrel);
        const before = await remembered(carrel);
        const input = { address: strange.address, root: 'svcws', key, ...(await filled?.(strange.address)) };
        await settings.fill(input);
        for (const act of [m.station_connect_test(), m.station_connect_act()]) {
          await settings.press(act, settings.form);
          const field = settings[at];
          await expect(field).toHaveAttribute('aria-invalid', 'true', { timeout: 45_000 });
          await expect(settings.form).toContainText(says);
          // The field is ready to be typed over; what was entered is still there.
          await expect(field).toBeFocused();
          await expect(settings.address).toHaveValue(input.address);
          await expect(settings.banner).toBeVisible();
        }
        await expectAccessible(carrel.page, name);
        expect(await remembered(carrel)).toEqual(before);
        if (silent) expect(strange.arrived).toEqual([]);
        expect(carrel.output()).not.toContain(key);
      },
    );
  }
});

test('a service that never answers is waited for, until somebody stops', async () => {
  await using carrel = await openCarrel();
  await using strange = await strangeService(() => undefined);
  const { page } = carrel;
  const settings = await openSettings(carrel);
  await settings.fill({ address: strange.address, key });
  await settings.press(m.station_connect_test(), settings.form);
  await expect(settings.form.getByRole('status')).toHaveText(m.station_connect_slow());
  await expect(
    settings.form.getByRole('button', { name: m.station_connect_act(), exact: true }),
  ).toBeDisabled();
  await expectAccessible(page, 'waiting for a service');
  await settings.press(m.station_connect_stop(), settings.form);
  await expect(settings.form).toContainText(m.failures_cancelled_what());
  await expect(settings.banner).toBeVisible();
  await expect(
    settings.form.getByRole('button', { name: m.station_connect_act(), exact: true }),
  ).toBeEnabled();
});

test('a test finds the service and changes nothing; connecting stands on it; back, and back again; forget', async () => {
  await using carrel = await openCarrel();
  await using service = await institution(key);
  const { page } = carrel;
  const settings = await openSettings(carrel);
  const before = await remembered(carrel);
  const { address } = service;

  await test.step('test', async () => {
    await settings.fill({ address: `${address}/`, key });
    await settings.press(m.station_connect_test(), settings.form);
    await expect(settings.form).toContainText(m.station_connect_tested());
    await expect(settings.form).toContainText('3 libraries found');
    expect(await remembered(carrel)).toEqual(before);
    await expectAccessible(page, 'a service that was tested');
  });

  await test.step('connect', async () => {
    await settings.press(m.station_connect_act(), settings.form);
    await settings.isConnected();
    await expect(settings.banner).toBeHidden();
    // What is done next is what opens, and has the focus.
    await expect(page.getByText(m.station_place_missing())).toBeVisible();
    await expect(page.locator(`[aria-label^="${m.station_place_library()}:"]`)).toBeFocused();
    await expectAccessible(page, 'a library to be chosen');
    await settings.open(m.station_connection());
    await expect(page).not.toHaveTitle(/PRACTICE/);
    await expect(settings.key).toHaveValue('');
    await expect(page.getByText(`${address}/svcws`)).toBeVisible();
    await expect(page.getByText(m.station_key_this_run())).toBeVisible();
    await expect(page.getByRole('button', { name: 'Samples', exact: true })).toHaveCount(0);
    await expect(page.getByText(m.app_bar_no_place())).toBeVisible();
    await expectAccessible(page, 'a station on its institution');
  });

  await test.step('switch to practice', async () => {
    await settings.press(m.station_service_to_practice());
    await expect(settings.banner).toBeVisible();
    await expect(page).toHaveTitle(/PRACTICE/);
    await expect(page.getByText('Main Library', { exact: true }).first()).toBeVisible();
    await expectAccessible(page, 'back to practice');
  });

  await test.step('back to the institution, without the key', async () => {
    await settings.press(m.station_service_to_institution());
    await expect(settings.banner).toBeHidden();
    expect(await carrel.ask('station.get', {})).toMatchObject({ value: { mode: 'institution' } });
    await expect(page.getByText(m.station_place_missing())).toBeVisible();
    await settings.open(m.station_connection());
    await settings.press(m.station_service_test());
    // Not what the form still says of the connecting before.
    await expect(page.locator('span:not(form span)', { hasText: /3 libraries found, in/ })).toBeVisible();
  });

  await test.step('forget', async () => {
    await settings.press(m.station_forget());
    const dialog = page.getByRole('alertdialog', { name: m.station_forget_title() });
    await expect(dialog).toContainText(address);
    await expectAccessible(page, 'forget?');
    await expect(dialog.getByRole('button', { name: /^Do nothing/ })).toBeFocused();
    await reach(dialog.getByRole('button', { name: m.station_forget_act(), exact: true }));
    await press(page, 'Enter');
    await expect(settings.banner).toBeVisible();
    await expect(page.getByRole('heading', { name: m.station_connect(), exact: true })).toBeVisible();
    expect(await carrel.ask('station.institution', {})).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', field: 'institution' },
    });
    expect(await readFile(path.join(carrel.userData, 'settings.json'), 'utf8')).not.toContain(address);
  });
});

/** The same library twice is a real one and its sandbox: a copy, codes and all. */
async function ofAnInstitution(): Promise<Service & AsyncDisposable> {
  const service = await startService({ key });
  return { ...service, [Symbol.asyncDispose]: () => service.close() };
}

test('a library like the one before: which it is, is asked; leaving one with something unclear is asked too', async () => {
  test.setTimeout(810_000);
  await using carrel = await openCarrel();
  await using real = await ofAnInstitution();
  await using sandbox = await ofAnInstitution();
  const { page } = carrel;
  const settings = await openSettings(carrel);
  const station = (): Promise<unknown> => carrel.ask('station.get', {});
  const question = settings.form.getByRole('region', { name: m.station_which_title() });
  const leaving = page.getByRole('alertdialog', { name: m.station_leaving_title() });
  await settings.connect({ address: real.origin, key });

  await test.step('a test asks nothing; connecting asks, and changes nothing before the answer', async () => {
    await settings.fill({ address: sandbox.origin, key });
    await settings.press(m.station_connect_act(), settings.form);
    await expect(question).toContainText('such as a sandbox');
    await expect(question.getByRole('button')).toHaveCount(2);
    await expectAccessible(page, 'which library?');
    expect(await station()).toMatchObject({ value: { institution: { address: real.origin } } });
  });

  await test.step('another: the station stands on it', async () => {
    await settings.press(m.station_which_another(), question);
    await expect(question).toHaveCount(0);
    await settings.isConnected();
    await expect(settings.key).toHaveValue('');
    expect(await station()).toMatchObject({ value: { institution: { address: sandbox.origin } } });
  });

  await test.step('both are known by now: neither is asked about', async () => {
    await settings.connect({ address: real.origin, key });
    await expect(question).toHaveCount(0);
  });

  await test.step('something unclear there: leaving says so first, and staying is the safe answer', async () => {
    await real.faults({ fault: 'drop-before', operation: 'users.loans.create' });
    const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: null };
    expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
    await page.keyboard.press('Alt+1');
    const desk = new Desk(page);
    await desk.open(sampleCode('patronNothing'), 'Grace Okafor');
    await desk.scan(sampleCode('itemFree1'));
    await expect(desk.rows.first()).toContainText('No answer: it may have gone through', {
      timeout: 75_000,
    });
    await press(page, 'F10');
    await settings.go(m.station_connection());
    await settings.press(m.station_service_to_practice());
    await expect(leaving).toContainText('1 not confirmed');
    await expect(leaving).toContainText(m.station_leaving_kept());
    await expect(leaving.getByRole('button', { name: /^Do nothing/ })).toBeFocused();
    await expectAccessible(page, 'leave this library?');
    await press(page, 'Escape');
    await expect(leaving).toHaveCount(0);
    await expect(settings.banner).toBeHidden();
  });

  await test.step('left all the same: it is listed with the name of its library', async () => {
    await settings.press(m.station_service_to_practice());
    await reach(leaving.getByRole('button', { name: m.station_leaving_act(), exact: true }));
    await press(page, 'Enter');
    await expect(settings.banner).toBeVisible();
    await page.keyboard.press('Alt+1');
    await reach(page.getByRole('button', { name: /1 not confirmed/ }));
    await press(page, 'Enter');
    const list = page.getByRole('region', { name: /1 not confirmed/ });
    await expect(list).toContainText(/Asked for at .+\. Connect to it to finish\./);
    await expect(list.getByRole('listitem').getByRole('button')).toHaveCount(0);
    await expectAccessible(page, 'unclear at another library');
  });
});
