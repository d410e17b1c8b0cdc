import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../../build/electron.ts';
import { names } from '../../build/package/names.ts';
import { systemClock } from '../../src/main/clock.ts';
import { machineFolderOf } from '../../src/main/command-line/machine-folder.ts';
import { RunMarker } from '../../src/main/diagnostics/run-marker.ts';
import { markerFile } from '../../src/main/installation.ts';
import { maxFileBytes, maxFiles, openLog } from '../../src/main/log.ts';
import { LastGood } from '../../src/main/policy/last-good.ts';
import { macPolicies } from '../../src/main/policy/mac.ts';
import { linuxPolicies } from '../../src/main/policy/source.ts';
import { windowsPolicies } from '../../src/main/policy/windows.ts';
import { desksFolder } from '../../src/main/quiet/running-desks.ts';
import { writeRequest } from '../../src/main/quiet/drain-request.ts';
import { useLocalProfile } from '../../src/main/station/profile-folder.ts';
import { UpdateMemory } from '../../src/main/updates/memory.ts';
import { Starts } from '../../src/main/way-back/starts.ts';
import { memoryKeychain } from '../main/station/support.ts';
import { openQuietParts } from '../main/support/backend.ts';
import { quietLog } from '../main/support/ports.ts';
import { codeOf, forIt, rowsOf, textOf } from './page.ts';

/** What the page says of a thing on one of the systems. */
function placeOf(what: string, system: 'Windows' | 'macOS' | 'Linux'): string {
  const row = rowsOf('what', 'Windows', 'macOS').find(([name = []]) => textOf(name) === what) ?? [];
  const [code = ''] = codeOf(row[1 + ['Windows', 'macOS', 'Linux'].indexOf(system)] ?? []);
  return code;
}

test('places of policies are those that are read, the strongest first', () => {
  const noRegistry = { values: () => null };
  const placed = {
    Windows: windowsPolicies(noRegistry).read(),
    macOS: macPolicies(() => null, 'USER', '/nowhere').read(),
    Linux: linuxPolicies(() => null).folders.map((folder) => ({ place: `${folder}/*.json` })),
  };
  const expected = Object.entries(placed).flatMap(([system, places]) =>
    places.map(({ place }) => [system, place.replace('/nowhere', '')]),
  );
  const said = rowsOf('system', 'place').map(([system = [], place = []]) => [
    textOf(system),
    codeOf(place)[0],
  ]);
  expect(said).toEqual(expected);
});

test('the folder of the computer', () => {
  expect(placeOf('the folder of the computer', 'Windows')).toBe(
    machineFolderOf('win32', { values: () => null }),
  );
  expect(placeOf('the folder of the computer', 'macOS')).toBe(
    machineFolderOf('darwin', { values: () => null }),
  );
  expect(placeOf('the folder of the computer', 'Linux')).toBe(
    machineFolderOf('linux', { values: () => null }),
  );
});

test('the folder of the account: Electron’s own by the product’s name, and on Windows the local one', () => {
  const { productName } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    productName: string;
  };
  let folder = path.join('C:', 'roaming', productName);
  useLocalProfile(
    {
      getPath: () => folder,
      setPath: (_, to) => (folder = to),
      commandLine: { hasSwitch: () => false },
    },
    'win32',
    { LOCALAPPDATA: '%LOCALAPPDATA%' },
  );
  expect(placeOf('the folder of the account', 'Windows')).toBe(folder.replaceAll('/', '\\'));
  expect(placeOf('the folder of the account', 'macOS')).toBe(`~/Library/Application Support/${productName}`);
  expect(placeOf('the folder of the account', 'Linux')).toBe(`~/.config/${productName}`);
});

test('the program, its command and its marker', () => {
  expect(placeOf('the command', 'Linux')).toBe(`/usr/bin/${names.linux}`);
  expect(placeOf('the command', 'Windows')).toBe(
    `${placeOf('the program', 'Windows')}\\${names.product}.exe`,
  );
  expect(placeOf('the command', 'macOS')).toBe(
    `${placeOf('the program', 'macOS')}/Contents/MacOS/${names.product}`,
  );
  for (const system of ['Windows', 'macOS', 'Linux'] as const)
    expect(placeOf('how it was installed', system).split(/[\\/]/).at(-1)).toBe(markerFile);
  const workstation = fs.readFileSync(path.join(root, 'src/main/workstation.ts'), 'utf8');
  expect(workstation).toContain(`createKeychain({ service: '${placeOf('the keychain', 'Linux')}'`);
});

/** Files of the table that only a running Electron, or an update, makes: the code that names each. */
const madeElsewhere: Readonly<Record<string, string>> = {
  'settings.json': 'src/main/station/settings-file.ts',
  'practice.sqlite': 'src/main/backend.ts',
  updates: 'src/main/desktop/update-installer.ts',
  former: 'src/main/way-back/former.ts',
  'machine-id': 'src/main/updates/machine-id.ts',
  answers: 'src/main/command-line/asking.ts',
  'looked-at': 'src/main/desktop/user-files.ts',
};

test('files of the account are those that are written, and no other is left out', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-for-it-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const log = openLog(path.join(folder, 'logs'), systemClock, { write: () => true });
  log.line('a line');
  new UpdateMemory(folder, log).change({ checkedAt: '2026-01-01T00:00:00Z' });
  expect(new Starts(folder, '1.0.0').failedBefore).toBe(0);
  expect(new RunMarker(folder, new Date()).lastRun).toBeNull();
  const good = { content: { mandatory: {}, recommended: {} }, since: '' };
  new LastGood(folder, log).keep(new Map([['a place', good]]));
  const keychain = memoryKeychain();
  keychain.problem = 'noKeychain';
  await (await openQuietParts({ log: quietLog(), keychain, folder })).close();

  const said = rowsOf('file').map(([name = []]) => codeOf(name)[0] ?? '');
  const patterns = said.map((name) => {
    const itself = name.replaceAll('.', '\\.').replace('ID', '[\\w-]+');
    return new RegExp(`^${itself}(?:$|/|-(?:wal|shm)$|\\.lock$|\\.damaged$)`);
  });
  const made = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  expect(made.filter((name) => !patterns.some((one) => one.test(name)))).toEqual([]);
  const unmade = said.filter((_, at) => !made.some((name) => patterns[at]?.test(name)));
  // Electron's own name of the folder of crash dumps.
  expect(unmade.toSorted()).toEqual([...Object.keys(madeElsewhere), 'Crashpad'].toSorted());
  for (const [name, file] of Object.entries(madeElsewhere))
    expect(fs.readFileSync(path.join(root, file), 'utf8'), name).toContain(`'${name}'`);
  expect(forIt.text).toContain(`${maxFiles} files of ${maxFileBytes / 1e6} MB`);
});

test('files of the computer', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-for-it-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const id = crypto.randomUUID();
  writeRequest(folder, {
    ...{ schema: 'carrel-drain/1', id, version: '1.0.0', phase: 'waiting', beat: 0 },
    at: new Date().toISOString(),
  });
  const named = [
    ...fs.readdirSync(folder).map((name) => name.replace(id, 'ID')),
    path.basename(desksFolder(folder)),
  ];
  for (const name of named) expect(forIt.text).toContain(`\`${name}\``);
});
