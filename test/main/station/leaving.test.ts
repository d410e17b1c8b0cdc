import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallName, Input } from '../../../src/contract/index.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import { Failed, failureOf } from '../../../src/main/failure.ts';
import { stationHandlers, type StationDeps } from '../../../src/main/station/calls.ts';
import { WindowDefects } from '../../../src/main/desktop/window-defects.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { startSample } from '../../sample/server.ts';
import { heldClock } from '../support/ports.ts';
import { stationOver } from './support.ts';

const key = 'an-institutions-key-4711';
const other = 'another-institutions-key-0815';

let server: RunningServer;
let second: RunningServer;
beforeAll(async () => {
  [server, second] = await Promise.all([startSample({ key }), startSample({ key: other })]);
});
afterAll(() => Promise.all([server.close(), second.close()]));

/** The calls about a station, and the work that goes on at it. */
function aDesk() {
  const world = stationOver(server);
  const work = {
    left: { unclear: 0, unfinished: 0 },
    scansOpen: false,
    /** How often it was told that the station stands on another service. */
    moved: 0,
    /** What becomes of it while a connection is tested. */
    meanwhile: (): void => undefined,
  };
  const handlers = stationHandlers({
    station: world.station,
    work: {
      pendingCounts: () => work.left,
      refuseWhileOpen: () => {
        if (work.scansOpen)
          throw new Failed({ kind: 'invalid', field: 'scans', reason: 'scansOpen', detail: '' });
      },
      serviceChanged: () => (work.moved += 1),
    },
    desktop: {} as StationDeps['desktop'],
    defects: new WindowDefects(world.log, heldClock()),
  });
  const context = { signal: new AbortController().signal, report: () => undefined, window: 1 };
  const ask = async <K extends CallName & keyof typeof handlers>(name: K, input: Input<K>) => {
    const handler = handlers[name] as (input: unknown, context: unknown) => Promise<unknown>;
    const over = handler(input, context);
    work.meanwhile();
    try {
      await over;
      return 'done';
    } catch (error) {
      return failureOf(error, world.log);
    }
  };
  return { ...world, work, ask, mode: () => world.station.view().mode };
}

const to = ({ port }: RunningServer, withKey: string, more: { leave?: boolean; commit?: boolean } = {}) => ({
  ...{ address: `http://127.0.0.1:${port}/`, root: 'svcws', key: withKey, keep: 'thisRun' as const },
  ...{ commit: true, library: null, leave: false, ...more },
});

const leaving = (unclear: number, unfinished: number): Failure => ({ kind: 'leaving', unclear, unfinished });

let desk: ReturnType<typeof aDesk>;
beforeEach(() => {
  desk = aDesk();
});

