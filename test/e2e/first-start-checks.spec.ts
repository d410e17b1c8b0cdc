import { m } from '../../src/messages/compiled/messages.js';
import { expectAccessible } from './accessible.ts';
import { openCarrel, type Carrel } from './app.ts';
import { FirstStart } from './first-start.ts';
import { connect, expect, startService, test } from './fixtures.ts';
import { behindProxy } from './institution-proxy.ts';
import { press, reach, write } from './keyboard.ts';
import {
  answers,
  closedPort,
  libraryBehind,
  selfSigned,
  strangeService,
  type Strange,
} from './strange-services.ts';
import { workplace } from './workplace.ts';

const key = 'l7xx-the-institutions-key';
const website = '<!doctype html><title>Not Found</title><h1>Not Found</h1>';

/** The keys that a service was sent, once for each call. */
const keysIn = ({ arrived }: Strange): readonly string[] =>
  arrived.flatMap((request) => /apikey (\S+)/.exec(request)?.[1] ?? []);

test('a key is checked once it is filled in, each one once, and nothing is saved before Enter', async () => {
  await using carrel = await openCarrel();
  await using library = await libraryBehind(key);
  const { page } = carrel;
  const first = new FirstStart(page);
  const { settings } = first;
  const wrong = first.panel.getByText(m.first_start_key_wrong());
  const right = first.panel.getByText(m.first_start_key_right());
  const sent = (one: string): number => keysIn(library).filter((each) => each === one).length;
  await first.begin();
  await first.address(library.address);
  await expect(first.panel.getByText(/The library system answers/)).toBeVisible();

  await test.step('a wrong one says so in place', async () => {
    await first.key('l7xx-wrong');
    await expect(wrong).toBeVisible();
    await expect(settings.key).toBeFocused();
    await expect(settings.key).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'a wrong key');
  });

  await test.step('a right one too, with the blanks and line ends of an e-mail about it', async () => {
    await first.key(`  ${key} \n`);
    await expect(right).toBeVisible();
    await expect(wrong).toHaveCount(0);
    await expectAccessible(page, 'a right key');
    expect(await carrel.ask('station.get', {})).toMatchObject({
      value: { mode: 'practice', key: 'none', institution: null },
    });
  });

  await test.step('what was checked is known', async () => {
    const calls = keysIn(library).length;
    await first.key('l7xx-wrong');
    await expect(wrong).toBeVisible();
    await first.key(key);
    await expect(right).toBeVisible();
    expect(keysIn(library)).toHaveLength(calls);
  });

  await test.step('one that is typed is whole when its field is left', async () => {
    await first.key('');
    await write(page, 'l7xx-typed');
    await press(page, 'Tab');
    await expect(wrong).toBeVisible();
    expect(new Set(keysIn(library))).toEqual(new Set(['no-key', 'l7xx-wrong', key, 'l7xx-typed']));
    const calls = sent('l7xx-typed');
    await reach(settings.key);
    await press(page, 'Tab');
    expect(sent('l7xx-typed')).toBe(calls);
  });

  await test.step('a key that cannot be one is sent nowhere', async () => {
    await first.key('l7xx the key');
    await expect(
      first.panel.getByText(m.failures_invalid_notAKey({ field: m.station_connect_key() })),
    ).toBeVisible();
    expect(keysIn(library)).not.toContain('l7xx');
  });

  await test.step('Enter connects', async () => {
    await first.forThisRun();
    await first.key(`${key}\n`);
    await press(page, 'Enter');
    await first.isAt(2);
    expect(carrel.output()).not.toContain(key);
  });
});

interface Case {
  readonly name: string;
  readonly service?: () => Promise<Strange>;
  readonly address?: (address: string) => string | Promise<string>;
  readonly says: string;
}

const cases: readonly Case[] = [
  {
    name: 'a certificate that nobody vouches for',
    service: selfSigned,
    says: m.failures_unreachable_certificate_authority(),
  },
  {
    name: 'an address without https',
    // Every address of this machine, and no name for the loopback one.
    address: (address) => address.replace('127.0.0.1', '0.0.0.0'),
    says: m.failures_invalid_notHttps({ field: m.station_connect_address() }),
  },
  {
    name: 'what is no address',
    address: () => 'library.example.org',
    says: m.failures_invalid_notAnAddress({ field: m.station_connect_address() }),
  },
  {
    name: 'a web site',
    service: () => strangeService(answers('text/html', website, 404)),
    says: m.failures_unreachable_notThatService(),
  },
  {
    name: 'no network',
    // Of every host at once, which no router takes: the system says what it says without a cable.
    address: () => 'https://255.255.255.255',
    says: m.failures_unreachable_network(),
  },
  {
    name: 'a host that there is not',
    address: () => 'https://no-such-host.invalid',
    says: m.failures_unreachable_noSuchHost(),
  },
  {
    name: 'nobody who listens',
    address: () => closedPort(),
    says: m.failures_unreachable_connectionRefused(),
  },
];

