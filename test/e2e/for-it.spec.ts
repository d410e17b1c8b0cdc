import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { adoptElectronHost } from '../../build/electron.ts';
import { m } from '../../src/messages/compiled/messages.js';
import { displayEnvironment } from '../display/host-display.ts';
import { testEntry } from '../entry/build.ts';
import { linesOf } from '../for-it/page.ts';
import { expectAccessible } from './accessible.ts';
import { noKeychain, openCarrel, setSize } from './app.ts';
import { scrollsSideways, smallestPage, sticksOut } from './fits.ts';
import { expect, test } from './fixtures.ts';
import { press, reach, write } from './keyboard.ts';
import { sessionBus } from './session-bus.ts';
import { SettingsRoom } from './settings.ts';

let folder: string;
test.beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'carrel-for-it-'))));
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('the page for IT, from the palette, the help, the managed settings and About', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  const panel = page.getByRole('tabpanel', { name: m.for_it_title(), exact: true });
  const button = page.getByRole('button', { name: m.for_it_title(), exact: true });

  await press(page, 'Control+K');
  await expect(page.getByRole('dialog').locator(':focus')).toBeVisible();
  await write(page, 'for it');
  await expect(page.getByRole('option', { selected: true })).toContainText(m.for_it_show());
  await press(page, 'Enter');
  await expect(panel.getByRole('heading', { level: 4, name: 'What a branch does' })).toBeVisible();
  await expectAccessible(page, 'the page for IT');
  for (const from of [m.policy_title(), m.station_about()]) {
    await settings.open(from);
    await expect(panel).toBeHidden();
    await reach(button.filter({ visible: true }));
    await press(page, 'Enter');
    await expect(panel).toBeVisible();
    await expect(page.getByRole('tab', { name: m.for_it_title(), exact: true })).toBeFocused();
  }
  await press(page, 'Alt+1');
  await press(page, 'Shift+F1');
  await reach(page.getByRole('dialog').getByRole('button', { name: m.for_it_title(), exact: true }));
  await press(page, 'Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(panel).toBeVisible();
});

test('a part is one key away; lines and the whole page are copied, printed and saved', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  // Another sheet that was open before: it is not on the paper of this one.
  await settings.go(m.policy_title());
  await settings.open(m.for_it_title());
  const panel = page.getByRole('tabpanel', { name: m.for_it_title(), exact: true });
  const copied = () => carrel.app.evaluate(({ clipboard }) => clipboard.readText());
  await reach(panel.getByRole('navigation').getByRole('button', { name: 'Remove', exact: true }));
  await press(page, 'Enter');
  const part = panel.getByRole('heading', { level: 4, name: 'Remove' });
  await expect(part).toBeFocused();
  await expect(part).toBeInViewport();
  const line = 'msiexec /x Carrel-0.1.0-win-x64-msi.msi /qn /norestart';
  await press(page, 'Tab');
  await expect(panel.getByRole('button', { name: m.for_it_copy_lines({ line }) })).toBeFocused();
  await press(page, 'Enter');
  await expect(panel.getByRole('button', { name: m.for_it_copied_lines({ line }) })).toBeFocused();
  expect(await copied()).toBe(line);
  await reach(panel.getByRole('button', { name: m.for_it_copy(), exact: true }));
  await press(page, 'Enter');
  await expect(panel.getByRole('button', { name: m.for_it_copied(), exact: true })).toBeVisible();
  expect(await copied()).toMatch(/^# Carrel for IT\n[^]*Carrel-0\.1\.0-linux-x64\.deb/);

  const file = path.join(folder, 'for-it.pdf');
  await carrel.app.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
  }, file);
  await reach(panel.getByRole('button', { name: m.station_samples_pdf(), exact: true }));
  await press(page, 'Enter');
  await expect(panel.getByText(m.station_samples_saved({ file }))).toBeVisible();
  const pages = /\/Type\s*\/Pages\b[^>]*?\/Count\s+(\d+)|\/Count\s+(\d+)[^>]*?\/Type\s*\/Pages\b/.exec(
    readFileSync(file).toString('latin1'),
  );
  expect(Number(pages?.[1] ?? pages?.[2])).toBeGreaterThan(5);
  await page.emulateMedia({ media: 'print' });
  await expect(panel.getByRole('heading', { level: 4 }).first()).toBeVisible();
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByText(m.policy_none_lead())).toBeHidden();
  await page.emulateMedia({ media: null });
});

