import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import type { StationEvent } from '../../../src/contract/station.ts';
import { Failed, failureOf } from '../../../src/main/failure.ts';
import { noPlace } from '../../../src/main/station/settings.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { startSample } from '../../sample/server.ts';
import { closedPort, stub } from '../../client/stub.ts';
import { until } from '../support/test-station.ts';
import { stationOver } from './support.ts';

const key = 'an-institutions-key-4711';

let server: RunningServer;
let world: ReturnType<typeof stationOver>;

beforeAll(async () => {
  server = await startSample({ key });
});
afterAll(() => server.close());
beforeEach(() => {
  world = stationOver(server);
});

/** The program starts again, with an empty keychain: its settings, and the libraries that it has known. */
const nextRun = () => stationOver(server, world.settings.now, world.journal);

const account = (library: string, root = 'svcws') => `http://127.0.0.1:${server.port}/${root}/v1 ${library}`;

const request = (change: object = {}) => ({
  address: `http://127.0.0.1:${server.port}/`,
  root: 'svcws',
  key,
  keep: 'keychain' as const,
  commit: true,
  library: null,
  ...change,
});

/** What a window is told of a call that fails. */
async function failing(acting: Promise<unknown>): Promise<Failure> {
  try {
    await acting;
  } catch (error) {
    return failureOf(error, world.log);
  }
  throw new Error('did not fail');
}

const invalidField = (field: string, reason: string) =>
  expect.objectContaining({ kind: 'invalid', field, reason }) as unknown;

describe('a first start', () => {
  test('stands on the practice library, with its place already chosen', async () => {
    const { station } = world;
    expect(station.view()).toMatchObject({
      mode: 'practice',
      institution: null,
      key: 'none',
      library: { code: 'MAIN' },
      desk: { code: 'DEFAULT_CIRC_DESK' },
      department: { code: 'ACQ', library: 'MAIN' },
      currency: 'ILS',
    });
    const { client, library, currency, decimals } = await station.service();
    expect([library.mode, currency, decimals]).toEqual(['practice', 'ILS', 2]);
    expect((await client.call('conf.libraries.list')).total).toBe(3);
  });

  test('what is chosen there is what the library has', async () => {
    const { library, desk, department } = world.station.view();
    const places = await world.station.places();
    const main = places.libraries.find(({ code }) => code === 'MAIN');
    expect({ code: main?.code, label: main?.label }).toEqual(library);
    expect(main?.desks).toContainEqual(desk);
    expect(places.departments).toContainEqual(department);
  });
});

