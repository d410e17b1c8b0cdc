import fs from 'node:fs';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import type { Program } from '../../../src/main/command-line/command.ts';
import { namedService } from '../../../src/main/policy/settings.ts';
import { m } from '../../../src/messages/compiled/messages.js';
import { etc, policyText, testRoot, type TestRoot } from '../policy/support.ts';
import { heldClock, quietLog } from '../support/ports.ts';
import { memoryKeychain } from './support.ts';

// As in `settings-file.test.ts`: electron-store asks for `electron`, which would be downloaded.
vi.hoisted(() => (process.env.ELECTRON_OVERRIDE_DIST_PATH = '/nowhere'));
const { provision } = await import('../../../src/main/station/provision.ts');

const key = 'l7xx-a-key-of-it-0042';
const given = { file: '', options: {} };
const address = 'https://library.example.org';
const account = `${address}/svcws/v1`;

/** A command of the account that will work here, on a computer with this policy. */
function program(at: TestRoot, input = `${key}\n`, answer: unknown = null) {
  const said: string[] = [];
  const complained: string[] = [];
  const asked: unknown[] = [];
  const keychain = memoryKeychain();
  const made: Program = {
    ...{ version: '0.1.0', clock: heldClock(), log: quietLog(), keychain },
    say: (line) => void said.push(line),
    complain: (line) => void complained.push(line),
    input: Readable.from([Buffer.from(input)]),
    policyService: () => Promise.resolve(namedService(at.open())),
    ...{ workingFolder: at.own, folder: at.own, machineFolder: at.own, trust: at.trust },
    askRunning: (...question) => {
      asked.push(question);
      return Promise.resolve(answer);
    },
    signal: new AbortController().signal,
  };
  const settings = (): Record<string, unknown> =>
    JSON.parse(fs.readFileSync(`${at.own}/settings.json`, 'utf8')) as Record<string, unknown>;
  return { program: made, keychain, said, complained, asked, settings };
}

function policy(mandatory: object, recommended: object = {}): TestRoot {
  const at = testRoot();
  at.write(`${etc}/10-desk.json`, policyText(mandatory, recommended));
  return at;
}

test.each([
  ['held', policy],
  ['recommended', (values: object) => policy({}, values)],
])('the key is stored for the service that the policy names, %s; the next start uses it', async (_, make) => {
  const at = make({ serviceAddress: `${address}/` });
  const { program: made, keychain, said, complained, settings } = program(at);
  expect(await provision(given, made)).toBe(0);
  expect([...keychain.secrets]).toEqual([[account, key]]);
  expect(said).toContain(m.provision_stored({ address }));
  expect(complained).toEqual([]);
  expect(settings()).toMatchObject({
    ...{ mode: 'institution', keyInKeychain: true },
    institution: { address, root: 'svcws', library: '' },
  });
  expect(JSON.stringify([said, settings()])).not.toContain(key);
});

test('with another root, it is that one', async () => {
  const { program: made, keychain } = program(policy({ serviceAddress: address, serviceRoot: 'other' }));
  expect(await provision(given, made)).toBe(0);
  expect([...keychain.secrets.keys()]).toEqual([`${address}/other/v1`]);
});

test('a program that runs is asked, by the address alone', async () => {
  const at = policy({ serviceAddress: address });
  const { program: made, asked, keychain } = program(at, key, 'used');
  expect(await provision(given, made)).toBe(0);
  expect(asked).toEqual([['provision', { address, root: 'svcws' }]]);
  expect(keychain.secrets.get(account)).toBe(key);
});

test('a desk in use keeps what it has: the key is taken out again', async () => {
  const { program: made, keychain, complained } = program(policy({ serviceAddress: address }), key, 'busy');
  expect(await provision(given, made)).toBe(75);
  expect(keychain.secrets.size).toBe(0);
  expect(complained.join('\n')).toContain(m.provision_busy());
});

test.each([
  ['busy', 75],
  ['notWritten', 73],
])('where the program that runs says %s, the key that worked is there again', async (answer, code) => {
  const { program: made, keychain } = program(policy({ serviceAddress: address }), key, answer);
  keychain.secrets.set(account, 'the-key-that-works');
  expect(await provision(given, made)).toBe(code);
  expect([...keychain.secrets]).toEqual([[account, 'the-key-that-works']]);
});

test('without a policy, and with none that says where the library system is, nothing is read', async () => {
  for (const at of [testRoot(), policy({ blurAfter: 60 })]) {
    const { program: made, complained } = program(at);
    expect(await provision(given, made)).toBe(78);
    expect(complained.join('\n')).toContain(m.provision_no_service());
  }
});

test('a key that is none is not stored, and not repeated', async () => {
  for (const input of ['', '\n', 'two words', 'one\ntwo', 'schlüssel']) {
    const { program: made, keychain, said, complained } = program(policy({ serviceAddress: address }), input);
    expect(await provision(given, made)).toBe(65);
    expect(keychain.secrets.size).toBe(0);
    if (input.trim() !== '') expect([...said, ...complained].join('\n')).not.toContain(input.trim());
  }
});
