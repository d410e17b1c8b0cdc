import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../../../src/main/failure.ts';
import { Clients } from '../../../src/main/station/clients.ts';
import { createKeychain, type Keytar } from '../../../src/main/station/keychain.ts';
import { ServiceMeter } from '../../../src/main/station/service-status.ts';
import { failureText } from '../../../src/renderer/failures/failure-text.ts';
import type { RunningServer } from '../../../src/server/server.ts';
import { startSample } from '../../sample/server.ts';
import { stationOver } from './support.ts';

const key = 'an-institutions-key-4711';

let server: RunningServer;
beforeAll(async () => {
  server = await startSample({ key });
});
afterAll(() => server.close());

/** A keychain that asks its user first: it answers when the test says so, as if a minute had passed. */
function askingItsUser() {
  const secrets = new Map<string, string>();
  const waiting: (() => void)[] = [];
  const later = <T>(act: () => T): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<T>();
    waiting.push(() => resolve(act()));
    return promise;
  };
  const keytar: Keytar = {
    getPassword: (_, account) => later(() => secrets.get(account) ?? null),
    setPassword: (_, account, secret) => later(() => void secrets.set(account, secret)),
    deletePassword: (_, account) => later(() => secrets.delete(account)),
  };
  const limits = { read: 5, write: 5 };
  return {
    secrets,
    keychain: createKeychain({ service: 's', load: () => Promise.resolve(keytar), limits }),
    /** The user has answered: all that was asked is done now. */
    answer: (): void => waiting.splice(0).forEach((act) => act()),
    asked: () => waiting.length,
  };
}

const requestOf = (keep: 'keychain' | 'thisRun') => ({
  ...{ address: `http://127.0.0.1:${server.port}/`, root: 'svcws', key, keep, commit: true, library: null },
});

async function saidOf(acting: Promise<unknown>, log: Parameters<typeof failureOf>[1]): Promise<string> {
  try {
    await acting;
  } catch (error) {
    const { word, what, notDone, todo } = failureText(failureOf(error, log));
    return [word, what, notDone, todo].join(' | ');
  }
  throw new Error('did not fail');
}

test('a keychain that answers after a minute is said not to answer, and the station stays where it is', async () => {
  const { station, settings, keychain, log } = stationOver(server);
  Object.assign(keychain, askingItsUser().keychain);
  const before = station.view();
  expect(await saidOf(station.connect(requestOf('keychain')), log)).toBe(
    'Not confirmed | Keychain not answering | If the keychain is asking someone, it may still be saved. | Unlock the keychain and try again, or use it for this run only.',
  );
  expect(station.view()).toEqual(before);
  expect(settings.now).toMatchObject({ mode: 'practice', institution: null, keyInKeychain: false });
  // And it can, without the keychain.
  await station.connect(requestOf('thisRun'));
  expect(station.view()).toMatchObject({ mode: 'institution', key: 'thisRun' });
});

test('the key that it gives after a minute is taken by the next call; it is asked once meanwhile', async () => {
  const first = stationOver(server);
  await first.station.connect(requestOf('keychain'));
  const slow = askingItsUser();
  for (const [account, secret] of first.keychain.secrets) slow.secrets.set(account, secret);
  const { station, keychain, log } = stationOver(server, first.settings.now, first.journal);
  Object.assign(keychain, slow.keychain);
  const text =
    'Not done | Keychain did not give the key | Nothing was changed. | Unlock it and try again. Key gone? Enter it again in Settings.';
  expect(await saidOf(station.service(), log)).toBe(text);
  expect(await saidOf(station.service(), log)).toBe(text);
  expect(slow.asked()).toBe(1);
  const third = station.service();
  slow.answer();
  expect((await third).library.mode).toBe('institution');
});

describe('a new key is entered while the keychain is slow to give the old one', () => {
  /** A station that waits for the old key of an institution that it knows. */
  async function waitingForOldKey() {
    const first = stationOver(server);
    await first.station.connect(requestOf('thisRun'));
    const next = stationOver(server, { ...first.settings.now, keyInKeychain: true }, first.journal);
    const oldKey = Promise.withResolvers<string | null>();
    next.keychain.read = () => oldKey.promise;
    return { ...next, oldKey };
  }

  test('the new one is used by what waited, and by every later call', async () => {
    const { station, oldKey } = await waitingForOldKey();
    const waiting = station.service();
    await station.connect(requestOf('thisRun'));
    oldKey.resolve('the-old-key-0815');
    await expect((await waiting).client.call('conf.general', {})).resolves.toBeDefined();
    await expect((await station.service()).client.call('conf.general', {})).resolves.toBeDefined();
    await expect(station.test()).resolves.toMatchObject({ possibleLibraries: [] });
  });

  test('also where the keychain gives none after all', async () => {
    const { station, oldKey } = await waitingForOldKey();
    const waiting = station.service();
    await station.connect(requestOf('thisRun'));
    oldKey.resolve(null);
    await expect((await waiting).client.call('conf.general', {})).resolves.toBeDefined();
  });

  test('a key that another program has stored for it meanwhile is read instead', async () => {
    const { station, keychain, oldKey, settings } = await waitingForOldKey();
    const waiting = station.service();
    const { institution } = settings.now;
    if (!institution) throw new Error('connected above');
    keychain.read = () => Promise.resolve(key);
    await station.useStoredKey(institution, () => undefined);
    oldKey.resolve('the-old-key-0815');
    await expect((await waiting).client.call('conf.general', {})).resolves.toBeDefined();
  });

  test('the institution that was forgotten meanwhile is not connected by the answer', async () => {
    const { station, keychain, settings, oldKey } = await waitingForOldKey();
    const connecting = station.institution();
    keychain.forget = () => Promise.resolve();
    await station.forget();
    oldKey.resolve('the-old-key-0815');
    await expect(connecting).rejects.toMatchObject({ failure: { field: 'institution', reason: 'required' } });
    expect(settings.now.mode).toBe('practice');
  });
});

test('a client belongs to the key that it was made with', () => {
  const clients = new Clients(new ServiceMeter(() => undefined), fetch);
  const institution = { address: `http://127.0.0.1:${server.port}`, root: 'svcws', library: 'one' };
  const client = clients.institution(institution, 'the-old-key-0815');
  expect(clients.institution(institution, 'the-old-key-0815')).toBe(client);
  expect(clients.institution(institution, key)).not.toBe(client);
});
