import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Feed } from '../../../src/main/updates/feed.ts';
import { UpdateMemory } from '../../../src/main/updates/memory.ts';
import { UpdateFailed } from '../../../src/main/updates/failed.ts';
import type { UpdateSettings, UpdatesOptions } from '../../../src/main/updates/parts.ts';
import { Updates } from '../../../src/main/updates/updates.ts';
import { quietLog } from '../support/ports.ts';
import { VirtualClock } from '../support/virtual-clock.ts';
import { aFeed, aRelease, envelope, newKey } from './signing.ts';

const key = newKey();
const content = 'setup';
const sha512 = createHash('sha512').update(content).digest('base64');
const release = aRelease({ sha512 });
const aDay = 24 * 60 * 60 * 1000;

const automatic: UpdateSettings = {
  ...{ mode: 'automatic', ring: null, pinned: null, window: null },
  overdueAfterDays: 14,
};

let folder = '';
let closing = new AbortController();
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-updates-'));
  closing = new AbortController();
});
afterEach(() => {
  closing.abort();
  fs.rmSync(folder, { recursive: true });
});

/** A station with its feed, as the options say. What it does is noted in `done`. */
function station(given: Partial<UpdatesOptions> & { readonly version?: string } = {}) {
  const clock = new VirtualClock('2026-11-25T12:00:00Z');
  const file = path.join(folder, 'setup.exe');
  const done: string[] = [];
  const world: { text: string; use: 'desk' | 'idle' | 'clarity' | null } = {
    text: envelope(aFeed({ releases: [release] }), key),
    use: null,
  };
  const updates = new Updates({
    by: 'itself',
    machine: { system: 'win32', arch: 'x64', version: given.version ?? '0.1.0' },
    machineNumber: () => Promise.resolve(40),
    keys: [key.publicKey],
    settings: () => automatic,
    source: { read: () => Promise.resolve(world.text) },
    installer: {
      download: ({ version }, report) => {
        done.push(`download ${version}`);
        report(1);
        fs.writeFileSync(file, content);
        return Promise.resolve(file);
      },
      prepare: () => Promise.resolve(),
      install: () => {
        done.push('install');
        return Promise.resolve();
      },
    },
    desk: { look: () => Promise.resolve(), inUse: () => world.use },
    memory: new UpdateMemory(folder, quietLog()),
    keepFormer: () => {
      done.push('keep');
      return Promise.resolve();
    },
    clock,
    log: quietLog(),
    closing: closing.signal,
    ...given,
  });
  const publish = (feed: Partial<Feed>) => {
    world.text = envelope(aFeed({ releases: [release], ...feed }), key);
  };
  return { updates, clock, done, world, file, publish };
}

const becomes = (updates: Updates, state: ReturnType<Updates['view']>['state']) =>
  vi.waitFor(() => expect(updates.view().state).toBe(state));

describe('updates by themselves', () => {
  it('are found, downloaded, kept from and installed, in this order', async () => {
    const { updates, clock, done } = station();
    void updates.start();
    await clock.pass(180_000);
    await becomes(updates, 'installing');
    expect(done).toEqual(['download 0.2.0', 'keep', 'install']);
    expect(updates.view().log.map(({ event }) => event)).toEqual(['installing', 'downloaded', 'found']);
  });

  it('never happen while the desk is in use, however long', async () => {
    const { updates, clock, done, world } = station();
    world.use = 'desk';
    void updates.start();
    await clock.pass(150_000);
    await becomes(updates, 'ready');
    await clock.pass(60_000);
    await vi.waitFor(() => expect(updates.view().waitsFor).toBe('desk'));
    await updates.install();
    clock.ahead = 30 * aDay;
    await clock.pass(60_000);
    expect(updates.view()).toMatchObject({ state: 'ready', waitsFor: 'desk', newer: { isOverdue: true } });
    expect(done).toEqual(['download 0.2.0']);
  });

  it('do not happen where a patron came while the present version was kept', async () => {
    const own = station();
    const { updates, world, done } = own;
    const { updates: other } = station({
      desk: { look: () => Promise.resolve(), inUse: () => world.use },
      keepFormer: () => {
        world.use = 'desk';
        return Promise.resolve();
      },
    });
    expect((await other.check()).state).toBe('ready');
    expect(await other.install()).toMatchObject({ state: 'ready', waitsFor: 'desk' });
    expect(done).toEqual([]);
    expect(updates.view().state).toBe('idle');
  });

  it('wait for the maintenance window, unless a person says so', async () => {
    const window = { days: ['wed' as const], from: '00:00', to: '00:01' };
    const { updates, clock } = station({ settings: () => ({ ...automatic, window }) });
    void updates.start();
    await clock.pass(150_000);
    await becomes(updates, 'ready');
    await clock.pass(30_000);
    await vi.waitFor(() => expect(updates.view().waitsFor).toBe('window'));
    expect((await updates.install()).state).toBe('installing');
  });

  it('ask first where that is wanted', async () => {
    const asks = station({ settings: () => ({ ...automatic, mode: 'ask' }) });
    expect((await asks.updates.check()).state).toBe('available');
    expect((await asks.updates.download()).state).toBe('ready');
    void asks.updates.start();
    await asks.clock.pass(60_000);
    expect(asks.updates.view().waitsFor).toBe('person');
    expect(asks.done).toEqual(['download 0.2.0']);
  });

  it('are not looked for where they are off', async () => {
    const off = station({ settings: () => ({ ...automatic, mode: 'off' }) });
    void off.updates.start();
    await off.clock.pass(600_000);
    expect(off.updates.view()).toMatchObject({ state: 'idle', checkedAt: null });
  });

  it('are only told of where the machine’s own installer has to do it', async () => {
    const { updates, done } = station({ by: 'machine' });
    expect(await updates.check()).toMatchObject({ state: 'available', newer: { version: '0.2.0' } });
    await updates.download();
    await updates.install();
    expect(done).toEqual([]);
  });

  it('are not even looked for where nobody installs them', async () => {
    const { updates } = station({ by: 'nobody' });
    expect(await updates.check()).toMatchObject({ state: 'idle', checkedAt: null });
  });
});

