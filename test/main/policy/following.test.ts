import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { Failed } from '../../../src/main/failure.ts';
import type { Clock } from '../../../src/main/ports.ts';
import { openJournal } from '../../../src/main/journal/journal.ts';
import { createSeal } from '../../../src/main/journal/seal.ts';
import { Following } from '../../../src/main/policy/following.ts';
import { effectiveSettings } from '../../../src/main/policy/settings.ts';
import { policyView } from '../../../src/main/policy/view.ts';
import { Station } from '../../../src/main/station/station.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { startSample } from '../../sample/server.ts';
import { memoryKeychain, memorySettings } from '../station/support.ts';
import { heldClock, plainNetwork, quietLog } from '../support/ports.ts';
import { QuickClock, settled } from '../support/quick-clock.ts';
import { etc, policyText, testRoot } from './support.ts';

const keys = ['an-institutions-key-4711', 'another-institutions-key-0815'] as const;
let servers: readonly [RunningServer, RunningServer];
beforeAll(async () => {
  servers = await Promise.all([startSample({ key: keys[0] }), startSample({ key: keys[1] })]);
});
afterAll(() => Promise.all(servers.map((server) => server.close())));
const addressOf = (which: 0 | 1): string => `http://127.0.0.1:${servers[which].port}`;

/** A station that follows a policy. */
function following(mandatory: object = {}, recommended: object = {}, clock: Clock = systemClock) {
  const at = testRoot();
  const file = at.write(`${etc}/a.json`, policyText(mandatory, recommended));
  const policy = at.open('main-desk-7');
  const own = memorySettings();
  const settings = effectiveSettings(own, policy);
  const log = quietLog();
  const station = new Station({
    ...{
      settings,
      log,
      keychain: memoryKeychain(),
      network: plainNetwork,
      journalSeal: 'file',
      version: '1',
    },
    practice: { address: () => Promise.reject(new Error('no practice here')) },
    journal: openJournal({ file: ':memory:', seal: createSeal(randomBytes(32)), clock: heldClock() }),
    host: { name: 'stand-in', version: '1' },
  });
  const desk = { calm: true, moved: 0, tell: (): void => undefined };
  const follower = new Following({
    ...{ policy, settings, station, log, clock },
    serviceChanged: () => (desk.moved += 1),
    calm: {
      ask: () => Promise.resolve(),
      isCalm: () => desk.calm,
      onCalm: (listener) => {
        desk.tell = listener;
        return () => (desk.tell = () => undefined);
      },
    },
  });
  const closing = new AbortController();
  void follower.start(closing.signal);
  onTestFinished(() => closing.abort());
  return {
    ...{ policy, settings, own, station, desk, follower, file },
    say: (next: object, nextRecommended: object = {}) => {
      fs.writeFileSync(file, policyText(next, nextRecommended));
      policy.reread();
    },
    waiting: () => follower.waiting.map(({ id, why }) => [id, why]),
    connect: (which: 0 | 1) =>
      station.connect({
        ...{ address: addressOf(which), root: 'svcws', key: keys[which], keep: 'keychain' },
        ...{ commit: true, library: 'another' },
      }),
    address: () => settings.now.institution?.address,
    place: () => {
      const { library, desk: at_, department } = settings.now.institutionPlace;
      return [library, at_, department].map((one) => one && [one.code, one.label]);
    },
  };
}
const places = [{ host: 'main-desk-*', library: 'MAIN', desk: 'DEFAULT_CIRC_DESK' }];

describe('the service of the policy', () => {
  test('waits while something is under way, and is taken when nothing is; the key is then to be entered', async () => {
    const one = following();
    await one.connect(0);
    one.desk.calm = false;
    one.say({ serviceAddress: addressOf(1) });
    await vi.waitFor(() => expect(one.waiting()).toEqual([['serviceAddress', 'work']]));
    expect(one.address()).toBe(addressOf(0));
    expect(policyView(one.policy, one.settings, one.follower.waiting).locked.serviceAddress).toBe(one.file);
    one.desk.calm = true;
    one.desk.tell();
    await vi.waitFor(() => expect(one.address()).toBe(addressOf(1)));
    await vi.waitFor(() => expect(one.waiting()).toEqual([]));
    expect([one.desk.moved, one.station.view().mode, one.station.view().key]).toEqual([
      1,
      'institution',
      'none',
    ]);
    await expect(one.station.service()).rejects.toMatchObject({
      failure: { field: 'key', reason: 'required' },
    });
    // No other than that one, whatever key.
    await expect(one.connect(0)).rejects.toBeInstanceOf(Failed);
    await one.connect(1);
    expect((await one.station.service()).library.mode).toBe('institution');
  });

  test('waits a second time as it did the first time', async () => {
    const one = following();
    await one.connect(0);
    for (const which of [1, 0] as const) {
      one.desk.calm = false;
      one.say({ serviceAddress: addressOf(which) });
      await vi.waitFor(() => expect(one.waiting()).toEqual([['serviceAddress', 'work']]));
      one.desk.calm = true;
      one.desk.tell();
      await vi.waitFor(() => expect([one.address(), one.waiting()]).toEqual([addressOf(which), []]));
    }
  });

  test('finds the key that it had when it comes back', async () => {
    const one = following();
    await one.connect(0);
    one.say({ serviceAddress: addressOf(1) });
    await vi.waitFor(() => expect(one.address()).toBe(addressOf(1)));
    one.say({ serviceAddress: addressOf(0) });
    await vi.waitFor(() => expect(one.address()).toBe(addressOf(0)));
    expect(one.station.view().key).toBe('keychain');
    await expect(one.station.places()).resolves.toHaveProperty('libraries');
  });

  test('that is recommended is for a station that has none', async () => {
    const one = following({}, { serviceAddress: addressOf(0) });
    await vi.waitFor(() => expect(one.address()).toBe(addressOf(0)));
    // Practising goes on, until somebody connects.
    expect(one.station.view().mode).toBe('practice');
    one.say({}, { serviceAddress: addressOf(1) });
    await one.follower.follow();
    expect(one.address()).toBe(addressOf(0));
    await one.connect(1);
    expect(one.address()).toBe(addressOf(1));
  });

  test('stays when the policy goes, and when it breaks', async () => {
    const one = following({ serviceAddress: addressOf(0) });
    await vi.waitFor(() => expect(one.address()).toBe(addressOf(0)));
    fs.writeFileSync(one.file, '{');
    one.policy.reread();
    await one.follower.follow();
    expect(one.address()).toBe(addressOf(0));
    fs.rmSync(one.file);
    one.policy.reread();
    await one.follower.follow();
    expect([one.address(), one.policy.state]).toEqual([addressOf(0), 'none']);
  });

  test('that cannot be written waits, and is written later', async () => {
    const one = following();
    one.own.full = true;
    one.say({ serviceAddress: addressOf(0) });
    await vi.waitFor(() => expect(one.waiting()).toEqual([['serviceAddress', 'notWritten']]));
    one.own.full = false;
    await one.follower.follow();
    expect([one.address(), one.waiting()]).toEqual([addressOf(0), []]);
  });
});

