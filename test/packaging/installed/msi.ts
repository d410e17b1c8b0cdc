import fs from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { keptNoteName } from '../../../build/package/msi/kept-note.ts';
import { targets } from '../../../build/package/targets.ts';
import { commandOf, linesOf, wordsOf } from '../../for-it/page.ts';
import { artifactIn, makePackages, version } from '../packages.ts';
import { step } from './steps.ts';
import { lastBits, Wine } from './wine.ts';

/** Older than any, until there is a release. */
const before = '0.0.1';
const program = ['Program Files', 'Carrel'];
const machine = ['ProgramData', 'Carrel'];
const policies = String.raw`HKLM\Software\Policies\Carrel`;
const uninstall = String.raw`HKLM\Software\Microsoft\Windows\CurrentVersion\Uninstall`;
/** What msiexec ends with where a package refuses: a fatal error during installation. */
const refused = lastBits(1603);

/** How often Carrel is in the list of installed programs, with what it says there. */
const listed = (windows: Wine): string[] =>
  windows
    .run('reg', 'query', uninstall, '/s')
    .said.split('\n\n')
    .filter((entry) => /DisplayName {4}REG_SZ {4}Carrel$/m.test(entry));

const archive = (windows: Wine): Buffer => fs.readFileSync(windows.at(...program, 'resources', 'app.asar'));

/** Installs the MSI of wixl under wine: silently, over an older one, under policy; removes it, and looks at what is left. */
export async function installMsi(out: string): Promise<void> {
  const made = (its: string): string => artifactIn(path.join(out, its), targets.msi, its);
  await step('two versions are made, and read back', () => {
    for (const its of [before, version]) makePackages(['msi'], path.join(out, its), ['--version', its]);
    for (const its of [before, version]) expect(fs.existsSync(made(its))).toBe(true);
  });
  using windows = await step('a Windows of its own is there', () => new Wine(path.join(out, 'wine')));
  const [user = ''] = fs.readdirSync(windows.at('users')).filter((name) => name !== 'Public');
  const profile = ['users', user, 'AppData', 'Local', 'Carrel'];

  await step('it is installed silently, for the machine', () => {
    expect(windows.run(...commandOf('msi-install', made(before))).code).toBe(0);
    const marker = fs.readFileSync(windows.at(...program, 'resources', 'installation.json'), 'utf8');
    expect(marker).toContain('"kind":"msi"');
    expect(windows.has(...program, 'Carrel.exe')).toBe(true);
    expect(windows.value(String.raw`HKLM\Software\Carrel`, 'InstalledBy')).toBe('msi');
    expect(windows.value(String.raw`HKLM\Software\Carrel`, 'Version')).toBe(before);
    expect(windows.has(...machine, 'desks')).toBe(true);
    expect(listed(windows)).toHaveLength(1);
    const menu = ['Microsoft', 'Windows', 'Start Menu', 'Programs', 'Carrel.lnk'];
    // wine puts the machine's menu into the user's.
    const places = [['ProgramData'], ['users', user, 'AppData', 'Roaming']];
    expect(places.filter((place) => windows.has(...place, ...menu))).toHaveLength(1);
  });
  await step('links and files open in it, and what follows `--` is no switch', () => {
    const command = String.raw`"C:\Program Files\Carrel\Carrel.exe" -- "%1"`;
    const classes = String.raw`HKLM\Software\Classes`;
    expect(windows.value(`${classes}\\carrel`, 'URL Protocol')).not.toBeNull();
    expect(windows.value(`${classes}\\carrel\\shell\\open\\command`)).toBe(command);
    expect(windows.value(`${classes}\\.carrel-policy`)).toBe('Carrel.carrel-policy');
    expect(windows.value(`${classes}\\Carrel.carrel-policy\\shell\\open\\command`)).toBe(command);
    expect(windows.value(`${classes}\\.carrel-trolley`)).toBe('Carrel.carrel-trolley');
    expect(windows.value(`${classes}\\Carrel.carrel-trolley\\shell\\open\\command`)).toBe(command);
  });
  await step('it is configured by policy', () => {
    for (const line of linesOf('policy-registry-cmd'))
      expect(windows.run(...wordsOf(line)).code, line).toBe(0);
    fs.writeFileSync(windows.at(...machine, 'policy.json'), '{"schema":"carrel-policy/1"}');
    expect(windows.value(policies, 'serviceAddress')).toBe('https://library.example.org');
    expect(windows.value(policies, 'placeByHost')).toBe(
      '[{"host":"*","library":"MAIN","desk":"DEFAULT_CIRC_DESK"}]',
    );
    expect(windows.value(policies, 'allowFeeWaiving')).toBe('0x0');
  });
  fs.mkdirSync(windows.at(...profile), { recursive: true });
  const journal = windows.at(...profile, 'journal.sqlite');
  fs.writeFileSync(journal, 'what a desk recorded');
  fs.writeFileSync(windows.at(...program, 'resources', 'of-nobody.txt'), 'stays: it was not installed');

  await step('it is upgraded in place: one copy, the policy and the journal as they were', () => {
    const was = archive(windows);
    expect(windows.run(...commandOf('msi-install', made(version))).code).toBe(0);
    expect(windows.value(String.raw`HKLM\Software\Carrel`, 'Version')).toBe(version);
    expect(listed(windows)).toHaveLength(1);
    expect(listed(windows)[0]).toContain(`DisplayVersion    REG_SZ    ${version}`);
    expect(archive(windows).equals(was)).toBe(false);
    expect(windows.value(policies, 'serviceAddress')).toBe('https://library.example.org');
    expect(fs.readFileSync(journal, 'utf8')).toBe('what a desk recorded');
    expect(windows.has(...machine, 'policy.json')).toBe(true);
  });
  await step('installed again as it is, nothing changes', () => {
    const was = archive(windows);
    expect(windows.run(...commandOf('msi-install', made(version))).code).toBe(0);
    expect(listed(windows)).toHaveLength(1);
    expect(archive(windows)).toEqual(was);
  });
  await step('an older one is refused, and what is there is left as it is', () => {
    const was = archive(windows);
    expect(windows.run(...commandOf('msi-install', made(before))).code).toBe(refused);
    expect(windows.value(String.raw`HKLM\Software\Carrel`, 'Version')).toBe(version);
    expect(archive(windows)).toEqual(was);
  });
  await step('removed, it leaves the journal, the policy, and a note that says where the journal is', () => {
    expect(listed(windows)[0]).toContain(
      String.raw`keeps each person's journal and settings, in %LOCALAPPDATA%\Carrel`,
    );
    expect(windows.run(...commandOf('msi-remove', made(version))).code).toBe(0);
    expect(listed(windows)).toHaveLength(0);
    expect(windows.has(...program, 'Carrel.exe')).toBe(false);
    for (const key of [String.raw`HKLM\Software\Carrel`, String.raw`HKLM\Software\Classes\carrel`])
      expect(windows.run('reg', 'query', key).code, key).not.toBe(0);
    expect(windows.value(policies, 'serviceAddress')).toBe('https://library.example.org');
    expect(fs.readFileSync(journal, 'utf8')).toBe('what a desk recorded');
    const note = fs.readFileSync(windows.at(...machine, keptNoteName), 'utf8');
    expect(note).toContain(String.raw`%LOCALAPPDATA%\Carrel`);
    expect(windows.has(...machine, 'policy.json')).toBe(true);
  });
}
