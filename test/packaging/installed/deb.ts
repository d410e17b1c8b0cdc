import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { root } from '../../../build/electron.ts';
import { targets } from '../../../build/package/targets.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { sampleCode } from '../../../src/service/samples.ts';
import { patrons } from '../../demo/patrons.ts';
import { Stage } from '../../demo/stage.ts';
import { Desk } from '../../e2e/desk.ts';
import { commandOf, linesOf } from '../../for-it/page.ts';
import { artifactIn, makePackages, version } from '../packages.ts';
import { CleanRoot, user } from './clean-root.ts';
import { drainIn, installTwiceIn, smokeIn } from './deb-checks.ts';
import { drive, type Installed } from './drive.ts';
import { compareStarts } from './starts.ts';
import { step } from './steps.ts';

/** Older than any: until there is a release, the version before is this one under another number. */
const before = '0.0.1';
const station = `/home/${user}/.config/Carrel`;
const sandbox = '/opt/Carrel/chrome-sandbox';
const write = (file: string, text: string): string => {
  fs.writeFileSync(file, text);
  return file;
};
const hash = (file: string): string => createHash('sha256').update(fs.readFileSync(file)).digest('hex');

const start = (desk: CleanRoot): Promise<Installed> =>
  drive(desk.start('carrel', '--remote-debugging-port=0'), path.join(desk.folder, station));

/** The first flow of the demo, played in the installed program. */
async function playDemo(desk: CleanRoot): Promise<number> {
  const stage = new Stage(patrons, {
    open: () => start(desk),
    onStep: ({ number, did, passed, came }) => {
      if (!passed) console.log(`  ✗ ${number} ${did}: ${came}`);
      return Promise.resolve();
    },
  });
  try {
    await patrons.play(stage);
  } finally {
    await stage.close();
  }
  return stage.passed;
}

/** The journal with what belongs to it, by name and hash. */
const journalOf = (desk: CleanRoot): Record<string, string> => {
  const folder = path.join(desk.folder, station);
  const names = fs.readdirSync(folder).filter((name) => /^journal/.test(name));
  return Object.fromEntries(names.map((name) => [name, hash(path.join(folder, name))]));
};

