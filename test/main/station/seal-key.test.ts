import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSeal, keyBytes, keyIdOf } from '../../../src/main/journal/seal.ts';
import { lookForKeys, sealKeys, type SealKeys } from '../../../src/main/station/seal-key.ts';
import { withKeyring } from '../../keyring/with-keyring.ts';
import { quietLog } from '../support/ports.ts';
import { memoryKeychain } from './support.ts';

let folder: string;
let keychain: ReturnType<typeof memoryKeychain>;
/** What the journal knows of its keys: the newest first. */
let known: readonly string[];

const keys = (): Promise<SealKeys> =>
  sealKeys({ keychain, folder, needed: known, note: (ids) => (known = ids), log: quietLog() });
const files = (): string[] => fs.readdirSync(folder).toSorted();
const [own = new Uint8Array(), other = new Uint8Array()] = [7, 9].map((byte) => Buffer.alloc(keyBytes, byte));
const text = (key: Uint8Array): string => Buffer.from(key).toString('base64');

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-seal-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  keychain = memoryKeychain();
  known = [];
});

describe('the journal’s key', () => {
  test('is made once, and is in the keychain only, under its own id', async () => {
    const first = await keys();
    expect(first.keyPlace).toBe('keychain');
    expect(known).toEqual([keyIdOf(first.keys[0])]);
    expect([...keychain.secrets.keys()]).toEqual([`journal seal ${known[0]}`]);
    expect(await keys()).toEqual(first);
    expect(files()).toEqual([]);
  });

  test.each(['noKeychain', 'keychainLocked', 'keychainRefused', 'keychainTimeout'] as const)(
    'is in a file of its user’s only where the keychain says %s',
    async (problem) => {
      keychain.problem = problem;
      const first = await keys();
      expect(first).toMatchObject({ keyPlace: 'file', missing: new Map() });
      expect((await keys()).keys).toEqual(first.keys);
      expect(files()).toEqual([`journal-${known[0]}.key`]);
      expect(fs.statSync(path.join(folder, files()[0] ?? '')).mode & 0o777).toBe(0o600);
    },
  );

  test('moves from the file to the keychain once there is one', async () => {
    keychain.problem = 'noKeychain';
    const before = await keys();
    keychain.problem = null;
    expect(await keys()).toEqual({ ...before, keyPlace: 'keychain' });
    expect(files()).toEqual([]);
    expect(await keys()).toEqual({ ...before, keyPlace: 'keychain' });
  });

  test('that is no key, in either place, is left as it is; what follows has another', async () => {
    known = [keyIdOf(own)];
    keychain.secrets.set(`journal seal ${keyIdOf(own)}`, 'not a key');
    fs.writeFileSync(path.join(folder, `journal-${keyIdOf(own)}.key`), 'half a k');
    const { missing, keys: all } = await keys();
    expect(missing).toEqual(new Map([[keyIdOf(own), 'wrong']]));
    expect(all).toHaveLength(1);
    expect(keychain.secrets.get(`journal seal ${keyIdOf(own)}`)).toBe('not a key');
    expect(files()).toEqual([`journal-${keyIdOf(own)}.key`]);
  });

  test('that answers to another id is not that key', async () => {
    known = [keyIdOf(own)];
    keychain.secrets.set(`journal seal ${keyIdOf(own)}`, text(other));
    expect((await keys()).missing).toEqual(new Map([[keyIdOf(own), 'wrong']]));
  });

  test('that nobody has is said to be absent', async () => {
    known = [keyIdOf(own)];
    expect((await keys()).missing).toEqual(new Map([[keyIdOf(own), 'absent']]));
    expect(keychain.secrets.has('journal seal probe')).toBe(false);
  });

  test('that the keychain says it kept, and did not, is kept in the file', async () => {
    keychain.write = () => Promise.resolve();
    const first = await keys();
    expect(first.keyPlace).toBe('file');
    expect((await keys()).keys).toEqual(first.keys);
  });
});