describe('connecting', () => {
  test('tests, keeps the key in the keychain, and stands there', async () => {
    const { station, keychain, settings } = world;
    const found = await station.connect(request());
    expect(found).toEqual({ ms: expect.any(Number) as number, libraries: 3, possibleLibraries: [] });
    expect(station.view()).toMatchObject({
      mode: 'institution',
      institution: { address: `http://127.0.0.1:${server.port}`, root: 'svcws' },
      key: 'keychain',
      library: null,
      currency: 'ILS',
    });
    const { library } = await station.service();
    expect(library.mode).toBe('institution');
    expect(station.library()).toEqual(library);
    expect([...keychain.secrets]).toEqual([[account(library.id), key]]);
    expect(JSON.stringify([settings.now, station.view(), world.log.lines])).not.toContain(key);
  });

  test('only tests without commit', async () => {
    const before = world.station.view();
    await world.station.connect(request({ commit: false }));
    expect(world.station.view()).toEqual(before);
    expect(world.keychain.secrets.size).toBe(0);
  });

  test('a key for this run is in memory only, and gone in the next', async () => {
    const { station, keychain } = world;
    await station.connect(request({ keep: 'thisRun' }));
    expect(station.view().key).toBe('thisRun');
    expect(keychain.secrets.size).toBe(0);
    expect((await (await station.service()).client.call('conf.libraries.list')).total).toBe(3);

    const next = nextRun().station;
    expect(next.view()).toMatchObject({ mode: 'institution', key: 'none' });
    expect(await failing(next.service())).toEqual(invalidField('key', 'required'));
  });

  test('a keychain that refuses leaves everything as it was', async () => {
    const before = world.station.view();
    world.keychain.problem = 'keychainLocked';
    expect(await failing(world.station.connect(request()))).toEqual({
      kind: 'locked',
      why: 'keychainLocked',
    });
    expect(world.station.view()).toEqual(before);
    expect((await world.station.service()).library.mode).toBe('practice');
  });

  test('a key that was kept is read in the next run, and a locked keychain is said', async () => {
    await world.station.connect(request());
    const next = nextRun();
    next.keychain.problem = 'keychainTimeout';
    expect(await failing(next.station.service())).toEqual({ kind: 'locked', why: 'keyNotGiven' });
    next.keychain.problem = null;
    expect(await failing(next.station.service())).toEqual({ kind: 'locked', why: 'keyNotGiven' });
    next.keychain.secrets.set(account(next.settings.now.institution?.library ?? ''), key);
    expect((await next.station.test()).libraries).toBe(3);
  });

  test('another institution takes the place of the first, and the first key goes', async () => {
    const { station, keychain } = world;
    await station.connect(request());
    await station.choose({ library: 'SCI', desk: 'DEFAULT_CIRC_DESK', department: null });
    const first = station.library();
    // It has the code of the first, at another place: is it the same library?
    expect(await station.connect(request({ root: 'almaws' }))).toMatchObject({ possibleLibraries: [first] });
    expect(station.view()).toMatchObject({ institution: { root: 'svcws' }, library: { code: 'SCI' } });
    expect([...keychain.secrets]).toEqual([[account(first?.id ?? ''), key]]);
    expect(await station.connect(request({ root: 'almaws', library: 'another' }))).toMatchObject({
      possibleLibraries: [],
    });
    const other = station.library()?.id ?? '';
    expect(other).not.toBe(first?.id);
    expect([...keychain.secrets.keys()]).toEqual([account(other, 'almaws')]);
    expect(station.view()).toMatchObject({ institution: { root: 'almaws' }, library: null });
  });

  test('where the settings cannot be written the first institution answers on, and the new key goes', async () => {
    const other = await stub((response) => response.end('{"library":[],"total_record_count":0}'));
    const { station, settings, keychain } = world;
    await station.connect(request());
    const { library } = await station.service();
    settings.full = true;
    await expect(station.connect(request({ address: other.address, key: 'another-key' }))).rejects.toThrow();
    settings.full = false;
    const after = await station.service();
    expect(after.library).toEqual(library);
    expect((await after.client.call('conf.libraries.list')).total).toBeGreaterThan(0);
    expect([...keychain.secrets.values()]).toEqual([key]);
  });

  test('the same institution with another key keeps its place', async () => {
    const { station, keychain } = world;
    await station.connect(request());
    await station.choose({ library: 'SCI', desk: null, department: 'CAT' });
    await station.connect(request({ keep: 'thisRun' }));
    expect(station.view()).toMatchObject({ key: 'thisRun', library: { code: 'SCI' }, desk: null });
    expect(keychain.secrets.size).toBe(0);
  });

  test.each([
    ['address', { address: '' }, 'notAnAddress'],
    ['address', { address: 'library' }, 'notAnAddress'],
    ['address', { address: 'ftp://library.example' }, 'notAnAddress'],
    ['address', { address: 'https://me:pw@library.example' }, 'notAnAddress'],
    ['address', { address: 'https://library.example/?x=1' }, 'notAnAddress'],
    ['address', { address: 'http://library.example' }, 'notHttps'],
    ['address', { address: 'http://127.0.0.1.library.example' }, 'notHttps'],
    ['root', { root: '' }, 'notAnAddress'],
    ['root', { root: '../svcws' }, 'notAnAddress'],
    ['key', { key: '' }, 'required'],
    ['key', { key: '   ' }, 'required'],
    ['key', { key: 'two words' }, 'notAKey'],
    ['key', { key: 'schlüssel' }, 'notAKey'],
  ])('a bad %s names the field: %o', async (field, change, reason) => {
    const before = world.station.view();
    expect(await failing(world.station.connect(request(change)))).toEqual(invalidField(field, reason));
    expect(world.station.view()).toEqual(before);
  });

  test('each way to fail has its own words, and changes nothing', async () => {
    const before = world.station.view();
    const html = await stub((response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Welcome</title>');
    });
    const half = await stub((response) => {
      response.setHeader('content-type', 'application/json').end('{"library": [');
    });
    const secure = await stub((response) => void response.end('{}'), { secure: 'self-signed' });
    const ways: [object, object][] = [
      [{ key: 'wrong-key' }, { kind: 'unauthorized' }],
      [{ address: await closedPort() }, { kind: 'unreachable', why: 'connectionRefused' }],
      [{ address: html.address }, { kind: 'unreachable', why: 'notThatService' }],
      [{ address: half.address }, { kind: 'unreachable', why: 'unreadable' }],
      [{ address: 'https://carrel-test.invalid' }, { kind: 'unreachable', why: 'noSuchHost' }],
      [{ address: secure.address }, { kind: 'unreachable', why: 'certificate' }],
    ];
    const failures = await Promise.all(
      ways.map(([change]) => failing(world.station.connect(request(change)))),
    );
    ways.forEach(([change, failure], i) =>
      expect(failures[i], JSON.stringify(change)).toMatchObject(failure),
    );
    expect(secure.arrived).toEqual([]);
    expect(world.station.view()).toEqual(before);
    expect(world.keychain.secrets.size).toBe(0);
  }, 20_000);

  test('given up, changes nothing', async () => {
    const slow = await stub(() => undefined);
    const giveUp = new AbortController();
    const connecting = failing(world.station.connect(request({ address: slow.address }), giveUp.signal));
    await expect.poll(() => slow.arrived.length).toBe(1);
    giveUp.abort();
    expect(await connecting).toEqual({ kind: 'cancelled' });
    expect(world.station.view().mode).toBe('practice');
  });

  test('a key is sent to nobody whose certificate does not hold, whatever the environment says', async () => {
    const secure = await stub((response) => void response.end('{}'), { secure: 'self-signed' });
    expect(await failing(world.station.connect(request({ address: secure.address })))).toMatchObject({
      why: 'certificate',
    });
    expect(secure.arrived).toEqual([]);
  });
});

