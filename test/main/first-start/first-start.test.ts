import { afterAll, beforeAll, expect, test } from 'vitest';
import { FirstStart } from '../../../src/main/first-start/first-start.ts';
import { effectiveSettings } from '../../../src/main/policy/settings.ts';
import { accountOf } from '../../../src/main/station/institution-key.ts';
import type { KeychainProblem } from '../../../src/main/station/keychain.ts';
import type { Settings } from '../../../src/main/station/settings.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { startSample } from '../../sample/server.ts';
import { etc, policyText, testRoot } from '../policy/support.ts';
import { stationOver } from '../station/support.ts';

let server: RunningServer;
beforeAll(async () => void (server = await startSample()));
afterAll(() => server.close());

const there = { address: 'https://library.example.org', root: 'svcws', library: '' };

interface Given {
  readonly start?: Partial<Settings>;
  readonly policy?: object;
  readonly recommended?: object;
  readonly problem?: KeychainProblem['why'];
}

/** A station of which the keychain has the key, at its first start unless `start` says otherwise. */
function firstStart({ start = {}, policy = {}, recommended = {}, problem }: Given = {}) {
  const at = testRoot();
  at.write(`${etc}/a.json`, policyText(policy, recommended));
  const named = at.open();
  const made = stationOver(server, { institution: there, keyInKeychain: true, ...start });
  made.keychain.secrets.set(accountOf(there), 'the-key');
  made.keychain.problem = problem ?? null;
  const settings = effectiveSettings(made.settings, named);
  let moved = 0;
  const first = new FirstStart({
    ...{ settings, policy: named, station: made.station, log: made.log },
    serviceChanged: () => (moved += 1),
  });
  first.start();
  return { ...made, first, moved: () => moved };
}

const policy = { serviceAddress: there.address };

test('under a policy, with the key in the keychain, nothing is asked: it is connected', async () => {
  const { first, settings, moved } = firstStart({ policy });
  await expect.poll(() => settings.now.mode).toBe('institution');
  expect(moved()).toBe(1);
  expect(first.view).toEqual({ isFirst: true, asksKey: false });
});

test('recommended is as good', async () => {
  const { settings } = firstStart({ recommended: policy });
  await expect.poll(() => settings.now.mode).toBe('institution');
});

test('whoever goes back to the practice library stays there', async () => {
  const { station, settings } = firstStart({ policy });
  await expect.poll(() => settings.now.mode).toBe('institution');
  station.practice();
  await Promise.resolve();
  expect(settings.now.mode).toBe('practice');
});

test('also who has connected it themselves, and chosen no library yet', async () => {
  const { station, settings } = firstStart({ start: { mode: 'institution' }, policy });
  station.practice();
  // What follows it would have followed by then.
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(settings.now.mode).toBe('practice');
});

test('without a policy a station in practice stays there, at the next start too', async () => {
  const { settings, first } = firstStart();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(settings.now.mode).toBe('practice');
  expect(first.view).toEqual({ isFirst: true, asksKey: false });
});

test('a keychain that does not give the key: it is asked', async () => {
  const { settings, first } = firstStart({ policy, problem: 'keychainLocked' });
  let told = 0;
  first.changes.on(() => (told += 1));
  await expect.poll(() => first.view.asksKey).toBe(true);
  expect(told).toBe(1);
  expect(settings.now.mode).toBe('practice');
});

test('a key that is nowhere is asked; put aside, nothing is', () => {
  const { first, settings } = firstStart({ start: { keyInKeychain: false }, policy });
  expect(first.view).toEqual({ isFirst: true, asksKey: true });
  first.putAside();
  expect(first.view).toEqual({ isFirst: false, asksKey: false });
  expect(settings.now.firstStart).toBe('decided');
});
