import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { keyBytes, keyIdOf } from '../journal/seal.ts';
import type { Keychain, Log } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

/** The files with keys on a machine without a keychain: only the OS user can read them. */
class KeyFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The content of this key's file; null if there is none. `''` is the key from before keys had ids. */
  read(id: string): string | null {
    try {
      return fs.readFileSync(this.#file(id), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Writes a key under its id. Throws if the file exists: no key is ever overwritten. */
  write(id: string, key: string): void {
    fs.writeFileSync(this.#file(id), key, { mode: 0o600, flag: 'wx', flush: true });
  }

  remove(...ids: readonly string[]): void {
    for (const id of ids) fs.rmSync(this.#file(id), { force: true });
  }

  #file(id: string): string {
    return path.join(this.#folder, id === '' ? 'journal.key' : `journal-${id}.key`);
  }
}

/** The id in the journal for keys from before keys had ids. */
const unnamed = '';
const accountOf = (id: string): string => (id === unnamed ? 'journal seal' : `journal seal ${id}`);
const probe = 'journal seal probe';

/**
 * Why a key of existing rows is missing: it may come back (`locked`), nobody has it (`absent`), or something else is
 * stored under its id (`wrong`).
 */
export type MissingReason = 'locked' | 'absent' | 'wrong';

/** The keys of the journal's seal, the one for sealing first. */
export interface SealKeys {
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  /** Where the key for sealing is stored. */
  readonly keyPlace: 'keychain' | 'file';
  /** The ids of keys of existing rows that are missing. */
  readonly missing: ReadonlyMap<string, MissingReason>;
}

export interface SealKeysOptions {
  /**
   * If this keychain waits for its user, `atOnce` is the same one without waiting. Waiting is needed only for a key
   * that is stored nowhere else, and for storing a new one.
   */
  readonly keychain: Keychain & { readonly atOnce?: Keychain };
  /** The folder for keys on a machine without a keychain. */
  readonly folder: string;
  /** The ids of the keys of existing rows, the newest first. */
  readonly needed: readonly string[];
  /** Writes the ids of all keys that rows are sealed with, or will be. Durable when it returns. */
  readonly note: (ids: readonly string[]) => void;
  readonly log: Log;
}

const encode = (key: Uint8Array): string => Buffer.from(key).toString('base64');

/** Null if the text is no key: another program's entry, or half a file. */
function decode(text: string | null): Uint8Array | null {
  if (text === null || !/^[A-Za-z0-9+/]+=*\s*$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.byteLength === keyBytes ? key : null;
}

/** The keychain until its first error: then it is not called again, because each call may take its whole time limit. */
class SealKeychain {
  readonly #waiting: Keychain;
  readonly #atOnce: Keychain;
  problem: KeychainProblem['why'] | null = null;

  constructor(keychain: SealKeysOptions['keychain']) {
    this.#waiting = keychain;
    this.#atOnce = keychain.atOnce ?? keychain;
  }

  async #try<T>(act: (keychain: Keychain) => Promise<T>, keychain = this.#atOnce): Promise<T | null> {
    if (this.problem) return null;
    try {
      return await act(keychain);
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      this.problem = error.why;
      return null;
    }
  }

  read(id: string, isElsewhere: boolean): Promise<string | null> {
    return this.#try((keychain) => keychain.read(accountOf(id)), isElsewhere ? this.#atOnce : this.#waiting);
  }

  /** Stores a key and reads it back to check. An id belongs to one key, so that no key is ever overwritten. */
  async store(key: Uint8Array, isElsewhere: boolean): Promise<boolean> {
    const account = accountOf(keyIdOf(key));
    const stored = await this.#try(
      async (keychain) => {
        await keychain.write(account, encode(key));
        return (await keychain.read(account)) === encode(key);
      },
      isElsewhere ? this.#atOnce : this.#waiting,
    );
    if (stored === false) this.problem = 'keychainRefused';
    return stored === true;
  }

  /** A locked keyring answers reads as if it were empty: only a write shows that it is locked. */
  async tryWriting(): Promise<void> {
    await this.#try(async (keychain) => {
      await keychain.write(probe, 'probe');
      await keychain.forget(probe);
    }, this.#waiting);
  }
}

interface FoundKeys {
  readonly keys: ReadonlyMap<string, Uint8Array>;
  /** The ids of keys that the keychain has under their own ids. */
  readonly inKeychain: ReadonlySet<string>;
  /** The ids of keys in files. */
  readonly inFile: ReadonlySet<string>;
  /** The ids under which something else is stored. */
  readonly wrong: ReadonlySet<string>;
  readonly hasUnnamed: boolean;
}

async function find(keychain: SealKeychain, files: KeyFiles, ids: readonly string[]): Promise<FoundKeys> {
  const keys = new Map<string, Uint8Array>();
  const [inKeychain, inFile, wrong] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let hasUnnamed = false;
  for (const id of ids) {
    const fileText = files.read(id);
    for (const [place, text] of [
      ['keychain', await keychain.read(id, decode(fileText) !== null)],
      ['file', fileText],
    ] as const) {
      const key = decode(text);
      const keyId = key && keyIdOf(key);
      if (key && keyId && (id === unnamed || id === keyId)) {
        keys.set(keyId, key);
        if (place === 'file') inFile.add(id);
        else if (id === keyId) inKeychain.add(id);
        hasUnnamed ||= id === unnamed;
      } else if (text !== null) wrong.add(id);
    }
  }
  return { keys, inKeychain, inFile, wrong, hasUnnamed };
}

/** Whether the keychain may have keys that it did not return. */
const mayHaveMore = ({ problem }: SealKeychain): boolean => problem !== null && problem !== 'noKeychain';

/** Whether a required key was not found. */
function isMissing(id: string, { keys, hasUnnamed }: FoundKeys, keychain: SealKeychain): boolean {
  // Both places may have a key without an id: this is only certain if both could be read.
  return id === unnamed ? !hasUnnamed || mayHaveMore(keychain) : !keys.has(id);
}

async function findAll(
  keychain: SealKeychain,
  files: KeyFiles,
  needed: readonly string[],
): Promise<FoundKeys> {
  const found = await find(keychain, files, needed);
  if (!needed.some((id) => isMissing(id, found, keychain))) return found;
  await keychain.tryWriting();
  // The user may have unlocked it.
  return keychain.problem === null ? find(keychain, files, needed) : found;
}

/**
 * The keys of the journal: from the keychain, or, without a keychain, from files that only the OS user can read. A
 * missing key is never replaced: new rows are sealed with a new key under its own id, and the old one is looked for
 * again. A key in a file moves to the keychain once there is one.
 */
export async function sealKeys(options: SealKeysOptions): Promise<SealKeys> {
  const { keychain, folder, needed, note, log } = options;
  const sealKeychain = new SealKeychain(keychain);
  const files = new KeyFiles(folder);
  const found = await findAll(sealKeychain, files, needed);

  const missingIds = needed.filter((id) => isMissing(id, found, sealKeychain));
  const whyOf = (id: string): MissingReason =>
    mayHaveMore(sealKeychain) ? 'locked' : found.wrong.has(id) ? 'wrong' : 'absent';
  const missing = new Map(missingIds.map((id) => [id, whyOf(id)]));

  const [first = randomBytes(keyBytes), ...others] = found.keys.values();
  const keys: SealKeys['keys'] = [first, ...others];
  for (const key of keys) {
    const id = keyIdOf(key);
    if (found.inKeychain.has(id) || (await sealKeychain.store(key, found.keys.has(id)))) continue;
    if (!found.keys.has(id)) files.write(id, encode(key));
  }
  const isAllInKeychain = sealKeychain.problem === null;
  // A key without an id has one as soon as the keychain stores it under that id.
  const stillUnnamed =
    needed.includes(unnamed) && !isAllInKeychain && !missingIds.includes(unnamed) ? [unnamed] : [];
  note([...keys.map(keyIdOf), ...missingIds, ...stillUnnamed]);
  // Only now the journal knows the ids under which to find them.
  if (isAllInKeychain) files.remove(...found.inFile);

  if (sealKeychain.problem) log.line('journal.sealKey', { why: sealKeychain.problem });
  for (const [id, why] of missing) log.line('journal.keyMissing', { id, why });
  return {
    keys,
    keyPlace: isAllInKeychain || found.inKeychain.has(keyIdOf(first)) ? 'keychain' : 'file',
    missing,
  };
}

/** Looks for missing keys again. Returns those that are available now, and their ids. */
export async function lookForKeys({
  keychain,
  folder,
  ids,
}: {
  readonly keychain: Keychain;
  readonly folder: string;
  readonly ids: readonly string[];
}): Promise<{ readonly keys: readonly Uint8Array[]; readonly ids: readonly string[] }> {
  const sealKeychain = new SealKeychain(keychain);
  const found = await find(sealKeychain, new KeyFiles(folder), ids);
  return { keys: [...found.keys.values()], ids: ids.filter((id) => !isMissing(id, found, sealKeychain)) };
}