/** Installs the deb in a clean root, works with it, upgrades it under a desk that lends, and removes it. */
export async function installDeb(out: string): Promise<void> {
  await step('the deb is the same, byte by byte, when it is made again', () => {
    const [first = '', second = '', old = ''] = ['first', 'second', 'before'].map((name) =>
      path.join(out, name),
    );
    for (const folder of [first, second]) makePackages(['deb'], folder);
    makePackages(['deb'], old, ['--version', before]);
    expect(hash(artifactIn(first, targets.deb))).toBe(hash(artifactIn(second, targets.deb)));
  });
  const now = artifactIn(path.join(out, 'first'), targets.deb);
  const old = artifactIn(path.join(out, 'before'), targets.deb, before);
  using desk = new CleanRoot(path.join(out, 'root'));

  await step('it is installed from its own list of what it needs', () => {
    desk.run(...commandOf('deb-install', desk.put(old)));
    expect(fs.readlinkSync(path.join(desk.folder, 'usr/bin/carrel'))).toBe('/opt/Carrel/carrel');
    expect(desk.read('/opt/Carrel/resources/installation.json').toString()).toContain('"kind":"deb"');
    expect(desk.run('dpkg-query', '-W', '-f=${Version}', 'carrel')).toBe(before);
    expect(desk.run('dpkg', '--verify', 'carrel')).toBe('');
  });
  await step('links and files are its own, by the desktop’s own databases', () => {
    desk.run('desktop-file-validate', '/usr/share/applications/carrel.desktop');
    const types = desk.read('/usr/share/applications/mimeinfo.cache').toString();
    expect(types).toContain('x-scheme-handler/carrel=carrel.desktop');
    expect(types).toContain('application/vnd.carrel.policy+json=carrel.desktop');
    expect(types).toContain('application/vnd.carrel.trolley+json=carrel.desktop');
    expect(desk.read('/usr/share/mime/globs2').toString()).toContain(':*.carrel-policy');
  });
  await step('a policy is put where it is read, out of the user’s reach, by the lines for IT', () => {
    desk.put(write(path.join(out, 'carrel-policy.json'), linesOf('policy').join('\n')));
    for (const line of linesOf('policy-install-linux')) desk.run('sh', '-c', `cd /root && ${line}`);
    expect(desk.read('/etc/carrel/policy.d/50-library.json').toString()).toContain('carrel-policy/1');
    expect(desk.mode('/etc/carrel/policy.d/50-library.json')).toBe('644');
    expect(desk.mode('/etc/carrel')).toBe('755');
    desk.run('rm', '-r', '/etc/carrel');
  });
  await step('where AppArmor does not know the profile, the sandbox’s helper is root’s', () => {
    expect(desk.mode(sandbox)).toBe('4755');
    expect(desk.has('/etc/apparmor.d/carrel')).toBe(false);
  });
  const played = await step('the first flow of the demo is played in it', () => playDemo(desk));
  expect(played).toBeGreaterThan(8);

  await smokeIn(desk, out);
  await drainIn(desk, () => start(desk));

  const lending = await start(desk);
  const first = new Desk(lending.page);
  await step('it is upgraded under a desk that lends, and the desk goes on', async () => {
    await first.open(sampleCode('patronNothing'), 'Grace Okafor');
    await first.scanned(sampleCode('itemHebrew'), 'Lent');
    desk.run(...commandOf('deb-install', desk.put(now)));
    expect(desk.run('dpkg-query', '-W', '-f=${Version}', 'carrel')).toBe(version);
    expect(desk.has('/usr/bin/carrel')).toBe(true);
    expect(desk.mode(sandbox)).toBe('4755');
    await first.scanned(sampleCode('itemFree5'), 'Lent');
  });
  await step('the new version takes up the journal that was open', async () => {
    await lending.kill();
    const again = await start(desk);
    const second = new Desk(again.page);
    await expect(again.page.getByText(/scans from before Carrel stopped/)).toBeVisible();
    for (const title of ['נפלאות האפקט', 'Pachinko'])
      await expect(second.row(title, 'Lent', 'from before')).toBeVisible();
    await again.close();
  });
  await step('installed again as it is, nothing changes', () => {
    const was = journalOf(desk);
    desk.run('dpkg', '-i', desk.put(now));
    expect(desk.run('dpkg', '--verify', 'carrel')).toBe('');
    expect(journalOf(desk)).toEqual(was);
  });
  await installTwiceIn(desk, desk.put(now));
  await compareStarts({
    installed: () =>
      desk.start('carrel', '--remote-debugging-port=0', `--user-data-dir=/tmp/${crypto.randomUUID()}`),
    executable: path.join(root, 'test/stand-in/electron'),
  });
  await step('where AppArmor loads the profile, the helper needs no rights', () => {
    // What Ubuntu 24.04 has; Debian's parser does not know the profile's rule.
    desk.script('/usr/sbin/apparmor_parser', '#!/bin/sh\necho "$@" >> /root/parser\n');
    desk.script('/usr/bin/aa-enabled', '#!/bin/sh\nexit 0\n');
    desk.run('dpkg', '-i', desk.put(now));
    expect(desk.mode(sandbox)).toBe('755');
    expect(desk.read('/etc/apparmor.d/carrel')).toEqual(desk.read('/opt/Carrel/resources/apparmor-profile'));
    expect(desk.read('/root/parser').toString()).toMatch(/--replace .*\/etc\/apparmor\.d\/carrel/);
  });
  await step('removed, it leaves nothing but what was recorded, and says where that is', () => {
    const was = journalOf(desk);
    const said = desk.run(...commandOf('deb-remove'));
    expect(said).toContain(`Carrel: kept: ${station}/journal.sqlite`);
    for (const gone of [
      '/opt/Carrel',
      '/usr/bin/carrel',
      '/etc/apparmor.d/carrel',
      '/usr/share/doc/carrel',
      '/run/carrel',
    ])
      expect(desk.has(gone), gone).toBe(false);
    expect(desk.read('/usr/share/applications/mimeinfo.cache').toString()).not.toContain('carrel');
    desk.run('apt-get', 'purge', '-y', 'carrel');
    expect(journalOf(desk)).toEqual(was);
  });
  await step('installed anew, it finds what was recorded', async () => {
    desk.run('dpkg', '-i', desk.put(now));
    const again = await start(desk);
    await new Desk(again.page).open(sampleCode('patronNothing'), 'Grace Okafor');
    await expect(again.page.getByRole('tablist', { name: m.desk_tabs() })).toContainText(/Loans\s*2/);
    await again.close();
  });
}