describe('to and fro', () => {
  test('practice keeps the institution, and back needs no key again', async () => {
    const { station } = world;
    await station.connect(request());
    expect(station.practice()).toMatchObject({
      mode: 'practice',
      key: 'keychain',
      library: { code: 'MAIN' },
    });
    expect((await station.service()).library.mode).toBe('practice');
    expect(await station.institution()).toMatchObject({ mode: 'institution' });
  });

  test('there is no way back without an institution, or without its key', async () => {
    expect(await failing(world.station.institution())).toEqual(invalidField('institution', 'required'));
    await world.station.connect(request({ keep: 'thisRun' }));
    world.station.practice();
    const next = nextRun().station;
    expect(await failing(next.institution())).toEqual(invalidField('key', 'required'));
    expect(next.view().mode).toBe('practice');
  });

  test('forgetting takes the key out of the keychain, or says that it could not', async () => {
    const { station, keychain } = world;
    await station.connect(request());
    keychain.problem = 'keychainRefused';
    expect(await failing(station.forget())).toEqual({ kind: 'locked', why: 'keyNotRemoved' });
    expect(station.view().institution).not.toBeNull();
    keychain.problem = null;
    expect(await station.forget()).toMatchObject({ mode: 'practice', institution: null, key: 'none' });
    expect(keychain.secrets.size).toBe(0);
    expect(world.settings.now.institutionPlace).toEqual(noPlace);
  });
});

