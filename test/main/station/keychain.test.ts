import { describe, expect, test } from 'vitest';
import { createKeychain, problemOf, type Keytar } from '../../../src/main/station/keychain.ts';
import { absentKeychain } from '../../keyring/none.ts';
import { withKeyring, type KeyringState } from '../../keyring/with-keyring.ts';

const rejecting = (message: string): Keytar => {
  const fail = (): Promise<never> => Promise.reject(new Error(message));
  return { getPassword: fail, setPassword: fail, deletePassword: fail };
};

describe('what keytar’s errors mean', () => {
  test.each([
    ['Cannot autolaunch D-Bus without X11 $DISPLAY', 'noKeychain'],
    ['Could not connect: No such file or directory', 'noKeychain'],
    ['Unknown or unsupported transport “disabled” for address “disabled:”', 'noKeychain'],
    ['Object does not exist at path “/org/freedesktop/secrets/collection/login”', 'noKeychain'],
    ['The name org.freedesktop.secrets was not provided by any .service files', 'noKeychain'],
    ['libsecret-1.so.0: cannot open shared object file: No such file or directory', 'noKeychain'],
    ['Cannot create an item in a locked collection', 'keychainLocked'],
    ['User interaction is not allowed.', 'keychainLocked'],
    ['The user name or passphrase you entered is not correct.', 'keychainRefused'],
    ['The operation was canceled by the user.', 'keychainRefused'],
  ])('%s', async (message, why) => {
    const keychain = createKeychain({ service: 's', load: () => Promise.resolve(rejecting(message)) });
    await expect(keychain.write('a', 'b')).rejects.toMatchObject({ name: 'KeychainProblem', why });
  });

  test('never repeats what keytar said', () => {
    expect(problemOf(new Error('secret 4711')).message).toBe('keychainRefused');
  });
});

describe('the keychain', () => {
  test('is loaded at the first use, and once', async () => {
    let loaded = 0;
    const keytar: Keytar = {
      getPassword: () => Promise.resolve('x'),
      setPassword: () => Promise.resolve(),
      deletePassword: () => Promise.resolve(true),
    };
    const keychain = createKeychain({
      service: 's',
      load: () => {
        loaded += 1;
        return Promise.resolve(keytar);
      },
    });
    expect(loaded).toBe(0);
    await Promise.all([keychain.read('a'), keychain.write('a', 'b'), keychain.forget('a')]);
    expect(loaded).toBe(1);
  });

  test('that cannot be loaded is no keychain', async () => {
    const load = (): Promise<Keytar> =>
      Promise.reject(Object.assign(new Error('libsecret'), { code: 'ERR_DLOPEN_FAILED' }));
    await expect(createKeychain({ service: 's', load }).read('a')).rejects.toMatchObject({
      why: 'noKeychain',
    });
  });

  test('that does not answer in time is given up', async () => {
    const never = (): Promise<never> => new Promise(() => undefined);
    const load = () => Promise.resolve({ getPassword: never, setPassword: never, deletePassword: never });
    const keychain = createKeychain({ service: 's', load, limits: { read: 10, write: 20 } });
    for (const call of [keychain.read('a'), keychain.write('a', 'b'), keychain.forget('a')]) {
      await expect(call).rejects.toMatchObject({ why: 'keychainTimeout' });
    }
  });
});

test('a run of a test has no keychain', async () => {
  for (const call of [absentKeychain.read('a'), absentKeychain.write('a', 'b'), absentKeychain.forget('a')]) {
    await expect(call).rejects.toMatchObject({ name: 'KeychainProblem', why: 'noKeychain' });
  }
});

/** Uses the real keychain in a process of its own, in a session of its own, and says what came of each call. */
const script = `
const { createKeychain } = await import(process.argv[1]);
const keychain = createKeychain({ service: 'Carrel test', load: async () => (await import('keytar')).default });
const said = [];
for (const act of [
  () => keychain.write('someone', 'a secret'),
  () => keychain.read('someone'),
  () => keychain.forget('someone'),
  () => keychain.read('someone'),
]) said.push(await act().then((value) => value ?? null, (error) => error.why));
console.log(JSON.stringify(said));`;

async function tryIn(state: KeyringState): Promise<unknown> {
  const module = new URL('../../../src/main/station/keychain.ts', import.meta.url).href;
  const { stdout } = await withKeyring(state, [
    process.execPath,
    '--input-type=module',
    '--eval',
    script,
    module,
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

describe.runIf(process.platform === 'linux')('the keychain over a real gnome-keyring', () => {
  test('keeps, gives and forgets', async () => {
    expect(await tryIn('unlocked')).toEqual([null, 'a secret', null, null]);
  });
  test('that is locked says so', async () => {
    expect(await tryIn('locked')).toEqual(['keychainLocked', null, null, null]);
  });
  test('without a collection is none', async () => {
    expect(await tryIn('no-collection')).toEqual(['noKeychain', null, null, null]);
  });
  test('without D-Bus is none', async () => {
    expect(await tryIn('absent')).toEqual(['noKeychain', 'noKeychain', 'noKeychain', 'noKeychain']);
  });
});
