import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { m } from '../../src/messages/compiled/messages.js';
import { sampleCode as code } from '../../src/service/samples.ts';
import { defaultSettings } from '../../src/main/station/settings.ts';
import { openCarrel } from './app.ts';
import { Desk } from './desk.ts';
import { expect, test } from './fixtures.ts';
import { runProgram } from './second-start.ts';
import { sessionBus } from './session-bus.ts';

let userData: string;
test.beforeEach(() => (userData = mkdtempSync(path.join(tmpdir(), 'carrel-line-'))));
test.afterEach(() => rmSync(userData, { recursive: true, force: true }));

test('what opens no window answers, whether or not the program runs, and opens none', async () => {
  const ask = async () => {
    expect(await runProgram({ userData, args: ['--version'] })).toMatchObject({
      code: 0,
      stdout: 'Carrel 0.1.0\n',
    });
    const help = await runProgram({ userData, args: ['--help'] });
    expect(help).toMatchObject({ code: 0 });
    for (const words of ['--drain [--timeout SECONDS]', '--provision', 'carrel://patron/ID'])
      expect(help.stdout).toContain(words);
    const wrong = await runProgram({ userData, args: ['--versoin'] });
    expect(wrong).toMatchObject({ code: 64, stdout: '' });
    expect(wrong.stderr).toContain('"--versoin"');
  };
  await ask();
  const carrel = await openCarrel({ userData });
  await ask();
  expect(carrel.app.windows()).toHaveLength(1);
  await carrel.close();
});

test('a policy file is checked, and each problem is named with its line', async () => {
  const file = path.join(userData, 'draft.json');
  const check = () => runProgram({ userData, args: ['--check-policy', file] });
  writeFileSync(file, '{"schema": "carrel-policy/1", "mandatory": {"blurAfter": 60}}');
  expect(await check()).toMatchObject({ code: 0, stderr: '' });
  writeFileSync(file, '{"schema": "carrel-policy/1",\n "mandatory": {"blurAfter": "60", "apiKey": "l7xx"}}');
  const bad = await check();
  expect(bad).toMatchObject({ code: 1, stdout: '' });
  expect(bad.stderr).toContain(`${file}:2:16: “mandatory.blurAfter” has to be`);
  expect(bad.stderr).toContain('“mandatory.apiKey” holds a secret');
  expect(bad.stderr).not.toContain('l7xx');
  rmSync(file);
  expect(await check()).toMatchObject({ code: 66 });
});

test('a key is not asked for where it is not known for which service', async () => {
  const ended = await runProgram({ userData, args: ['--provision'], input: 'l7xx-secret\n' });
  expect(ended).toMatchObject({ code: 78, stdout: '' });
  expect(ended.stderr).toContain(m.provision_no_service());
});

test.describe('a key that IT brings', () => {
  test.skip(process.platform !== 'linux', 'the secret service is Linux’ own');

  /** The station of somebody who was connected once, without a key since. */
  const knowService = (address: string): void =>
    writeFileSync(
      path.join(userData, 'settings.json'),
      JSON.stringify({ ...defaultSettings, institution: { address, root: 'svcws', library: '' } }),
    );

  test('is in the keychain of the account, used at the next start, and nowhere else', async ({ service }) => {
    await using bus = await sessionBus('unlocked');
    knowService(service.origin);
    const provision = (input: string) => runProgram({ userData, args: ['--provision'], input, env: bus.env });
    for (const malformed of ['', '\n', 'two words\n', 'two\nlines\n', 'schlüssel\n'])
      expect((await provision(malformed)).code).toBe(65);
    expect(await bus.listing()).not.toContain(service.origin);

    const stored = await provision(`\uFEFF${service.key}\r\n`);
    expect(stored).toMatchObject({ code: 0, stderr: expect.not.stringContaining('carrel:') });
    expect(stored.stdout).toContain(m.provision_stored({ address: service.origin }));
    expect(stored.stdout).toContain(m.provision_missing_place());
    expect(stored.stdout + stored.stderr).not.toContain(service.key);
    expect(await bus.secret(`${service.origin}/svcws/v1`)).toBe(service.key);
    expect(readFileSync(path.join(userData, 'settings.json'), 'utf8')).not.toContain(service.key);
    expect((await provision(service.key)).stdout).toContain(m.provision_already({ address: service.origin }));

    const carrel = await openCarrel({ userData, env: bus.env });
    const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: null };
    expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
    await new Desk(carrel.page).open(code('patronGood'), 'Rivka Ben-Ami');
    await carrel.close();
    // From then on it is under the name of its library, as a key that was typed would be.
    expect(await bus.secret(`${service.origin}/svcws/v1`)).toBeNull();
    expect((await provision(service.key)).stdout).toContain(m.provision_already({ address: service.origin }));
  });

  test('comes to a program that runs where nobody is at work, and to none that is in use', async ({
    service,
  }) => {
    await using bus = await sessionBus('unlocked');
    knowService(service.origin);
    const carrel = await openCarrel({ userData, env: bus.env });
    const desk = new Desk(carrel.page);
    const provision = () => runProgram({ userData, args: ['--provision'], input: service.key, env: bus.env });
    await desk.open(code('patronNothing'), 'Grace Okafor');
    const busy = await provision();
    expect(busy).toMatchObject({ code: 75, stderr: expect.stringContaining(m.provision_busy()) });
    expect(await bus.secret(`${service.origin}/svcws/v1`)).toBeNull();
    await expect(desk.heading).toHaveText('Grace Okafor');
    await carrel.ask('desk.end', {});
    await expect.poll(async () => (await provision()).code).toBe(0);
    expect(await carrel.ask('station.get', {})).toMatchObject({
      ok: true,
      value: { mode: 'institution', key: 'keychain', institution: { address: service.origin } },
    });
    const place = { library: 'MAIN', desk: 'DEFAULT_CIRC_DESK', department: null };
    expect(await carrel.ask('station.choose', place)).toMatchObject({ ok: true });
    await desk.open(code('patronGood'), 'Rivka Ben-Ami');
    await carrel.close();
  });

  test('without a keychain, or with a locked one, nothing is stored, and the code says whether to try later', async ({
    service,
  }) => {
    knowService(service.origin);
    const none = await runProgram({ userData, args: ['--provision'], input: service.key });
    expect(none).toMatchObject({
      code: 69,
      stderr: expect.stringContaining(m.provision_no_keychain()),
    });
    await using bus = await sessionBus('locked');
    const locked = await runProgram({ userData, args: ['--provision'], input: service.key, env: bus.env });
    expect(locked).toMatchObject({
      code: 75,
      stderr: expect.stringContaining(m.provision_keychain_locked()),
    });
  });
});
