import type { Failure } from '../../contract/failure.ts';
import type { Keychain } from '../ports.ts';

type Why = Extract<Failure, { kind: 'locked' }>['why'];

/** The keychain could not do what was asked; or not in time, and may do it yet. */
export class KeychainProblem extends Error {
  override readonly name = 'KeychainProblem';
  readonly why: Why;

  constructor(why: Why) {
    super(why);
    this.why = why;
  }
}

/** keytar, as far as we use it. */
export interface Keytar {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, secret: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export interface KeychainOptions {
  /** The name under which the OS keeps the secrets. */
  readonly service: string;
  /** Loads keytar at the first use: a machine without its system library still starts. */
  readonly load: () => Promise<Keytar>;
  /** Milliseconds. Writing takes longer, since the OS may ask its user first. */
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
 * What keytar's error means. Its errors are plain and carry no code, so the text is read; what is not known
 * counts as a refusal.
 */
export function problemOf(error: unknown): KeychainProblem {
  const text = error instanceof Error ? `${error.message} ${'code' in error ? String(error.code) : ''}` : '';
  if (locked.some((one) => one.test(text))) return new KeychainProblem('keychainLocked');
  if (noKeychain.some((one) => one.test(text))) return new KeychainProblem('noKeychain');
  return new KeychainProblem('keychainRefused');
}

/** Whether a promise has come to its end by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  const now = Promise.race([promise, Promise.resolve(pending)]);
  return (await now.catch(() => null)) !== pending;
}

/** The keychain of the OS user, behind our port. A call that takes too long is given up: the OS may be asking its user. */
export function createKeychain({ service, load, limits }: KeychainOptions): Keychain {
  const { read, write } = limits ?? { read: 8_000, write: 30_000 };
  let loading: Promise<Keytar> | undefined;
  /**
   * Reads that are not answered yet, or were when nobody waited any more: the OS may be asking its user, and is not
   * asked to ask once more.
   */
  const reading = new Map<string, Promise<string | null>>();
  /** Writes that are not answered yet, by what they write: the same once more waits for that. */
  const writing = new Map<string, Promise<void>>();

  function begin<T>(act: (keytar: Keytar) => Promise<T>): Promise<T> {
    loading ??= load();
    return loading.then(act).catch((error: unknown) => {
      throw problemOf(error);
    });
  }

  /** What is kept under an account, from a read that was begun before where nobody has heard its answer. */
  async function readOf(account: string): Promise<string | null> {
    const answer = reading.get(account) ?? begin((keytar) => keytar.getPassword(service, account));
    reading.set(account, answer);
    answer.catch(() => undefined); // whoever reads next hears it
    try {
      return await within(read, answer);
    } finally {
      if ((await isSettled(answer)) && reading.get(account) === answer) reading.delete(account);
    }
  }

  function writingOf(account: string, secret: string): Promise<void> {
    const name = `${account} ${secret}`;
    const known = writing.get(name);
    if (known) return known;
    const begun = begin((keytar) => keytar.setPassword(service, account, secret)).finally(() =>
      writing.delete(name),
    );
    writing.set(name, begun);
    return begun;
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
