import { execFile } from 'node:child_process';
import { createHash, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { root } from '../../build/electron.ts';
import { releaseFor } from '../../src/main/updates/choice.ts';
import { readFeed } from '../../src/main/updates/feed.ts';
import { oldestReader } from '../../src/main/journal/schema.ts';
import { newKey } from '../main/updates/signing.ts';

const key = newKey();
const other = newKey();
const publicText = (one: KeyObject) => one.export({ type: 'spki', format: 'der' }).toString('base64');
const pem = key.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const pinned = [other.publicKey, key.publicKey];

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-sign-'));
  const made = folder;
  onTestFinished(() => fs.rmSync(made, { recursive: true }));
  for (const file of [
    'win-x64-nsis.exe',
    'win-x64-msi.msi',
    'mac-arm64.zip',
    'linux-x64.deb',
    'linux-x64.rpm',
  ])
    fs.writeFileSync(path.join(folder, `Carrel-1.4.2-${file}`), file);
  fs.writeFileSync(path.join(folder, 'Carrel-1.4.20-win-x64-nsis.exe'), 'another version');
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, [path.join(root, 'build/release/sign-feed.ts'), ...args], {
    env: {
      ...process.env,
      CARREL_UPDATE_PRIVATE_KEY: pem,
      CARREL_UPDATE_KEYS: pinned.map(publicText).join(','),
      ...env,
    },
  });
const out = () => path.join(folder, 'feed.json');
const usual = () => ['--artifacts', folder, '--version', '1.4.2', '--sequence', '12', '--out', out()];
const read = () =>
  readFeed(fs.readFileSync(out(), 'utf8'), { keys: pinned, seen: null, now: new Date() }).feed;

test('a feed of artifacts is signed, and read with the pinned keys', async () => {
  await run([...usual(), '--ring', '10']);
  const feed = read();
  expect(feed).toMatchObject({ sequence: 12, schema: 'carrel-feed/1' });
  expect(feed.releases.map(({ system, arch, file }) => [system, arch, file])).toEqual([
    ['linux', 'x64', 'Carrel-1.4.2-linux-x64.deb'],
    ['darwin', 'arm64', 'Carrel-1.4.2-mac-arm64.zip'],
    ['win32', 'x64', 'Carrel-1.4.2-win-x64-nsis.exe'],
  ]);
  const machine = { system: 'win32', arch: 'x64', version: '1.4.1', number: 9 };
  expect(releaseFor(feed, machine, null)).toMatchObject({
    ...{ version: '1.4.2', size: 16, ring: 10, journal: oldestReader },
    sha512: createHash('sha512').update('win-x64-nsis.exe').digest('base64'),
  });
  expect(releaseFor(feed, { ...machine, number: 10 }, null)).toBeNull();
});

test('versions of the feed before stay in it, and the same version is replaced', async () => {
  await run(usual());
  const before = path.join(folder, 'before.json');
  fs.renameSync(out(), before);
  const next = usual().map((one) => (one === '1.4.2' ? '1.4.20' : one === '12' ? '13' : one));
  await run([...next, '--before', before]);
  expect(read().releases.map(({ version }) => version)).toEqual(['1.4.20', '1.4.2', '1.4.2', '1.4.2']);
});

test.each([
  ['another private key', [], { CARREL_UPDATE_KEYS: publicText(other.publicKey) }],
  ['no private key', [], { CARREL_UPDATE_PRIVATE_KEY: '' }],
  ['no pinned key', [], { CARREL_UPDATE_KEYS: '' }],
  ['a ring above all', ['--ring', '101'], {}],
  ['a feed that counts for no day', ['--days', '0'], {}],
  ['a number that is none', ['--sequence', 'x'], {}],
  ['a version without artifacts', ['--version', '2.0.0'], {}],
] as const)('nothing is written with %s', async (_, args, env) => {
  await expect(run([...usual(), ...args], env)).rejects.toThrow(/Command failed/);
  expect(fs.existsSync(out())).toBe(false);
});
