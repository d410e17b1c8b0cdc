import type { Failure } from '../../contract/failure.ts';
import type { Keychain } from '../ports.ts';

type Why = Extract<Failure, { kind: 'locked' }>['why'];

/** The keychain could not do it; or not in time, and it may do it later. */
export class KeychainProblem extends Error {
  override readonly name = 'KeychainProblem';
  readonly why: Why;

  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

/** The functions of keytar that are used here. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface KeychainOptions {
  /** The name of this program in the OS keychain. */
  readonly service: string;
  /** Loads keytar at the first use, so that the program starts on a machine without its system library. */
  readonly load: () => Promise<Keytar>;
  /** Limits in milliseconds. Writing takes longer, because the OS may ask its user first. */
  readonly limits?: { readonly read: number; readonly write: number };
}

const noKeychain = [
  /D-?Bus/i,
  /autolaunch/i,
  /Object does not exist at path/,
  /not provided by any \.service files/,
  /could not connect|unsupported transport|ServiceUnknown|was not activatable|failed to spawn|connection refused/i,
  /Cannot (?:open|load)|cannot open shared object|No native build|ERR_DLOPEN_FAILED|MODULE_NOT_FOUND/,
];
const locked = [/locked collection/i, /is locked/i, /interaction is not allowed/i];

/**
 * Translates an error of keytar. Its errors have no code, so the text is matched; an unknown text counts as a refusal.
 */
export function problemOf(error: unknown): KeychainProblem {
  const text = error instanceof Error ? `${error.message} ${'code' in error ? String(error.code) : ''}` : '';
  if (locked.some((one) => one.test(text))) return new KeychainProblem('keychainLocked');
  if (noKeychain.some((one) => one.test(text))) return new KeychainProblem('noKeychain');
  return new KeychainProblem('keychainRefused');
}

/** Writes a secret in place of what the account has. Returns what puts that back. Throws `KeychainProblem`. */
export async function writeOver(
  keychain: Keychain,
  account: string,
  secret: string,
): Promise<() => Promise<void>> {
  const before = await keychain.read(account);
  await keychain.write(account, secret);
  return () => (before === null ? keychain.forget(account) : keychain.write(account, before));
}

/** Whether a promise is settled now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  const now = Promise.race([promise, Promise.resolve(pending)]);
  return (await now.catch(() => null)) !== pending;
}

/**
 * Creates the keychain of the OS user. A call that takes too long is given up, because the OS may be asking its user.
 */
export function createKeychain({ service, load, limits }: KeychainOptions): Keychain {
  const { read, write } = limits ?? { read: 8_000, write: 30_000 };
  let loading: Promise<Keytar> | undefined;
  /** Reads without an answer so far. The OS may be asking its user, and a second read would ask again. */
  const reading = new Map<string, Promise<string | null>>();
  /** Writes without an answer so far, by content: the same write waits for the first. */
  const writing = new Map<string, Promise<void>>();

  function begin<T>(act: (keytar: Keytar) => Promise<T>): Promise<T> {
    loading ??= load();
    return loading.then(act).catch((error: unknown) => {
      throw problemOf(error);
    });
  }

  /** The secret of an account. An earlier read whose answer nobody got is continued. */
  async function readOf(account: string): Promise<string | null> {
    const answer = reading.get(account) ?? begin((keytar) => keytar.getPassword(service, account));
    reading.set(account, answer);
    answer.catch(() => undefined); // the next read gets the error
    try {
      return await within(read, answer);
    } finally {
      if ((await isSettled(answer)) && reading.get(account) === answer) reading.delete(account);
    }
  }

  function writingOf(account: string, secret: string): Promise<void> {
    const name = `${account} ${secret}`;
    const pending = writing.get(name);
    if (pending) return pending;
    const started = begin((keytar) => keytar.setPassword(service, account, secret)).finally(() =>
      writing.delete(name),
    );
    writing.set(name, started);
    return started;
  }

  async function within<T>(ms: number, acting: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new KeychainProblem('keychainTimeout')), ms);
    });
    try {
      return await Promise.race([acting, tooLong]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    read: readOf,
    async write(account, secret) {
      reading.delete(account);
      await within(write, writingOf(account, secret));
    },
    async forget(account) {
      reading.delete(account);
      await within(
        write,
        begin((keytar) => keytar.deletePassword(service, account)),
      );
    },
  };
}