describe('a keychain that is away', () => {
  test.each(['keychainLocked', 'keychainTimeout', 'keychainRefused'] as const)(
    'and says %s loses no key: what follows is sealed with another, and both open once it is back',
    async (problem) => {
      const before = await keys();
      const sealedBefore = createSeal(...before.keys).seal('before', 'p');
      keychain.problem = problem;
      const meanwhile = await keys();
      expect(meanwhile).toMatchObject({ keyPlace: 'file' });
      expect(meanwhile.missing).toEqual(new Map([[keyIdOf(before.keys[0]), 'locked']]));
      const sealedThen = createSeal(...meanwhile.keys).seal('then', 'p');
      expect((await keys()).keys).toEqual(meanwhile.keys);

      keychain.problem = null;
      const after = await keys();
      expect(after).toMatchObject({ keyPlace: 'keychain', missing: new Map() });
      const seal = createSeal(...after.keys);
      expect([seal.open(sealedBefore, 'p'), seal.open(sealedThen, 'p')]).toEqual(['before', 'then']);
      expect(files()).toEqual([]);
    },
  );

  test('and locked, but answers a read as if there were nothing, is told from an empty one by a write', async () => {
    const before = await keys();
    const [read, write] = [keychain.read.bind(keychain), keychain.write.bind(keychain)];
    keychain.read = () => Promise.resolve(null);
    keychain.write = (account, secret) => {
      keychain.problem = 'keychainLocked';
      return write(account, secret).finally(() => (keychain.problem = null));
    };
    const meanwhile = await keys();
    expect(meanwhile.missing).toEqual(new Map([[keyIdOf(before.keys[0]), 'locked']]));
    expect(meanwhile.keyPlace).toBe('file');
    Object.assign(keychain, { read, write });
    expect((await keys()).keys).toContainEqual(before.keys[0]);
  });

  test('and that its user unlocks when a write asks for it gives its key at once', async () => {
    const before = await keys();
    const [read, write] = [keychain.read.bind(keychain), keychain.write.bind(keychain)];
    let isLocked = true;
    keychain.read = (account) => (isLocked ? Promise.resolve(null) : read(account));
    keychain.write = (account, secret) => {
      isLocked = false;
      return write(account, secret);
    };
    expect(await keys()).toEqual(before);
  });

  test('is asked no more in a start once it has failed: each call may take its whole time', async () => {
    await keys();
    let calls = 0;
    keychain.problem = 'keychainTimeout';
    const read = keychain.read.bind(keychain);
    keychain.read = (account) => {
      calls += 1;
      return read(account);
    };
    known = [...known, 'aaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbb'];
    await keys();
    expect(calls).toBe(1);
  });

  test('gives its key again later in the same run', async () => {
    const { keys: before } = await keys();
    keychain.problem = 'keychainLocked';
    const { missing } = await keys();
    const look = () => lookForKeys({ keychain, folder, ids: [...missing.keys()] });
    expect(await look()).toEqual({ keys: [], ids: [] });
    keychain.problem = null;
    expect(await look()).toEqual({ keys: [before[0]], ids: [keyIdOf(before[0])] });
  });
});

describe('keys from before keys had ids', () => {
  test('are taken from where they were, and have a name from then on', async () => {
    keychain.secrets.set('journal seal', text(own));
    fs.writeFileSync(path.join(folder, 'journal.key'), text(other));
    known = [''];
    const all = await keys();
    expect(all).toMatchObject({ keyPlace: 'keychain', missing: new Map() });
    expect(all.keys.map(text)).toEqual([own, other].map(text));
    expect(known).toEqual([own, other].map(keyIdOf));
    expect(files()).toEqual([]);
    expect((await keys()).keys.map(text)).toEqual([own, other].map(text));
  });

  test('stay where they are while the keychain is away, and are looked for again', async () => {
    keychain.secrets.set('journal seal', text(own));
    fs.writeFileSync(path.join(folder, 'journal.key'), text(other));
    known = [''];
    keychain.problem = 'keychainLocked';
    const meanwhile = await keys();
    expect(meanwhile.keys.map(text)).toEqual([text(other)]);
    expect(meanwhile.missing).toEqual(new Map([['', 'locked']]));
    expect(files()).toEqual(['journal.key']);
    keychain.problem = null;
    expect((await keys()).keys.map(text).toSorted()).toEqual([own, other].map(text).toSorted());
    expect(files()).toEqual([]);
    expect((await keys()).keys).toHaveLength(2);
  });

  test('in a file, on a machine without a keychain, stay there', async () => {
    fs.writeFileSync(path.join(folder, 'journal.key'), text(own));
    known = [''];
    keychain.problem = 'noKeychain';
    for (let start = 0; start < 3; start++) {
      expect(await keys()).toMatchObject({ keyPlace: 'file', missing: new Map() });
      expect(files()).toEqual(['journal.key']);
    }
  });

  test('a new journal has nothing to do with them', async () => {
    keychain.secrets.set('journal seal', text(own));
    fs.writeFileSync(path.join(folder, 'journal.key'), 'somebody else’s');
    expect((await keys()).keys.map(text)).not.toContain(text(own));
    expect(keychain.secrets.get('journal seal')).toBe(text(own));
    expect(files()).toEqual(['journal.key']);
  });
});

