import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { keyBytes } from '../journal/seal.ts';
import type { Keychain, Log } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

const account = 'journal seal';

/** The keys of the journal's seal, the one to seal with first, and where that one is kept. */
export interface SealKeys {
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  readonly kept: 'keychain' | 'file';
}

const encode = (key: Uint8Array): string => Buffer.from(key).toString('base64');

/** Null for what is no key: somebody else's entry, or half a file. */
function decode(text: string | null): Uint8Array | null {
  if (text === null || !/^[A-Za-z0-9+/]+=*\s*$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.byteLength === keyBytes ? key : null;
}

function readFile(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function keyInFile(file: string): Uint8Array {
  const known = decode(readFile(file));
  if (known) return known;
  const key = randomBytes(keyBytes);
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, encode(key), { mode: 0o600, flag: 'wx', flush: true });
  return key;
}

/** Keeps a key in the keychain; only a read shows that it is there. */
async function keep(keychain: Keychain, key: Uint8Array): Promise<boolean> {
  await keychain.write(account, encode(key));
  return (await keychain.read(account)) === encode(key);
}

/**
 * The keys that seal the journal: the keychain's, or, where there is no keychain to be had, one in a file that only
 * the OS user can read. A key that was in the file moves to the keychain once there is one; where both have a key,
 * both open, since each may have sealed something.
 */
export async function sealKeys(keychain: Keychain, file: string, log: Log): Promise<SealKeys> {
  try {
    const inKeychain = decode(await keychain.read(account));
    const inFile = decode(readFile(file));
    if (inKeychain) return { keys: inFile ? [inKeychain, inFile] : [inKeychain], kept: 'keychain' };

    const key = inFile ?? randomBytes(keyBytes);
    if (await keep(keychain, key)) {
      fs.rmSync(file, { force: true });
      return { keys: [key], kept: 'keychain' };
    }
    log.line('journal.sealKey', { why: 'notKept' });
  } catch (error) {
    if (!(error instanceof KeychainProblem)) throw error;
    log.line('journal.sealKey', { why: error.why });
  }
  return { keys: [keyInFile(file)], kept: 'file' };
}
