import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import { failureOf } from '../../../src/main/failure.ts';
import type { Network } from '../../../src/main/ports.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { startSample } from '../../sample/server.ts';
import { ProxyLogins } from '../../../src/main/station/proxy-logins.ts';
import { authority, startProxy, type TestProxy } from '../../client/proxy.ts';
import { tlsFront, type TlsFront } from '../../client/tls-front.ts';
import { quietLog } from '../support/ports.ts';
import { until } from '../support/test-station.ts';
import { memoryKeychain, stationOver } from './support.ts';

const password = 'Zebra-8841 ø/+';
let server: RunningServer;
let front: TlsFront;
let proxy: TestProxy;
let requests: string[];
let world: ReturnType<typeof stationOver>;

const network: Network = {
  proxyFor: (url) => {
    requests.push(url);
    return Promise.resolve(proxy.route);
  },
  authorities: () => [authority()],
};

beforeEach(async () => {
  server = await startSample({ database: ':memory:' });
  front = await tlsFront(server.port);
  proxy = await startProxy({ login: `desk:${password}` });
  requests = [];
  world = stationOver(server, {}, undefined, network);
});

afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await front[Symbol.asyncDispose]();
  await server.close();
});

/** Connects to the library as an institution has it: under its name, which only the proxy knows. */
const connect = ({ station } = world) =>
  station.connect({
    ...{ address: `https://library.test:${front.port}`, root: 'svcws', key: server.key },
    ...{ keep: 'keychain', commit: true, library: null },
  });

const entered = (change: object = {}) => ({
  ...{ proxy: proxy.name, user: 'desk', password, keep: 'keychain' as const },
  ...change,
});

const failing = (doing: Promise<unknown>): Promise<Failure> =>
  doing.then(
    () => expect.unreachable('it did not fail'),
    (error: unknown) => failureOf(error, quietLog()),
  );

test('a proxy’s password is asked for once, kept in the keychain, and found in the next run', async () => {
  const { station, keychain, settings, log } = world;
  expect(station.view().proxy).toBeNull();
  const wants = { kind: 'unreachable', why: 'proxyLogin', detail: proxy.name };
  expect(await failing(connect())).toEqual(wants);
  expect(station.view().proxy).toEqual({ name: proxy.name, state: 'wanted', login: 'none' });
  expect(station.view().mode).toBe('practice');

  await station.proxyLogin(entered());
  expect(station.view().proxy).toEqual({ name: proxy.name, state: 'entered', login: 'keychain' });
  await connect();
  expect(station.view()).toMatchObject({ mode: 'institution', proxy: { state: 'accepted' } });
  expect(keychain.secrets.get(`proxy ${proxy.name}`)).toBe(JSON.stringify(['desk', password]));

  const nextRun = stationOver(server, settings.now, world.journal, network);
  for (const [account, secret] of keychain.secrets) nextRun.keychain.secrets.set(account, secret);
  proxy.cut();
  await nextRun.station.test();
  expect(nextRun.station.view().proxy).toMatchObject({ state: 'accepted', login: 'keychain' });

  const text = JSON.stringify([
    log.lines,
    nextRun.log.lines,
    settings.now,
    station.view(),
    nextRun.station.view(),
  ]);
  expect(text).not.toContain('Zebra');
  expect(requests.every((url) => url === `https://library.test:${front.port}/`)).toBe(true);
});

test('a password that is not accepted is said to be so, sent once, and can be entered anew', async () => {
  const { station } = world;
  await failing(connect());
  await station.proxyLogin(entered({ password: 'wrong', keep: 'thisRun' }));
  expect(await failing(connect())).toMatchObject({ why: 'proxyLoginRefused', detail: proxy.name });
  await failing(connect());
  expect(proxy.logins.filter((one) => one !== '')).toEqual(['desk:wrong']);
  expect(station.view().proxy).toEqual({ name: proxy.name, state: 'refused', login: 'thisRun' });
  await station.proxyLogin(entered({ keep: 'thisRun' }));
  await connect();
  expect(station.view().proxy?.state).toBe('accepted');
  expect([...world.keychain.secrets.keys()].filter((account) => account.startsWith('proxy'))).toEqual([]);
});

test('a login that is forgotten is asked for again', async () => {
  const { station, keychain } = world;
  await failing(connect());
  await station.proxyLogin(entered());
  await connect();
  keychain.problem = 'keychainLocked';
  expect(await failing(station.forgetProxyLogin(proxy.name))).toEqual({
    kind: 'locked',
    why: 'keyNotRemoved',
  });
  expect(station.view().proxy?.login).toBe('keychain');
  keychain.problem = null;
  expect((await station.forgetProxyLogin(proxy.name)).proxy).toMatchObject({
    state: 'wanted',
    login: 'none',
  });
  expect([...keychain.secrets.keys()].filter((account) => account.startsWith('proxy'))).toEqual([]);
  proxy.cut();
  expect(await failing(station.test())).toMatchObject({ why: 'proxyLogin' });
});

