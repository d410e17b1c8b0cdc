import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallName, Input } from '../../../src/contract/index.ts';
import { failureOf } from '../../../src/main/failure.ts';
import { labelHandlers } from '../../../src/main/labels/calls.ts';
import { slipHandlers } from '../../../src/main/slips/calls.ts';
import { stationHandlers } from '../../../src/main/station/calls.ts';
import { createRouter, type Handlers, type Router } from '../../../src/main/router.ts';
import { WindowDefects } from '../../../src/main/desktop/window-defects.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { startSample } from '../../sample/server.ts';
import { heldClock, MemoryFiles, quietDesktop, quietPrinter } from '../support/ports.ts';
import { stationOver } from './support.ts';

const key = 'an-institutions-key-4711';
const isFull = { ok: false, failure: { kind: 'settings', why: 'full' } };

let server: RunningServer;
let world: ReturnType<typeof stationOver>;
let router: Router;
let files: MemoryFiles;

beforeAll(async () => {
  server = await startSample({ key });
});
afterAll(() => server.close());
beforeEach(() => open(stationOver(server)));

/** The station's calls, as a window reaches them. */
function open(values: typeof world): void {
  world = values;
  const { station, log } = world;
  files = new MemoryFiles();
  const clock = heldClock();
  const work = {
    refuseWhileOpen: () => undefined,
    pendingCounts: () => ({ unclear: 0, unfinished: 0 }),
    serviceChanged: () => undefined,
  };
  const handlers: Partial<Handlers> = {
    ...stationHandlers({ station, work, desktop: quietDesktop, defects: new WindowDefects(log, clock) }),
    ...slipHandlers({ station, printer: quietPrinter, files, clock }),
    ...labelHandlers({ station, journal: world.journal, printer: quietPrinter, clock, log }),
  };
  router = createRouter(handlers as Handlers, (error) => failureOf(error, log));
}

const ask = <K extends CallName>(name: K, input: Input<K>) =>
  router.call({ window: 1, report: () => undefined }, name, crypto.randomUUID(), input);

const connect = (library: string | null = null) =>
  ask('station.connect', {
    ...{ address: `http://127.0.0.1:${server.port}`, root: 'svcws', key, keep: 'keychain', commit: true },
    ...(library !== null && { library }),
  });

type AnyCall = { [K in CallName]: readonly [K, Input<K>] }[CallName];

const onPractice: readonly AnyCall[] = [
  ['station.choose', { library: 'SCI', desk: null, department: null }],
  ['station.appearance', { theme: 'dark' }],
  ['station.barcodes', { rules: [], code39: false, aim: false }],
  ['station.scanner', { prefix: '*', suffix: 'd' }],
  ['station.test', {}],
  ['station.practice', {}],
  ['slips.change', { header: 'Open until six' }],
  ['slips.chooseLogo', {}],
  ['slips.removeLogo', {}],
  ['slips.chooseFolder', {}],
  ['labels.change', { next: 5 }],
];
const atInstitution: readonly AnyCall[] = [
  ['station.choose', { library: 'SCI', desk: null, department: null }],
  ['station.test', {}],
  ['station.practice', {}],
  ['station.forget', {}],
];

/** Asks on a full disk, then once there is room: a clear failure, the station as it was, and then what was asked. */
async function expectRefused([name, input]: AnyCall): Promise<void> {
  const { station, settings, log } = world;
  await station.service();
  const before = [station.view(), settings.now];
  settings.full = true;
  expect(await ask(name, input)).toEqual(isFull);
  expect([station.view(), settings.now]).toEqual(before);
  expect(log.defects).toEqual([]);
  settings.full = false;
  expect(await ask(name, input)).toMatchObject({ ok: true });
}

describe('on a full disk, a change of the settings is refused and said, and can be made again', () => {
  test.each(onPractice)('on the practice library: %s', async (...request) => {
    files.place = '/home/me/slips';
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    files.choice = { name: 'logo.png', size: png.length, read: () => Promise.resolve(png) };
    await expectRefused(request as unknown as AnyCall);
  });

  test.each(atInstitution)('at an institution: %s', async (...request) => {
    await connect();
    await expectRefused(request as unknown as AnyCall);
  });

  test('connecting', async () => {
    const { settings, station, keychain } = world;
    settings.full = true;
    expect(await connect()).toEqual(isFull);
    expect(station.view()).toMatchObject({ mode: 'practice', institution: null, key: 'none' });
    expect(keychain.secrets.size).toBe(0);
    settings.full = false;
    expect(await connect()).toMatchObject({ ok: true });
    const [account = ''] = keychain.secrets.keys();
    keychain.secrets.set(account, 'the-key-before');
    settings.full = true;
    expect(await connect()).toEqual(isFull);
    expect([...keychain.secrets]).toEqual([[account, 'the-key-before']]);
  });

  test('going back to the institution', async () => {
    await connect();
    await ask('station.practice', {});
    await expectRefused(['station.institution', {}]);
  });

  test.each(['the one before', 'another'])('saying which library it is: %s', async (which) => {
    await connect();
    const before = world.station.library()?.id ?? '';
    const { settings, journal } = world;
    // The next run, whose keychain gives another key than the one that was kept.
    open(stationOver(server, settings.now, journal));
    const account = `http://127.0.0.1:${server.port}/svcws/v1 ${before}`;
    world.keychain.secrets.set(account, 'another-key');
    expect(await ask('station.places', {})).toMatchObject({ failure: { kind: 'whichLibrary' } });
    world.settings.full = true;
    const library = which === 'another' ? 'another' : before;
    const answer = await ask('station.whichLibrary', { library });
    if (which === 'another') {
      expect(answer).toEqual(isFull);
      expect(world.station.view().possibleLibraries).toMatchObject([{ id: before }]);
      expect([...world.keychain.secrets.keys()]).toEqual([account]);
    } else expect(answer).toMatchObject({ ok: true }); // the settings say so already
    world.settings.full = false;
    if (which === 'another')
      expect(await ask('station.whichLibrary', { library })).toMatchObject({ ok: true });
    expect(world.station.library()?.id === before).toBe(which !== 'another');
    expect(world.log.defects).toEqual([]);
  });
});