test('in a small dark window, and in a program from right to left, it is a document of its own', async () => {
  await using carrel = await openCarrel();
  const { page } = carrel;
  const settings = new SettingsRoom(page);
  await settings.go(m.for_it_title());
  const panel = page.getByRole('tabpanel', { name: m.for_it_title(), exact: true });
  await setSize(carrel, smallestPage);
  await carrel.ask('station.appearance', { theme: 'dark' });
  await page.evaluate(`document.documentElement.dir = 'rtl'`);
  await expect(panel.locator('[lang="en"][dir="ltr"]')).toBeVisible();
  expect(await page.evaluate(sticksOut)).toEqual({ wide: 0, out: [] });
  expect(await page.evaluate(scrollsSideways)).toEqual([]);
  await expectAccessible(page, 'the page for IT, dark, from right to left');
});

test.describe('its lines', () => {
  test.skip(process.platform === 'win32', 'a shell of POSIX runs them');

  /** Runs a block of the page as it stands, with the built program as `carrel`. */
  async function run(block: string, env: Readonly<Record<string, string>> = {}) {
    const { kind, executable } = await adoptElectronHost();
    const bin = path.join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    const program = (name: string, text: string): void => {
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${text}\n`);
      chmodSync(path.join(bin, name), 0o755);
    };
    const sandbox = process.getuid?.() === 0 ? '--no-sandbox' : '';
    const userData = path.join(folder, 'profile');
    program(
      'carrel',
      `exec '${executable}' '${await testEntry()}' '--user-data-dir=${userData}' ${sandbox} "$@"`,
    );
    program('secret-tool', 'test "$*" = "lookup library carrel-api-key" && printf %s "$STORED_KEY"');
    const work = path.join(folder, 'work');
    mkdirSync(work, { recursive: true });
    return spawnSync('sh', ['-c', linesOf(block).join('\n')], {
      cwd: work,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...noKeychain,
        ...(await displayEnvironment(kind)),
        CARREL_STANDIN_SAID: '1',
        ...env,
        PATH: `${bin}:${process.env.PATH ?? ''}`,
      },
    });
  }

  test('check the policy of the page, and make a report', async () => {
    mkdirSync(path.join(folder, 'work'));
    writeFileSync(path.join(folder, 'work/carrel-policy.json'), linesOf('policy').join('\n'));
    const checked = await run('check-policy');
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    expect(checked.stdout).toContain(m.policy_check_good({ held: 4, recommended: 2 }));
    expect(await run('report')).toMatchObject({ status: 0 });
    const report = JSON.parse(readFileSync(path.join(folder, 'work/carrel-report.json'), 'utf8')) as object;
    expect(report).toMatchObject({ schema: 'carrel-report/1' });
    expect(await run('report')).toMatchObject({ status: 73 });
  });

  test('drain a computer on which nobody works', async () => {
    const drained = await run('drain-linux', { CARREL_MACHINE: path.join(folder, 'machine') });
    expect(drained).toMatchObject({ status: 0, stdout: expect.stringContaining(m.quiet_drain_none()) });
  });

  test('hand the key over from a store, once a policy says where the library system is', async ({
    service,
  }) => {
    test.skip(process.platform !== 'linux', 'the secret service is Linux’ own');
    await using bus = await sessionBus('unlocked');
    const env = { ...bus.env, STORED_KEY: service.key };
    expect(await run('provision-linux', env)).toMatchObject({ status: 78 });
    const policies = path.join(folder, 'policies');
    mkdirSync(policies);
    const mandatory = { serviceAddress: service.origin, serviceRoot: 'svcws' };
    writeFileSync(
      path.join(policies, '50-library.json'),
      JSON.stringify({ schema: 'carrel-policy/1', mandatory }),
    );
    const stored = await run('provision-linux', { ...env, CARREL_POLICIES: policies });
    expect(stored).toMatchObject({
      status: 0,
      stdout: expect.stringContaining(m.provision_stored({ address: service.origin })),
    });
    expect(await bus.secret(`${service.origin}/svcws/v1`)).toBe(service.key);
    expect(await run('provision-linux', { ...env, STORED_KEY: '', CARREL_POLICIES: policies })).toMatchObject(
      {
        status: 65,
      },
    );
  });
});
