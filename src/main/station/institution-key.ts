import { baseUrl } from '../../client/address.ts';
import { invalid } from '../failure.ts';
import type { Keychain, Log } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';
import type { Settings } from './settings.ts';

export type Institution = NonNullable<Settings['institution']>;

/** Where an institution's service is. */
export type Place = Pick<Institution, 'address' | 'root'>;

/**
 * An institution's service as typed, in the one form in which it is kept: no slash at its end, and without the root
 * segment that somebody may have pasted along. Throws the client's InvalidArgumentError, since it is the client that
 * knows where a key may be sent.
 */
export function institutionAt(address: string, root: string): Place {
  const segment = root.trim().replaceAll(/^\/+|\/+$/g, '');
  const base = baseUrl(address, segment);
  return { address: base.slice(0, -`/${segment}/v1`.length), root: segment };
}

/** The name under which the keychain has its key: another library is another key, at whichever address. */
export function accountOf({ address, root, library }: Institution): string {
  const base = baseUrl(address, root);
  return library === '' ? base : `${base} ${library}`;
}

/** The institution's API key: in the OS keychain, or in memory for this run only. It is never told to a window. */
export class InstitutionKey {
  readonly #keychain: Keychain;
  readonly #log: Log;
  /** With the service it opens, since no other may ever be sent it. */
  #inMemory: { readonly account: string; readonly key: string } | null = null;

  constructor(keychain: Keychain, log: Log) {
    this.#keychain = keychain;
    this.#log = log;
  }

  get isInMemory(): boolean {
    return this.#inMemory !== null;
  }

  /** Throws a `Failed` for the field where there is none, and a `KeychainProblem` of `keyNotGiven`, whatever is the matter. */
  async read(institution: Institution, inKeychain: boolean): Promise<string> {
    const account = accountOf(institution);
    if (this.#inMemory?.account === account) return this.#inMemory.key;
    const key = inKeychain ? await this.#given(account) : null;
    // A secret service that is locked says "nothing" and not "locked" of what was kept there.
    if (key === null) throw inKeychain ? new KeychainProblem('keyNotGiven') : invalid('key', 'required');
    // Another may have been put to use while the keychain was asked.
    this.#inMemory ??= { account, key };
    return key;
  }

  /** Null where the keychain does not give it: for whoever scans it is one, why it does not. */
  async #given(account: string): Promise<string | null> {
    try {
      return await this.#keychain.read(account);
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      this.#log.line('station.keyNotGiven', { why: error.why });
      return null;
    }
  }

  /** Puts it into the keychain. Throws `KeychainProblem`, and then nothing was stored, or not in time. */
  keep(institution: Institution, key: string): Promise<void> {
    return this.#keychain.write(accountOf(institution), key);
  }

  /** The key that counts from now on. */
  use(institution: Institution, key: string): void {
    this.#inMemory = { account: accountOf(institution), key };
  }

  /** Takes it out of the keychain, and of memory. Throws a `KeychainProblem` of `keyNotRemoved`, whatever is the matter. */
  async forget(institution: Institution, inKeychain: boolean): Promise<void> {
    if (inKeychain && !(await this.#removed(institution, 'station.keyNotRemoved')))
      throw new KeychainProblem('keyNotRemoved');
    this.#inMemory = null;
  }

  /** Takes one that is used no more out of the keychain. Should that fail, it is only a key too many. */
  async discard(institution: Institution): Promise<void> {
    await this.#removed(institution, 'station.oldKeyKept');
  }

  /** False where the keychain does not do it: for whoever reads the log, why. */
  async #removed(institution: Institution, otherwise: string): Promise<boolean> {
    try {
      await this.#keychain.forget(accountOf(institution));
      return true;
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      this.#log.line(otherwise, { why: error.why });
      return false;
    }
  }
}