test.describe('an address is looked for before there is a key', () => {
  // One program for all of them: each finds it as it was.
  test.describe.configure({ mode: 'default' });
  let carrel: Carrel;
  let first: FirstStart;
  test.beforeAll(async () => {
    carrel = await openCarrel();
    first = new FirstStart(carrel.page);
    await first.begin();
  });
  test.afterAll(() => carrel[Symbol.asyncDispose]());

  for (const { name, service, address, says } of cases) {
    test(`${name}: said at its field, and nothing is sent, or changed`, async () => {
      await using strange = await (service ?? (() => strangeService(() => undefined)))();
      await first.address((await address?.(strange.address)) ?? strange.address);
      await expect(first.settings.form).toContainText(says, { timeout: 45_000 });
      await expect(first.settings.address).toHaveAttribute('aria-invalid', 'true');
      // Whoever types the key meanwhile goes on typing: it is sent nowhere.
      await expect(first.settings.key).toBeFocused();
      await first.key(key);
      await press(carrel.page, 'Tab');
      await expect(first.settings.form).toContainText(says);
      expect(keysIn(strange)).not.toContain(key);
      await first.key('');
      await expectAccessible(carrel.page, name);
      expect(await carrel.ask('station.get', {})).toMatchObject({
        value: { mode: 'practice', institution: null },
      });
    });
  }
});

test('another root: found out with the key, which is asked for at every root', async () => {
  await using carrel = await openCarrel();
  await using library = await libraryBehind(key);
  const first = new FirstStart(carrel.page);
  await first.begin();
  await first.address(library.address, 'elsewhere');
  await first.key(key);
  await expect(first.settings.form).toContainText(m.failures_unreachable_notThatService());
  await expect(first.settings.form).toContainText(m.failures_unreachable_do_notThatService());
  await first.address(library.address);
  await expect(first.panel.getByText(m.first_start_key_right())).toBeVisible();
});

test('a service that never answers: said to be slow, and stopped at each point', async () => {
  await using carrel = await openCarrel();
  await using strange = await strangeService(() => undefined);
  const { page } = carrel;
  const first = new FirstStart(page);
  const { form } = first.settings;
  await first.begin();
  await first.address(strange.address);
  await expect(form.getByText(m.first_start_checking())).toBeVisible();
  await expectAccessible(page, 'waiting for the library system');
  await first.settings.press(m.station_connect_stop(), form);
  await expect(form.getByText(m.first_start_checking())).toHaveCount(0);
  await first.forThisRun();
  await first.key(key);
  await expect(form.getByText(m.first_start_checking_key())).toBeVisible();
  await press(page, 'Enter');
  await expect(form.getByText(m.station_connect_slow())).toBeVisible();
  // What is waited for is stopped; only then Esc goes back.
  await reach(form.getByRole('button', { name: m.station_connect_stop(), exact: true }));
  await press(page, 'Escape');
  await expect(form).toContainText(m.failures_cancelled_what());
  await first.isAt(1);
  await expect(first.settings.key).toHaveValue(key);
});

test('another library than before: which it is, is asked', async () => {
  await using carrel = await openCarrel();
  const real = await startService({ key });
  const sandbox = await startService({ key });
  try {
    const { page } = carrel;
    const first = new FirstStart(page);
    await connect(carrel, real);
    await first.settings.go(m.first_start_section());
    await first.isAt(3);
    for (const step of [2, 1] as const) {
      await reach(first.back);
      await press(page, 'Enter');
      await first.isAt(step);
    }
    await first.address(sandbox.origin);
    await first.forThisRun();
    await first.key(key);
    await expect(first.panel.getByText(m.first_start_key_right())).toBeVisible();
    await press(page, 'Enter');
    const question = first.settings.form.getByRole('region', { name: m.station_which_title() });
    await expect(question).toBeFocused();
    await expectAccessible(page, 'which library, in the first start');
    expect(await carrel.ask('station.get', {})).toMatchObject({
      value: { institution: { address: real.origin } },
    });
    await first.settings.press(m.station_which_another(), question);
    await first.isAt(2);
    expect(await carrel.ask('station.get', {})).toMatchObject({
      value: { institution: { address: sandbox.origin }, library: null },
    });
  } finally {
    await real.close();
    await sandbox.close();
  }
});

test.describe('behind a proxy that wants a password', () => {
  test.skip(process.platform !== 'linux', 'the proxy of the environment is Linux’ own');

  test('it is asked where the address was, and the way goes on', async () => {
    await using library = await behindProxy(key, 'desk:open sesame');
    await using place = await workplace(library.env);
    const { page } = await place.open();
    const first = new FirstStart(page);
    const { form } = first.settings;
    await first.begin();
    await first.address(library.address);
    await expect(form).toContainText(m.failures_unreachable_proxyLogin(), { timeout: 60_000 });
    const section = first.panel.getByRole('region', { name: m.station_proxy(), exact: true });
    await expect(section).toContainText(library.proxy.name);
    await expectAccessible(page, 'a proxy in the first start');
    await reach(section.getByRole('textbox', { name: m.failures_field_user(), exact: true }));
    await page.keyboard.insertText('desk');
    await first.settings.paste(
      section.getByLabel(m.failures_field_password(), { exact: true }),
      'open sesame',
    );
    await first.settings.pick(m.station_connect_this_run(), section);
    await press(page, 'Enter');
    await expect(form).toContainText(/The library system answers/);
    await first.forThisRun();
    await first.key(key);
    await expect(form).toContainText(m.first_start_key_right());
    await press(page, 'Enter');
    await first.isAt(2);
  });
});
