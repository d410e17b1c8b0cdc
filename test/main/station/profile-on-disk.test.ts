import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { CallName, Input } from '../../../src/contract/index.ts';
import { defaultSettings, type Settings } from '../../../src/main/station/settings.ts';
import { filesUnder } from '../../e2e/on-disk.ts';

const script = fileURLToPath(new URL('./on-profile.ts', import.meta.url));

/** Not everybody may mount: only Linux's superuser, and not in every container. */
const mayMount =
  spawnSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs none /mnt'], { stdio: 'ignore' }).status === 0;

const mounts = {
  usual: 'true',
  readOnly: 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"',
  full: 'mount -t tmpfs -o size=2m none "$1"',
} as const;

interface RunReport {
  readonly journal: unknown[];
  readonly answers: unknown[];
  readonly defects: string[];
  readonly now: Settings;
}

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-profile-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
});

type AnyCall = { [K in CallName]: readonly [K, Input<K>] }[CallName];

/** Runs the program's main on this profile, on a disk that is so; what it tells and answers. */
function run(disk: keyof typeof mounts, ...calls: readonly AnyCall[]): RunReport {
  const { status, stdout, stderr } = spawnSync(
    ...([
      'unshare',
      [
        ...['-m', 'sh', '-c', `${mounts[disk]} && exec "$2" "$3" "$1" "$4" "$5"`, 'sh'],
        ...[folder, process.execPath, script, JSON.stringify(calls), disk === 'full' ? '--full' : ''],
      ],
      { encoding: 'utf8' },
    ] as const),
  );
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as RunReport;
}

const scan = (text: string): AnyCall => [
  'scans.submit',
  { id: randomUUID(), room: 'desk', text, mode: 'return', via: 'scanner' },
];

const bytes = async (): Promise<string[]> =>
  [...(await filesUnder(folder))]
    .map(([name, content]) => `${name} ${content.toString('base64')}`)
    .toSorted();

describe.skipIf(!mayMount)('a profile that is read-only', () => {
  test('is told, nothing is done, no settings are said to be kept, and nothing that was there is lost', async () => {
    const before = run('usual', scan('31234000001014'), ['station.appearance', { theme: 'dark' }]);
    expect(before.answers).toMatchObject([{ ok: true }, { ok: true }]);
    const there = await bytes();
    expect(there.length).toBeGreaterThan(2);

    const report = run(
      'readOnly',
      ['station.get', {}],
      scan('31234000001022'),
      ['station.appearance', { theme: 'light' }],
      ['journal.tryAgain', {}],
    );
    expect(report.journal[0]).toEqual({ state: 'notOpened', why: 'readOnly' });
    expect(report.answers).toMatchObject([
      { ok: true, value: { appearance: { theme: 'dark' } } },
      { ok: false, failure: { kind: 'journal', why: 'closed' } },
      { ok: false, failure: { kind: 'settings', why: 'notWritten' } },
      { ok: true },
    ]);
    expect(report.now.appearance.theme).toBe('dark');
    expect(await bytes()).toEqual(there);

    const after = run('usual', scan('31234000001030'));
    expect(after.journal[0]).toMatchObject({ state: 'open' });
    expect(after.answers).toMatchObject([{ ok: true }]);
  }, 240_000);
});

describe.skipIf(!mayMount)('a profile on a disk that is full', () => {
  test('takes no scan and no change of the settings, and says of each why', () => {
    const { barcodes } = defaultSettings;
    const report = run(
      'full',
      scan('31234000001014'),
      ['station.appearance', { theme: 'dark' }],
      ['station.barcodes', { ...barcodes, code39: false, rules: [...barcodes.rules] }],
      ['station.practice', { leave: false }],
      ['slips.change', { header: 'x' }],
      ['slips.removeLogo', {}],
      ['station.get', {}],
    );
    const isFull = { ok: false, failure: { kind: 'settings', why: 'full' } };
    expect(report.answers).toMatchObject([
      { ok: false, failure: { kind: 'journal', why: 'full' } },
      ...Array.from({ length: 5 }, () => isFull),
      { ok: true, value: { appearance: { theme: 'system' }, barcodes: { code39: true } } },
    ]);
    expect(report.now).toEqual(defaultSettings);
    expect(report.defects).toEqual([]);
  }, 240_000);
});