describe('the place of the policy', () => {
  test('is taken once the library system is connected, in its own words', async () => {
    const one = following({ placeByHost: places });
    await vi.waitFor(() => expect(one.waiting()).toEqual([['placeByHost', 'noService']]));
    await one.connect(0);
    await vi.waitFor(() => expect(one.waiting()).toEqual([]));
    expect(one.place()).toEqual([['MAIN', 'Main Library'], ['DEFAULT_CIRC_DESK', 'Circulation Desk'], null]);
    const choice = { library: 'MAIN', desk: null, department: null };
    await expect(one.station.choose(choice)).rejects.toMatchObject({ failure: { setting: 'placeByHost' } });
  });

  test('waits while something is under way', async () => {
    const one = following();
    await one.connect(0);
    one.desk.calm = false;
    one.say({ placeByHost: places });
    await vi.waitFor(() => expect(one.waiting()).toEqual([['placeByHost', 'work']]));
    expect(one.place()).toEqual([null, null, null]);
    one.desk.calm = true;
    one.desk.tell();
    await vi.waitFor(() => expect(one.place()[1]?.[0]).toBe('DEFAULT_CIRC_DESK'));
  });

  test('that the library system does not have is not taken', async () => {
    const one = following({ placeByHost: [{ host: '*', library: 'MAIN', desk: 'GONE' }] });
    await one.connect(0);
    await vi.waitFor(() => expect(one.waiting()).toEqual([['placeByHost', 'unknown']]));
    expect(one.place()).toEqual([null, null, null]);
  });

  test('of another host is nobody’s business', async () => {
    const one = following({ placeByHost: [{ host: 'branch-*', library: 'MAIN' }] });
    await one.connect(0);
    await one.follower.follow();
    expect([one.waiting(), one.place()]).toEqual([[], [null, null, null]]);
    expect(policyView(one.policy, one.settings, []).locked).toEqual({});
  });
});

describe('in a minute in which nobody does anything, the places are read', () => {
  const wanted = { placeByHost: places };
  const other = { ...wanted, serviceAddress: 'http://127.0.0.1:1' };
  const gone = { placeByHost: [{ host: '*', library: 'MAIN', desk: 'GONE' }] };
  interface Idle {
    readonly times: number;
    readonly where: string;
    readonly policy: object;
    readonly waits: readonly string[];
    readonly state?: 'busy' | 'full' | 'practises';
  }
  test.each<Idle>([
    { times: 0, where: 'there is no policy', policy: {}, waits: [] },
    { times: 0, where: 'the place is the wanted one', policy: wanted, waits: [] },
    { times: 3, where: 'the library system has no such place', policy: gone, waits: ['unknown'] },
    { times: 3, where: 'the place waits for work', policy: wanted, waits: ['work'], state: 'busy' },
    { times: 3, where: 'the place cannot be written', policy: wanted, waits: ['notWritten'], state: 'full' },
    { times: 0, where: 'all waits for work', policy: other, waits: ['work', 'work'], state: 'busy' },
    { times: 0, where: 'it practises', policy: wanted, waits: ['noService'], state: 'practises' },
  ])('$times times where $where', async ({ times, policy, waits, state }) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = new QuickClock();
    const one = following({}, {}, clock);
    await one.connect(0);
    if (state === 'practises') one.station.practice();
    one.desk.calm = state !== 'busy';
    one.own.full = state === 'full';
    one.say(policy);
    await one.follower.follow();
    const before = one.station.answerTimes().answers;
    const reading = vi.spyOn(one.station, 'places');
    for (let second = 0; second < 60; second++) {
      // What tells of the service's answers has timers of its own.
      vi.advanceTimersByTime(1000);
      await clock.pass(1000);
      await Promise.allSettled(reading.mock.results.map(({ value }) => value as unknown));
      await settled();
    }
    expect(one.follower.waiting.map(({ why }) => why)).toEqual(waits);
    expect(reading).toHaveBeenCalledTimes(times);
    if (times === 0) expect(one.station.answerTimes().answers).toBe(before);
  });
});
