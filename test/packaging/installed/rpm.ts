import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { targets } from '../../../build/package/targets.ts';
import { sampleCode } from '../../../src/service/samples.ts';
import { Desk } from '../../e2e/desk.ts';
import { commandOf } from '../../for-it/page.ts';
import { artifactIn, makePackages, version } from '../packages.ts';
import { CleanRoot, user } from './clean-root.ts';
import { drive } from './drive.ts';
import { step } from './steps.ts';

/** Older than any, until there is a release. */
const before = '0.0.1';
const station = `/home/${user}/.config/Carrel`;
const hash = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

/**
 * Installs the rpm in a clean root by Debian's rpm, upgrades it with a journal in it, and removes it. The root is Debian's,
 * so the names of what the package needs (Fedora's) are not asked for.
 */
export async function installRpm(out: string): Promise<void> {
  await step('the rpm is the same, byte by byte, when it is made again', () => {
    const folders = ['first', 'second'].map((name) => path.join(out, name));
    for (const folder of folders) makePackages(['rpm'], folder);
    makePackages(['rpm'], path.join(out, 'before'), ['--version', before]);
    const [first, second] = folders.map((folder) => hash(artifactIn(folder, targets.rpm)));
    expect(first).toBe(second);
  });
  const now = artifactIn(path.join(out, 'first'), targets.rpm);
  const old = artifactIn(path.join(out, 'before'), targets.rpm, before);
  using desk = new CleanRoot(path.join(out, 'root'));
  const rpm = (...args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync('rpm', ['--root', desk.folder, '--nodeps', ...args], {
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new Error(`rpm ${args.join(' ')} ended with ${String(status)}\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  };
  /** A line of the page for IT, in this root. */
  const line = (name: string, artifact?: string): string => {
    const [command, ...args] = commandOf(name, artifact);
    expect(command).toBe('rpm');
    return rpm(...args);
  };
  const link = (): string => fs.readlinkSync(path.join(desk.folder, 'usr/bin/carrel'));
  const start = () =>
    drive(desk.start('carrel', '--remote-debugging-port=0'), path.join(desk.folder, station));

  await step('it is installed, with its link and the profile of AppArmor among its files', () => {
    line('rpm-upgrade', old);
    expect(link()).toBe('/opt/Carrel/carrel');
    const files = spawnSync('rpm', ['-qlp', old], { encoding: 'utf8' }).stdout.split('\n');
    expect(files).toEqual(
      expect.arrayContaining([
        '/usr/bin/carrel',
        '/usr/lib/tmpfiles.d/carrel.conf',
        '/opt/Carrel/resources/apparmor-profile',
      ]),
    );
    expect(files.filter((name) => /^\/(?:etc|home|var)\//.test(name))).toEqual([]);
    expect(desk.read('/opt/Carrel/resources/installation.json').toString()).toContain('"kind":"rpm"');
    expect(desk.mode('/opt/Carrel/chrome-sandbox')).toBe('4755');
    expect(desk.mode('/run/carrel/desks')).toBe('1777');
  });
  await step('a desk works in it', async () => {
    const carrel = await start();
    await new Desk(carrel.page).open(sampleCode('patronNothing'), 'Grace Okafor');
    await new Desk(carrel.page).scanned(sampleCode('itemHebrew'), 'Lent');
    await carrel.kill();
  });
  await step('it is upgraded, and the link is still there', () => {
    line('rpm-upgrade', now);
    expect(link()).toBe('/opt/Carrel/carrel');
    expect(desk.has('/opt/Carrel/carrel')).toBe(true);
    const query = spawnSync('rpm', ['--root', desk.folder, '-q', 'carrel'], { encoding: 'utf8' }).stdout;
    expect(query).toBe(`carrel-${version}-1.x86_64\n`);
    const verified = spawnSync('rpm', ['--root', desk.folder, '--nodeps', '-V', 'carrel'], {
      encoding: 'utf8',
    });
    expect(verified.stdout).toBe('');
  });
  await step('the new version takes up the journal that was open', async () => {
    const again = await start();
    await expect(again.page.getByText(/scans? from before Carrel stopped/)).toBeVisible();
    await again.close();
  });
  await step('an older one is refused', () => {
    expect(() => line('rpm-upgrade', old)).toThrow(/newer/);
    expect(link()).toBe('/opt/Carrel/carrel');
  });
  await step('removed, it leaves nothing but what was recorded, and says where that is', () => {
    const journal = path.join(desk.folder, station, 'journal.sqlite');
    const was = hash(journal);
    expect(line('rpm-erase')).toContain(`Carrel: kept: ${station}/journal.sqlite`);
    for (const gone of ['/opt/Carrel', '/usr/bin/carrel', '/usr/share/doc/carrel', '/run/carrel'])
      expect(desk.has(gone), gone).toBe(false);
    expect(hash(journal)).toBe(was);
  });
}