describe('an update in trouble', () => {
  it.each([
    ['a page of HTML', '<html>', 'notAFeed'],
    ['a feed of a year ago', envelope(aFeed({ expires: '2025-11-25T00:00:00Z' }), key), 'expired'],
    ['a feed of another product', envelope({ schema: 'other/1' }, key), 'otherProduct'],
    ['a feed by somebody else', envelope(aFeed(), newKey()), 'unknownKey'],
  ])('is said of %s, and nothing is downloaded', async (_, text, trouble) => {
    const { updates, world, done } = station();
    world.text = text;
    expect(await updates.check()).toMatchObject({ state: 'idle', trouble, newer: null });
    expect(updates.view().log[0]).toMatchObject({ event: 'refused', trouble });
    expect(done).toEqual([]);
  });

  it.each(['proxyLogin', 'noAnswer', 'feedRefused'] as const)(
    'is said of the network: %s',
    async (trouble) => {
      const source = { read: () => Promise.reject(new UpdateFailed(trouble)) };
      const { updates } = station({ source });
      expect(await updates.check()).toMatchObject({ state: 'idle', trouble, log: [] });
    },
  );

  it.each(['diskFull', 'notDownloaded'] as const)('leaves it to be downloaded again: %s', async (trouble) => {
    const installer = {
      download: () => Promise.reject(new UpdateFailed(trouble)),
      prepare: () => Promise.resolve(),
      install: () => expect.fail('nothing is there to install'),
    };
    const { updates } = station({ installer });
    expect(await updates.check()).toMatchObject({ state: 'available', trouble });
    expect((await updates.install()).state).toBe('available');
  });

  it('is said of a file that is another than the feed says', async () => {
    const { updates, publish } = station();
    publish({ releases: [aRelease()] });
    expect(await updates.check()).toMatchObject({ state: 'available', trouble: 'otherFile' });
  });

  it('is said of a file that was replaced after its download', async () => {
    const { updates, file, done } = station({ settings: () => ({ ...automatic, mode: 'ask' }) });
    await updates.check();
    await updates.download();
    fs.writeFileSync(file, 'other');
    expect(await updates.install()).toMatchObject({ state: 'available', trouble: 'otherFile' });
    expect(done).not.toContain('install');
  });

  it('is not installed where the present version could not be kept', async () => {
    const { updates, done } = station({ keepFormer: () => Promise.reject(new UpdateFailed('diskFull')) });
    await updates.check();
    expect(await updates.install()).toMatchObject({ state: 'ready', trouble: 'diskFull' });
    expect(done).not.toContain('install');
  });

  it('is not installed where a later feed has withdrawn it', async () => {
    const { updates, publish } = station({ settings: () => ({ ...automatic, mode: 'ask' }) });
    await updates.check();
    await updates.download();
    publish({ sequence: 8, releases: [] });
    expect(await updates.check()).toMatchObject({ state: 'newest', newer: null });
  });
});

