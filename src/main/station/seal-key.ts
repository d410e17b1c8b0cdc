import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { keyBytes, keyIdOf } from '../journal/seal.ts';
import type { Keychain, Log } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

/** The files that keep keys on a machine without a keychain: readable by the OS user only. */
class KeyFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** What the file of this key says; null where there is none. `''` is the one from before keys had ids. */
  read(id: string): string | null {
    try {
      return fs.readFileSync(this.#file(id), 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** Keeps a key under its id. Throws where there is a file of that name: no key is ever written over. */
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

/** Where rows are sealed with keys from before keys had ids. */
const unnamed = '';
const accountOf = (id: string): string => (id === unnamed ? 'journal seal' : `journal seal ${id}`);
const probe = 'journal seal probe';

/** Why a key that rows are sealed with is not here: it may come back, nobody has it, or what is kept there is another. */
export type Missing = 'locked' | 'absent' | 'wrong';

/** The keys of the journal's seal, the one to seal with first. */
export interface SealKeys {
  readonly keys: readonly [Uint8Array, ...Uint8Array[]];
  /** Where the one to seal with is. */
  readonly kept: 'keychain' | 'file';
  /** The ids of those that rows are sealed with and that are not here. */
  readonly missing: ReadonlyMap<string, Missing>;
}

export interface SealKeysOptions {
  /**
   * Where it waits for its user, `atOnce` is the same keychain without that. It is waited for where a key is nowhere
   * else, and where a new one is to be kept.
   */
  readonly keychain: Keychain & { readonly atOnce?: Keychain };
  /** Where keys are kept on a machine without a keychain. */
  readonly folder: string;
  /** The ids of the keys that rows are sealed with, the newest first. */
  readonly needed: readonly string[];
  /** Takes the ids of all keys that rows are sealed with, or will be. Durable when it returns. */
  readonly note: (ids: readonly string[]) => void;
  readonly log: Log;
}

const encode = (key: Uint8Array): string => Buffer.from(key).toString('base64');

/** Null for what is no key: somebody else's entry, or half a file. */
function decode(text: string | null): Uint8Array | null {
  if (text === null || !/^[A-Za-z0-9+/]+=*\s*$/.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  return key.byteLength === keyBytes ? key : null;
}

/** The keychain until it says that it cannot: then it is not asked again, since each call may take its whole time. */
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

  /** Keeps a key; only a read shows that it is there. An id is one key's, so that none is ever written over. */
  async keep(key: Uint8Array, isElsewhere: boolean): Promise<boolean> {
    const account = accountOf(keyIdOf(key));
    const kept = await this.#try(
      async (keychain) => {
        await keychain.write(account, encode(key));
        return (await keychain.read(account)) === encode(key);
      },
      isElsewhere ? this.#atOnce : this.#waiting,
    );
    if (kept === false) this.problem = 'keychainRefused';
    return kept === true;
  }

  /** A keyring that is locked answers a read as if there were nothing: only a write shows it. */
  async tryWriting(): Promise<void> {
    await this.#try(async (keychain) => {
      await keychain.write(probe, 'probe');
      await keychain.forget(probe);
    }, this.#waiting);
  }
}

interface FoundKey {
  readonly keys: ReadonlyMap<string, Uint8Array>;
  /** Those that the keychain has under their own ids. */
  readonly settled: ReadonlySet<string>;
  /** Under which ids a file has a key. */
  readonly inFile: ReadonlySet<string>;
  /** Under which ids something else is kept. */
  readonly wrong: ReadonlySet<string>;
  readonly hasUnnamed: boolean;
}

async function find(asked: SealKeychain, files: KeyFiles, ids: readonly string[]): Promise<FoundKey> {
  const keys = new Map<string, Uint8Array>();
  const [settled, inFile, wrong] = [new Set<string>(), new Set<string>(), new Set<string>()];
  let hasUnnamed = false;
  for (const id of ids) {
    const ofFile = files.read(id);
    for (const [place, text] of [
      ['keychain', await asked.read(id, decode(ofFile) !== null)],
      ['file', ofFile],
    ] as const) {
      const key = decode(text);
      const its = key && keyIdOf(key);
      if (key && its && (id === unnamed || id === its)) {
        keys.set(its, key);
        if (place === 'file') inFile.add(id);
        else if (id === its) settled.add(id);
        hasUnnamed ||= id === unnamed;
      } else if (text !== null) wrong.add(id);
    }
  }
  return { keys, settled, inFile, wrong, hasUnnamed };
}

/** Whether the keychain may have what it did not give. */
const mayHave = ({ problem }: SealKeychain): boolean => problem !== null && problem !== 'noKeychain';

/** Whether a key that was asked for is not among those that were found. */
function isMissing(id: string, { keys, hasUnnamed }: FoundKey, asked: SealKeychain): boolean {
  // Each place may have had one of those without a name: which there are is known where both could be looked into.
  return id === unnamed ? !hasUnnamed || mayHave(asked) : !keys.has(id);
}

async function findAll(asked: SealKeychain, files: KeyFiles, needed: readonly string[]): Promise<FoundKey> {
  const found = await find(asked, files, needed);
  if (!needed.some((id) => isMissing(id, found, asked))) return found;
  await asked.tryWriting();
  // The system may have asked its user to unlock it.
  return asked.problem === null ? find(asked, files, needed) : found;
}

/**
 * The keys that the journal is sealed with: the keychain's, or, where there is no keychain to be had, those in files
 * that only the OS user can read. A key that is not here is never replaced: what follows is sealed with a new one,
 * under an id of its own, and the old one is looked for again. A key in a file moves to the keychain once there is one.
 */
export async function sealKeys(options: SealKeysOptions): Promise<SealKeys> {
  const { keychain, folder, needed, note, log } = options;
  const asked = new SealKeychain(keychain);
  const files = new KeyFiles(folder);
  const found = await findAll(asked, files, needed);

  const gone = needed.filter((id) => isMissing(id, found, asked));
  const whyOf = (id: string): Missing =>
    mayHave(asked) ? 'locked' : found.wrong.has(id) ? 'wrong' : 'absent';
  const missing = new Map(gone.map((id) => [id, whyOf(id)]));

  const [first = randomBytes(keyBytes), ...others] = found.keys.values();
  const keys: SealKeys['keys'] = [first, ...others];
  for (const key of keys) {
    const id = keyIdOf(key);
    if (found.settled.has(id) || (await asked.keep(key, found.keys.has(id)))) continue;
    if (!found.keys.has(id)) files.write(id, encode(key));
  }
  const isSettled = asked.problem === null;
  // Those without a name have one from now on, once the keychain has them under it.
  const stillUnnamed = needed.includes(unnamed) && !isSettled && !gone.includes(unnamed) ? [unnamed] : [];
  note([...keys.map(keyIdOf), ...gone, ...stillUnnamed]);
  // Only now is it known where to look for them.
  if (isSettled) files.remove(...found.inFile);

  if (asked.problem) log.line('journal.sealKey', { why: asked.problem });
  for (const [id, why] of missing) log.line('journal.keyMissing', { id, why });
  return { keys, kept: isSettled || found.settled.has(keyIdOf(first)) ? 'keychain' : 'file', missing };
}

/** Looks once more for keys that were missing: those that are here now, and under which ids. */
export async function lookForKeys({
  keychain,
  folder,
  ids,
}: {
  readonly keychain: Keychain;
  readonly folder: string;
  readonly ids: readonly string[];
}): Promise<{ readonly keys: readonly Uint8Array[]; readonly ids: readonly string[] }> {
  const asked = new SealKeychain(keychain);
  const found = await find(asked, new KeyFiles(folder), ids);
  return { keys: [...found.keys.values()], ids: ids.filter((id) => !isMissing(id, found, asked)) };
}
