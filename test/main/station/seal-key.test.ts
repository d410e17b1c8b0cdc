import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSeal } from '../../../src/main/journal/seal.ts';
import { sealKeys } from '../../../src/main/station/seal-key.ts';
import { quietLog } from '../support.ts';
import { memoryKeychain } from './support.ts';

let folder: string;
let file: string;
let keychain: ReturnType<typeof memoryKeychain>;
const keys = () => sealKeys(keychain, file, quietLog());

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'carrel-seal-'));
  file = path.join(folder, 'journal.key');
  keychain = memoryKeychain();
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

describe('the journal’s key', () => {
  test('is made once, and is in the keychain only', async () => {
    const first = await keys();
    expect(first.kept).toBe('keychain');
    expect(await keys()).toEqual(first);
    expect(fs.existsSync(file)).toBe(false);
  });

  test.each(['noKeychain', 'keychainLocked', 'keychainRefused', 'keychainTimeout'] as const)(
    'is in a file of its user’s only where the keychain says %s',
    async (problem) => {
      keychain.problem = problem;
      const first = await keys();
      expect(first.kept).toBe('file');
      expect(await keys()).toEqual(first);
      expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    },
  );

  test('moves from the file to the keychain once there is one', async () => {
    keychain.problem = 'noKeychain';
    const before = await keys();
    keychain.problem = null;
    expect(await keys()).toEqual({ keys: before.keys, kept: 'keychain' });
    expect(fs.existsSync(file)).toBe(false);
  });

  test('of the keychain comes first, and what the file’s key sealed meanwhile still opens', async () => {
    const inKeychain = await keys();
    keychain.problem = 'keychainLocked';
    const sealed = createSeal(...(await keys()).keys).seal('x', 'p');
    keychain.problem = null;
    const both = await keys();
    expect(both.kept).toBe('keychain');
    expect(both.keys[0]).toEqual(inKeychain.keys[0]);
    expect(createSeal(...both.keys).open(sealed, 'p')).toBe('x');
  });

  test('that is no key, in either place, is made anew', async () => {
    keychain.secrets.set('journal seal', 'not a key');
    expect((await keys()).keys).toHaveLength(1);
    keychain.problem = 'noKeychain';
    fs.writeFileSync(file, 'half a k', { mode: 0o644 });
    expect((await keys()).kept).toBe('file');
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test('that the keychain says it kept, and did not, is kept in the file', async () => {
    keychain.write = () => Promise.resolve();
    const first = await keys();
    expect(first.kept).toBe('file');
    expect(await keys()).toEqual(first);
  });
});