test('one for this run takes the kept one out, and is used though the keychain does not let it go', async () => {
  const { station, keychain, log } = world;
  const readStored = () => [...keychain.secrets.keys()].filter((account) => account.startsWith('proxy'));
  await failing(connect());
  await station.proxyLogin(entered({ password: 'old' }));
  await failing(connect());
  keychain.problem = 'keychainLocked';
  await station.proxyLogin(entered({ keep: 'thisRun' }));
  expect(log.lines).toContainEqual(['station.oldProxyLoginKept', { why: 'keychainLocked' }]);
  keychain.problem = null;
  await connect();
  await station.proxyLogin(entered());
  expect(readStored()).toHaveLength(1);
  await station.proxyLogin(entered({ keep: 'thisRun' }));
  expect(readStored()).toEqual([]);
});

test('a keychain that does not take it: said so, and nothing was kept', async () => {
  const { station, keychain } = world;
  await failing(connect());
  keychain.problem = 'noKeychain';
  expect(await failing(station.proxyLogin(entered()))).toEqual({ kind: 'locked', why: 'noKeychain' });
  expect(station.view().proxy).toMatchObject({ state: 'wanted', login: 'none' });
  expect(await failing(connect())).toMatchObject({ why: 'proxyLogin' });
});

describe('what cannot be a login is not taken', () => {
  test.each([
    [{ proxy: 'another.example:3128' }, 'proxy', 'moved'],
    [{ user: '' }, 'user', 'required'],
    [{ user: 'de:sk' }, 'user', 'malformed'],
    [{ password: '' }, 'password', 'required'],
  ])('%j', async (change, field, reason) => {
    await failing(connect());
    expect(await failing(world.station.proxyLogin(entered(change)))).toMatchObject({
      kind: 'invalid',
      field,
      reason,
    });
    expect(world.keychain.secrets.size).toBe(0);
  });

  test('nor one that no proxy has asked for', async () => {
    expect(await failing(world.station.proxyLogin(entered()))).toMatchObject({ field: 'proxy' });
  });
});

test('what stands under our name in the keychain and is no login counts as none', async () => {
  world.keychain.secrets.set(`proxy ${proxy.name}`, '{"user":');
  expect(await failing(connect())).toMatchObject({ why: 'proxyLogin' });
});

describe('while the keychain asks its user', () => {
  const login = (change: object = {}) => ({ ...entered(), proxy: 'one', ...change });

  /** Logins of a proxy that wants one, and a keychain that answers each call when it is told to. */
  function slowLogins() {
    const asked: (() => void)[] = [];
    const keychain = memoryKeychain();
    const later = async <T>(answer: Promise<T>): Promise<T> => {
      const value = await answer;
      return new Promise((resolve) => asked.push(() => resolve(value)));
    };
    const logins = new ProxyLogins({
      keychain: {
        read: (account) => later(keychain.read(account)),
        write: (account, secret) => later(keychain.write(account, secret)),
        forget: (account) => later(keychain.forget(account)),
      },
      log: quietLog(),
      onChange: () => undefined,
    });
    logins.report('one', 'wanted');
    const answered = async (nth: number): Promise<void> => (await until(() => asked[nth]))();
    return { logins, keychain, answered };
  }

  test('another proxy that wants a login is the one that is asked about', async () => {
    const { logins, answered } = slowLogins();
    const using = logins.use(login());
    logins.report('two', 'wanted');
    await answered(0);
    await using;
    expect(logins.view).toEqual({ name: 'two', state: 'wanted', login: 'none' });
    expect(await logins.find('one')).toMatchObject({ user: 'desk' });
  });

  test('a login that was entered since the one before was to be forgotten is used', async () => {
    const { logins, answered } = slowLogins();
    const first = logins.use(login());
    await answered(0);
    await first;
    const forgetting = logins.forget('one');
    const second = logins.use(login({ user: 'other', keep: 'thisRun' }));
    await answered(2);
    await second;
    await answered(1);
    await forgetting;
    expect(await logins.find('one')).toMatchObject({ user: 'other' });
    expect(logins.view).toMatchObject({ state: 'entered', login: 'thisRun' });
  });

  test('a login that was forgotten since it was read is not used', async () => {
    const { logins, keychain, answered } = slowLogins();
    keychain.secrets.set('proxy one', JSON.stringify(['desk', password]));
    const [first, second] = [logins.find('one'), logins.find('one')];
    await answered(0);
    expect(await first).toMatchObject({ user: 'desk' });
    const forgetting = logins.forget('one');
    await answered(2);
    await forgetting;
    await answered(1);
    await answered(3);
    expect(await second).toBeNull();
  });
});

test('the practice library is on this machine: the system is not asked for a way', async () => {
  await world.station.test();
  expect([requests, proxy.requests]).toEqual([[], []]);
});