describe('a power cut', () => {
  it('after the feed was seen leaves its number, so that an older one is refused', async () => {
    await station({ by: 'machine' }).updates.check();
    const { updates, publish } = station();
    publish({ sequence: 6 });
    expect(await updates.check()).toMatchObject({ trouble: 'older' });
  });

  it('after the download finds the file again, and does not download it twice', async () => {
    const before = station({ settings: () => ({ ...automatic, mode: 'ask' }) });
    await before.updates.check();
    await before.updates.download();
    const { updates, done } = station({ settings: () => ({ ...automatic, mode: 'ask' }) });
    expect((await updates.check()).state).toBe('ready');
    expect(done).toEqual([]);
  });

  it('in the middle of an installation is said, and after two it is not tried again by itself', async () => {
    for (const times of [1, 2]) {
      const { updates } = station();
      await updates.check();
      expect((await updates.install()).state, String(times)).toBe('installing');
    }
    const { updates, clock } = station();
    expect(updates.view().trouble).toBe('notInstalled');
    void updates.start();
    await clock.pass(150_000);
    await becomes(updates, 'ready');
    await clock.pass(30_000);
    await vi.waitFor(() => expect(updates.view().waitsFor).toBe('person'));
    expect((await updates.install()).state).toBe('installing');
  });

  it('after an installation finds the new version installed', async () => {
    const before = station();
    await before.updates.check();
    await before.updates.install();
    const { updates } = station({ version: '0.2.0' });
    expect(updates.view()).toMatchObject({
      newer: null,
      trouble: null,
      log: [{ event: 'installed' }, {}, {}, {}],
    });
    expect((await updates.check()).state).toBe('newest');
  });

  it('while it is remembered leaves what was remembered before', async () => {
    await station({ by: 'machine' }).updates.check();
    fs.writeFileSync(path.join(folder, 'updates.json.new'), '{"seen":');
    expect(station().updates.view().newer).toMatchObject({ version: '0.2.0' });
  });
});

describe('what was begun and what came of it', () => {
  const memory = () => new UpdateMemory(folder, quietLog());

  it('is not asked for in the name of a release that came after the question', async () => {
    const { updates, world, done, publish } = station({ settings: () => ({ ...automatic, mode: 'ask' }) });
    await updates.check();
    await updates.download();
    world.use = 'desk';
    expect(await updates.install()).toMatchObject({ waitsFor: 'desk' });
    world.text = envelope(
      aFeed({ sequence: 8, releases: [aRelease({ version: '0.3.0', sha512: 'B'.repeat(86) + '==' })] }),
      key,
    );
    await updates.check();
    publish({ sequence: 9 });
    await updates.check();
    await updates.download();
    world.use = null;
    expect(updates.view().waitsFor).toBe('person');
    expect(done).not.toContain('install');
  });

  it('is not installed from a feed whose last day is over meanwhile', async () => {
    const { updates, clock, done } = station();
    expect((await updates.check()).state).toBe('ready');
    clock.ahead = 60 * aDay;
    expect(await updates.install()).toMatchObject({ state: 'idle', trouble: 'expired' });
    expect(done).toEqual(['download 0.2.0']);
  });

  it('is over where that version, or a later one, came by another way', () => {
    for (const version of ['0.2.0', '0.3.0']) {
      const old = { version: '0.2.0', since: '2026-01-01T00:00:00Z' };
      memory().change({ newer: old, begun: null });
      expect(station({ version }).updates.view()).toMatchObject({ newer: null, trouble: null });
    }
    memory().change({ begun: { version: '0.2.0', from: '0.1.0', times: 1, isGoneBackFrom: false } });
    expect(station({ version: '0.3.0' }).updates.view().trouble).toBeNull();
    expect(memory().now.begun).toBeNull();
  });

  it('is not said to have failed after a way back, however often the program starts', async () => {
    memory().wentBack({ version: '0.2.0', to: '0.1.0', at: '2026-11-25T12:00:00Z' });
    const { updates } = station();
    await updates.check();
    expect(updates.view().log[0]?.event).toBe('downloaded');
    expect(station().updates.view().trouble).toBeNull();
    expect(memory().now.begun).toMatchObject({ times: 2, isGoneBackFrom: true });
  });

  it('goes on where the installer cannot be started, and rests before it tries again', async () => {
    const installer = {
      download: () => {
        fs.writeFileSync(path.join(folder, 'setup.exe'), content);
        return Promise.resolve(path.join(folder, 'setup.exe'));
      },
      prepare: () => Promise.resolve(),
      install: () => Promise.reject(new UpdateFailed('notInstalled')),
    };
    const { updates } = station({ installer });
    await updates.check();
    expect(await updates.install()).toMatchObject({
      state: 'ready',
      trouble: 'notInstalled',
      waitsFor: 'person',
    });
  });

  it('is tried again where a window did not answer', async () => {
    let answers = false;
    const desk = {
      look: () => (answers ? Promise.resolve() : Promise.reject(new Error('no answer'))),
      inUse: () => null,
    };
    const { updates, clock } = station({ desk });
    void updates.start();
    await clock.pass(150_000);
    await becomes(updates, 'ready');
    await clock.pass(60_000);
    answers = true;
    await clock.pass(60_000);
    await becomes(updates, 'installing');
  });
});