describe('choosing a place', () => {
  test.each([
    [{ library: 'NOWHERE', desk: null, department: null }, 'library'],
    [{ library: 'SCI', desk: 'READING_ROOM', department: null }, 'desk'],
    [{ library: 'MAIN', desk: null, department: 'XYZ' }, 'department'],
  ])('%o is refused, and names the field', async (choice, field) => {
    await world.station.service();
    const before = world.station.view();
    expect(await failing(world.station.choose(choice))).toEqual(invalidField(field, 'malformed'));
    expect(world.station.view()).toEqual(before);
  });

  test('is kept, and told to whoever watches', async () => {
    const { station, settings } = world;
    const events: StationEvent[] = [];
    const stop = station.watch((event) => events.push(event));
    expect(events.map(({ type }) => type)).toEqual(['station', 'service']);
    await station.choose({ library: 'MAIN', desk: 'READING_ROOM', department: 'CAT' });
    const reports = events.filter(({ type }) => type === 'station').at(-1);
    expect(reports).toMatchObject({
      station: { desk: { label: 'Reading Room Desk' }, department: { code: 'CAT' } },
    });
    expect(settings.now.practicePlace.desk?.code).toBe('READING_ROOM');
    stop();
    station.appearance({ theme: 'dark' });
    expect(station.view().appearance).toMatchObject({ theme: 'dark', sounds: true });
    expect(events.filter(({ type }) => type === 'station').at(-1)).toBe(reports);
  });

  test('what its scanners send is its own, whatever the library’s rules are', () => {
    const { station, settings } = world;
    const affixes = { prefix: '*', suffix: 'd' };
    const { rules } = settings.now.barcodes;
    expect(station.scanner(affixes).barcodes).toEqual({ ...settings.now.barcodes, affixes });
    expect(station.barcodes({ ...settings.now.barcodes, rules: [] }).barcodes).toMatchObject({ affixes });
    expect(station.barcodes({ ...settings.now.barcodes, rules: [...rules] }).barcodes).toMatchObject({
      affixes,
    });
    expect(settings.now).toMatchObject({ scanner: affixes, barcodes: { rules } });
  });

  test('settings that cannot be written change nothing', () => {
    world.settings.full = true;
    expect(() => world.station.appearance({ theme: 'dark' })).toThrow();
    expect(world.station.view().appearance.theme).toBe('system');
  });
});

describe('how the service is doing', () => {
  test('is read off the calls', async () => {
    const { station } = world;
    expect(station.status()).toEqual({ state: 'unknown', ms: null, remaining: null });
    await station.places();
    expect(station.status()).toEqual({
      state: 'answering',
      ms: expect.any(Number) as number,
      remaining: expect.any(Number) as number,
    });
    station.practiceGone();
    expect(station.status().state).toBe('away');
    await station.places();
    expect(station.status().state).toBe('answering');
  });

  test('a service that does not answer is away', async () => {
    const { station, practice } = world;
    practice.address = await closedPort();
    expect(await failing(station.places())).toMatchObject({ kind: 'unreachable', why: 'connectionRefused' });
    expect(station.status().state).toBe('away');
  });
});

test('the key of one institution never goes to another, however late the keychain answers', async () => {
  const other = await stub((response) => response.end('{"library":[],"total_record_count":0}'));
  await world.station.connect(request());
  const { keychain, station } = nextRun();
  const asking = Promise.withResolvers<undefined>();
  const answer = Promise.withResolvers<string>();
  keychain.read = () => {
    asking.resolve(undefined);
    return answer.promise;
  };
  const first = station.service();
  await asking.promise;
  await station.connect(request({ address: other.address, key: 'the-other-key', keep: 'thisRun' }));
  answer.resolve(key);
  await first;
  await (await station.service()).client.call('conf.libraries.list');
  const sent = new Set(other.arrived.map(({ headers }) => headers.authorization));
  expect([...sent]).toEqual(['apikey the-other-key']);
});

describe('a service that is left while it is asked', () => {
  /** A station at an institution that answers its tests, and what is asked of it afterwards only when it is told to. */
  async function atSlowOther() {
    const [asked, go] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    let isSlow = false;
    const general = JSON.stringify({ default_currency: { value: 'XTS' } });
    const other = await stub((response, { url }) => {
      if (isSlow) asked.resolve(null);
      const answer = () =>
        response.end(url.includes('general') ? general : '{"library":[],"total_record_count":0}');
      void (isSlow ? go.promise.then(answer) : answer());
    });
    await world.station.connect(request({ address: other.address, keep: 'thisRun' }));
    isSlow = true;
    return { asked: asked.promise, answer: () => go.resolve(null) };
  }

  test('is not the one that answers: the call goes to the one that is connected by then', async () => {
    await world.station.connect(request());
    const { keychain, station } = nextRun();
    const answer = Promise.withResolvers<string>();
    keychain.read = () => answer.promise;
    const asked = station.service();
    station.practice();
    answer.resolve(key);
    expect((await asked).library.mode).toBe('practice');
  });

  test('gives no places to the next one', async () => {
    const { asked, answer } = await atSlowOther();
    const choice = { library: 'MAIN', desk: null, department: null };
    const [reading, choosing] = [world.station.places(), world.station.choose(choice)].map(failing);
    await asked;
    await world.station.connect(request());
    answer();
    expect(await reading).toEqual(invalidField('library', 'moved'));
    expect(await choosing).toEqual(invalidField('library', 'moved'));
    expect(world.station.view().library).toBeNull();
    expect((await world.station.choose(choice)).library).toMatchObject({ code: 'MAIN' });
  });

  test('gives no currency to the next one', async () => {
    const { asked, answer } = await atSlowOther();
    const testing = world.station.test();
    await asked;
    await world.station.connect(request());
    answer();
    await testing;
    expect(world.station.view().currency).toBe('ILS');
  });
});