/** One start of the program, as far as its keys go. What the journal would know of them is in a file. */
const oneStart = `
const [keychainModule, sealModule, folder, known] = process.argv.slice(1);
const { createKeychain } = await import(keychainModule);
const { sealKeys } = await import(sealModule);
const fs = await import('node:fs');
const keychain = createKeychain({ service: 'Carrel test', load: async () => (await import('keytar')).default });
const { keys, keyPlace, missing } = await sealKeys({
  keychain,
  folder,
  needed: JSON.parse(fs.readFileSync(known, 'utf8')),
  note: (ids) => fs.writeFileSync(known, JSON.stringify(ids)),
  log: { line: () => undefined },
});
const hex = keys.map((key) => Buffer.from(key).toString('hex'));
console.log('start ' + JSON.stringify({ keys: hex, keyPlace, missing: [...missing.values()] }));`;

/** Start after start in one session: with the keyring open, locked, and open again. */
const threeStarts = `
"$@"
dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
  org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login >/dev/null
"$@"
bus() { dbus-send --session --print-reply --dest=org.freedesktop.DBus / "org.freedesktop.DBus.$1" string:org.freedesktop.secrets; }
# The one that runs takes no password from outside: the next one finds the same keyring, and opens it.
kill "$(bus GetConnectionUnixProcessID | sed -n 's/.*uint32 //p')"
until bus NameHasOwner | grep -q false; do sleep 0.02; done
echo -n password | gnome-keyring-daemon --unlock --components=secrets >/dev/null
until bus NameHasOwner | grep -q true; do sleep 0.02; done
"$@"`;

describe.runIf(process.platform === 'linux')('over a real gnome-keyring', () => {
  test('a keyring that is locked at start loses no key', async () => {
    const module = (name: string): string =>
      new URL(`../../../src/main/station/${name}`, import.meta.url).href;
    const journal = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-known-'));
    onTestFinished(() => fs.rmSync(journal, { recursive: true }));
    const file = path.join(journal, 'known.json');
    fs.writeFileSync(file, '[]');
    const { stdout } = await withKeyring('unlocked', [
      ...['bash', '-c', threeStarts, 'bash'],
      ...[process.execPath, '--input-type=module', '--eval', oneStart],
      ...[module('keychain.ts'), module('seal-key.ts'), folder, file],
    ]);
    const starts = stdout.split('\n').flatMap((line) => (line.startsWith('start ') ? [line.slice(6)] : []));
    const [open, locked, again] = starts.map(
      (line) => JSON.parse(line) as { keys: string[]; keyPlace: string; missing: string[] },
    );
    expect(open).toMatchObject({ keyPlace: 'keychain', missing: [] });
    expect(locked).toMatchObject({ keyPlace: 'file', missing: ['locked'] });
    expect(locked?.keys).not.toContain(open?.keys[0]);
    expect(again).toMatchObject({ keyPlace: 'keychain', missing: [] });
    expect(again?.keys).toEqual(expect.arrayContaining([...(open?.keys ?? []), ...(locked?.keys ?? [])]));
    expect(files()).toEqual([]);
  });
});
