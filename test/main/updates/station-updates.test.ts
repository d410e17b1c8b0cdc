import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { UpdatesView } from '../../../src/contract/updates.ts';
import { machineId } from '../../../src/main/updates/machine-id.ts';
import { stationUpdates, type UpdatesSetup } from '../../../src/main/updates/station-updates.ts';
import { systemClock } from '../../../src/main/clock.ts';
import { ownProgram } from '../../../src/main/desktop/own-program.ts';
import { quietLog } from '../support/ports.ts';
import { newKey } from './signing.ts';
import { noUpdates } from './support.ts';

function aFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-copy-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return folder;
}

const key = newKey().publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
const feed = 'https://updates.example/feed.json';

/** What a window sees of a copy. */
const viewOf = (setup: Partial<UpdatesSetup>, mode: UpdatesView['mode'] = 'automatic') =>
  stationUpdates({
    setup: { ...noUpdates, pinned: { feed, keys: [key] }, ...setup },
    ...{ folder: aFolder(), version: '0.1.0', fetch: () => fetch, copyJournal: () => null },
    policy: { value: () => null },
    settings: { now: { updates: { mode } } },
    quiet: {
      now: { reasons: [], unsettled: { unclear: 0, unfinished: 0 }, idleMs: 0 },
      ask: () => Promise.resolve(),
    },
    ...{ clock: systemClock, log: quietLog(), closing: new AbortController().signal },
  }).view();

it.each([
  ...(['nsis', 'zip'] as const).map((kind) => [kind, 'itself'] as const),
  ...(['msi', 'deb', 'rpm', 'pkg', 'appimage'] as const).map((kind) => [kind, 'machine'] as const),
  ...(['folder', 'checkout', 'unknown'] as const).map((kind) => [kind, 'nobody'] as const),
])('a copy from %s is updated by %s', (kind, by) => {
  expect(viewOf({ kind }).by).toBe(by);
});

it.each([
  ['no feed', { feed: '', keys: [key] }],
  ['a feed over plain http', { feed: 'http://updates.example/feed.json', keys: [key] }],
  ['no key', { feed, keys: [] }],
  ['a key that is none', { feed, keys: ['AAAA'] }],
])('a copy with %s is updated by nobody', (_, pinned) => {
  expect(viewOf({ kind: 'nsis', pinned }).by).toBe('nobody');
});

it('the settings in force say how', () => {
  expect(viewOf({ kind: 'nsis' }).mode).toBe('automatic');
  expect(viewOf({ kind: 'nsis' }, 'off').mode).toBe('off');
});

it('a machine without an id of its own has one of this program, the same at each start', async () => {
  const folder = aFolder();
  // Nothing of Windows is here.
  const id = await machineId('win32', folder);
  expect(id).toMatch(/^[\da-f-]{36}$/);
  expect(await machineId('win32', folder)).toBe(id);
});

it('what is kept of a program on macOS is the whole of it', () => {
  expect(ownProgram('/Applications/Carrel.app/Contents/MacOS/Carrel', 'darwin')).toEqual({
    ...{ folder: '/Applications/Carrel.app', executable: 'Contents/MacOS/Carrel' },
  });
  expect(ownProgram('/home/a/Carrel/carrel', 'linux')).toEqual({
    ...{ folder: '/home/a/Carrel', executable: 'carrel' },
  });
});