describe('which library it is', () => {
  const whileOpen = (): void => {
    throw new Failed({ kind: 'invalid', field: 'scans', reason: 'scansOpen', detail: '' });
  };

  const newKey = 'the-second-key-of-it';

  /** The next run, whose keychain gives another key than the one that was kept. */
  async function withAnotherKey() {
    await world.station.connect(request());
    const library = world.station.library();
    const next = nextRun();
    next.keychain.secrets.set(account(library?.id ?? ''), newKey);
    return { ...next, before: library?.id ?? '' };
  }

  test('is asked before anything is done there, and said by a person', async () => {
    const { station, settings, keychain, before } = await withAnotherKey();
    expect(await failing(station.service())).toEqual({ kind: 'whichLibrary' });
    expect(station.view().possibleLibraries).toMatchObject([{ id: before }]);
    expect(await failing(station.service())).toEqual({ kind: 'whichLibrary' });
    expect(await failing(station.whichLibrary('no-such-library'))).toEqual(
      invalidField('library', 'malformed'),
    );
    expect(station.view().possibleLibraries).toHaveLength(1);
    expect((await station.whichLibrary(before)).possibleLibraries).toEqual([]);
    expect((await station.service()).library.id).toBe(before);
    expect(settings.now.institution?.library).toBe(before);
    expect([...keychain.secrets]).toEqual([[account(before), newKey]]);
  });

  test('may be another, and its key is kept under that one’s name', async () => {
    const { station, settings, keychain, before } = await withAnotherKey();
    await failing(station.service());
    await station.whichLibrary('another');
    const { library } = await station.service();
    expect(library.id).not.toBe(before);
    expect(station.library()?.id).toBe(library.id);
    expect(settings.now.institution?.library).toBe(library.id);
    expect([...keychain.secrets]).toEqual([[account(library.id), newKey]]);
  });

  test('is not said where nobody asks', async () => {
    await world.station.connect(request());
    expect(await failing(world.station.whichLibrary('another'))).toEqual(
      invalidField('library', 'malformed'),
    );
  });

  test('is asked anew where the code behind the address has changed between two calls', async () => {
    let institution = 'FIRST-U';
    const changing = await stub((response, { url }) => {
      const general = JSON.stringify({ institution: { value: institution, desc: institution } });
      response.end(url.includes('general') ? general : '{"library":[],"total_record_count":0}');
    });
    const { station } = world;
    await station.connect(request({ address: changing.address, keep: 'thisRun' }));
    const first = station.library();
    await station.test();
    institution = 'SECOND-U';
    expect(await failing(station.test())).toEqual({ kind: 'whichLibrary' });
    expect(await failing(station.service())).toEqual({ kind: 'whichLibrary' });
    expect(station.view().possibleLibraries).toMatchObject([{ id: first?.id }]);
    await station.whichLibrary('another');
    const second = (await station.service()).library;
    expect(second.id).not.toBe(first?.id);
    // The next run begins where this one was, before it has read the code again.
    const stored = stationOver(server, { ...world.settings.now, keyInKeychain: true }, world.journal);
    stored.keychain.secrets.set(`${changing.address}/svcws/v1 ${second.id}`, key);
    expect((await stored.station.service()).library.id).toBe(second.id);
  });

  test('is asked where another library answers that is known, while something is under way at the one before', async () => {
    let institution = 'FIRST-U';
    const changing = await stub((response, { url }) => {
      const general = JSON.stringify({ institution: { value: institution, desc: institution } });
      response.end(url.includes('general') ? general : '{"library":[],"total_record_count":0}');
    });
    const { station, work } = world;
    await station.connect(request({ address: changing.address, keep: 'thisRun' }));
    const first = station.library()?.id ?? '';
    institution = 'SECOND-U';
    await failing(station.test());
    await station.whichLibrary('another');
    institution = 'FIRST-U';
    work.isOpen = true;
    expect(await failing(station.test())).toEqual({ kind: 'whichLibrary' });
    expect(station.view().possibleLibraries).toMatchObject([{ id: first }]);
    expect(await failing(station.whichLibrary(first, whileOpen))).toEqual(invalidField('scans', 'scansOpen'));
    expect(station.library()?.id).not.toBe(first);
    expect(work.changes).toBe(0);
    await station.whichLibrary(first);
    expect(station.library()?.id).toBe(first);
    institution = 'SECOND-U';
    work.isOpen = false;
    await station.test();
    expect(station.library()?.id).not.toBe(first);
    expect(work.changes).toBe(1);
  });

  test('changes with the address, and not a moment later', async () => {
    const { station, keychain } = world;
    await station.connect(request());
    const other = await stub((response) => response.end('{"library":[],"total_record_count":0}'));
    const forgetting = Promise.withResolvers<undefined>();
    const forgotten = Promise.withResolvers<undefined>();
    keychain.forget = () => {
      forgetting.resolve(undefined);
      return forgotten.promise;
    };
    const first = station.library()?.id;
    const connecting = station.connect(request({ address: other.address }));
    await forgetting.promise;
    const { client, library } = await station.service();
    await client.call('conf.libraries.list');
    expect(library.id).not.toBe(first);
    expect(station.library()?.id).toBe(library.id);
    forgotten.resolve(undefined);
    await connecting;
    expect((await station.service()).library.id).toBe(library.id);
  });

  test('a code that comes when its library was left is not noted of the next', async () => {
    const late = Promise.withResolvers<undefined>();
    let calls = 0;
    const slow = await stub((response, { url }) => {
      const general = '{"institution":{"value":"SLOW-U"}}';
      const answer = () =>
        response.end(url.includes('general') ? general : '{"library":[],"total_record_count":0}');
      calls += 1;
      if (calls > 2) void late.promise.then(answer);
      else answer();
    });
    const { station, journal } = world;
    await station.connect(request({ address: slow.address, keep: 'thisRun' }));
    const testing = station.test();
    await until(() => slow.arrived.length > 2);
    await station.connect(request());
    const here = station.library()?.id;
    late.resolve(undefined);
    await testing;
    const marks = journal.libraries().find(({ id }) => id === here)?.marks ?? [];
    expect(marks.map(({ code }) => code)).toEqual(['CARREL']);
    expect(station.library()?.id).toBe(here);
    expect(station.view().possibleLibraries).toEqual([]);
  });
});

describe('the banknotes of a currency', () => {
  test('are those that were set, smallest first and each once, until none are', () => {
    const { station, settings } = world;
    expect(station.view().banknotes).toEqual({});
    const { banknotes } = station.banknotes('ILS', ['200', '50.0', ' 20', '50']);
    expect(banknotes).toEqual({ ILS: ['20', '50', '200'] });
    expect(station.banknotes('KWD', ['0.25']).banknotes).toEqual({ ...banknotes, KWD: ['0.25'] });
    expect(settings.now.banknotes).toEqual({ ...banknotes, KWD: ['0.25'] });
    expect(station.banknotes('ILS', []).banknotes).toEqual({ KWD: ['0.25'] });
  });

  test.each([
    ['ten', 'notAnAmount'],
    ['0', 'notPositive'],
    ['-5', 'notPositive'],
    ['0.0001', 'tooManyDecimals'],
  ])('that are none are not taken: %s', async (note, reason) => {
    const { station } = world;
    const failure = await failing(Promise.resolve().then(() => station.banknotes('ILS', ['20', note])));
    expect(failure).toEqual(invalidField('banknotes', reason));
    expect(station.view().banknotes).toEqual({});
  });
});