describe('what is unclear or unfinished is said before the service is changed', () => {
  test.each([
    ['unclear', { unclear: 1, unfinished: 0 }],
    ['unfinished', { unclear: 0, unfinished: 2 }],
    ['both', { unclear: 3, unfinished: 1 }],
  ])('by connecting, where something is %s; a person may leave it', async (_, remaining) => {
    desk.work.left = remaining;
    expect(await desk.ask('station.connect', to(server, key))).toEqual(
      leaving(remaining.unclear, remaining.unfinished),
    );
    expect(desk.mode()).toBe('practice');
    expect(desk.settings.now.institution).toBeNull();
    expect(desk.work.moved).toBe(0);
    expect(await desk.ask('station.connect', to(server, key, { leave: true }))).toBe('done');
    expect(desk.mode()).toBe('institution');
    expect(desk.work.moved).toBe(1);
  });

  test('by going to practice, back to the institution, and by forgetting it', async () => {
    expect(await desk.ask('station.connect', to(server, key))).toBe('done');
    desk.work.left = { unclear: 1, unfinished: 0 };
    expect(await desk.ask('station.practice', { leave: false })).toEqual(leaving(1, 0));
    expect(await desk.ask('station.forget', { leave: false })).toEqual(leaving(1, 0));
    expect(desk.mode()).toBe('institution');
    expect(desk.settings.now.institution).not.toBeNull();
    expect(await desk.ask('station.practice', { leave: true })).toBe('done');
    expect(desk.mode()).toBe('practice');
    expect(await desk.ask('station.institution', { leave: false })).toEqual(leaving(1, 0));
    expect(desk.mode()).toBe('practice');
    expect(await desk.ask('station.institution', { leave: true })).toBe('done');
    expect(desk.mode()).toBe('institution');
    expect(await desk.ask('station.forget', { leave: true })).toBe('done');
    expect(desk.settings.now.institution).toBeNull();
    expect(desk.work.moved).toBe(4);
  });

  test('also where it has become so while the connection was tested', async () => {
    desk.work.meanwhile = () => (desk.work.left = { unclear: 1, unfinished: 0 });
    expect(await desk.ask('station.connect', to(server, key))).toEqual(leaving(1, 0));
    expect(desk.mode()).toBe('practice');
    expect(desk.work.moved).toBe(0);
  });

  test('a scan that is open keeps the station where it is, whatever somebody is ready to leave', async () => {
    desk.work.scansOpen = true;
    const open = expect.objectContaining({ reason: 'scansOpen' }) as unknown;
    expect(await desk.ask('station.connect', to(server, key, { leave: true }))).toEqual(open);
    expect(await desk.ask('station.practice', { leave: true })).toEqual(open);
    expect(desk.work.moved).toBe(0);
  });

  describe('by forgetting, where a scan has begun while the keychain was asked', () => {
    async function forgetting(keychainTakes: boolean) {
      const connected = { ...to(server, key), keep: 'keychain' as const };
      expect(await desk.ask('station.connect', connected)).toBe('done');
      const { keychain } = desk;
      const forget = keychain.forget.bind(keychain);
      keychain.forget = async (account) => {
        await forget(account);
        desk.work.scansOpen = true;
        if (!keychainTakes) keychain.problem = 'keychainLocked';
      };
      const institution = desk.settings.now.institution;
      const secrets = [...keychain.secrets];
      expect(await desk.ask('station.forget', { leave: true })).toMatchObject({ reason: 'scansOpen' });
      expect(desk.settings.now).toMatchObject({ mode: 'institution', institution });
      expect(desk.work.moved).toBe(1);
      return { secrets };
    }

    test('the station stays, and the key is put back', async () => {
      const { secrets } = await forgetting(true);
      expect([...desk.keychain.secrets]).toEqual(secrets);
      expect(desk.station.view().key).toBe('keychain');
    });

    test('a key that the keychain does not take back is said to be for this run only', async () => {
      await forgetting(false);
      expect(desk.station.view().key).toBe('thisRun');
    });
  });

  test('another institution that was connected while the keychain was asked is not forgotten', async () => {
    const connected = { ...to(server, key), keep: 'keychain' as const };
    expect(await desk.ask('station.connect', connected)).toBe('done');
    desk.keychain.forget = async () => {
      desk.keychain.forget = () => Promise.resolve();
      await desk.station.connect({ ...to(second, other, {}), library: 'another' });
    };
    const moved = { field: 'institution', reason: 'moved' };
    expect(await desk.ask('station.forget', { leave: true })).toMatchObject(moved);
    expect(desk.settings.now.institution?.address).toContain(String(second.port));
    expect(desk.mode()).toBe('institution');
  });

  test('nothing is asked where a connection is only tested, nor moved while it is asked which library it is', async () => {
    desk.work.left = { unclear: 1, unfinished: 1 };
    expect(await desk.ask('station.connect', to(server, key, { commit: false }))).toBe('done');
    desk.work.left = { unclear: 0, unfinished: 0 };
    expect(await desk.ask('station.connect', to(server, key))).toBe('done');
    const stands = desk.settings.now.institution;
    expect(await desk.ask('station.connect', to(second, other))).toBe('done');
    expect(desk.settings.now.institution).toEqual(stands);
    expect(desk.work.moved).toBe(1);
  });
});
