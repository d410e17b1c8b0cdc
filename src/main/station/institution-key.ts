import { invalid } from '../failure.ts';
import { baseUrl } from '../../client/address.ts';
import type { Keychain, Log } from '../ports.ts';
import { KeychainProblem, writeOver } from './keychain.ts';
import type { Settings } from './settings.ts';

export type Institution = NonNullable<Settings['institution']>;

/** The address of an institution's service. */
export type ServiceAddress = Pick<Institution, 'address' | 'root'>;

/**
 * Normalizes an institution's address as typed: without a slash at its end, and without the root segment that the user
 * may have pasted with it. Throws the client's InvalidArgumentError, because the client decides where a key may be
 * sent.
 */
export function institutionAt(address: string, root: string): ServiceAddress {
  const segment = root.trim().replaceAll(/^\/+|\/+$/g, '');
  const base = baseUrl(address, segment);
  return { address: base.slice(0, -`/${segment}/v1`.length), root: segment };
}

/** The name of the key in the keychain. Another library has another key, even at the same address. */
export function accountOf({ address, root, library }: Institution): string {
  const base = baseUrl(address, root);
  return library === '' ? base : `${base} ${library}`;
}

/** The institution's API key: in the OS keychain, or in memory for this run only. It is never sent to a window. */
export class InstitutionKey {
  readonly #keychain: Keychain;
  readonly #log: Log;
  /** With its service, because it must never be sent to another one. */
  #inMemory: { readonly account: string; readonly key: string } | null = null;
  /** Another number whenever another key is used, or none. */
  #generation = 0;

  constructor(keychain: Keychain, log: Log) {
    this.#keychain = keychain;
    this.#log = log;
  }

  get isInMemory(): boolean {
    return this.#inMemory !== null;
  }

  /** Whether this is the key in memory. */
  isInUse(institution: Institution, key: string): boolean {
    return this.#inMemory?.account === accountOf(institution) && this.#inMemory.key === key;
  }

  /**
   * Reads the key; null if another key was entered, or this one dropped, while the keychain was read. Throws a `Failed`
   * for the field if there is none, and a `KeychainProblem` of `keyNotGiven` for any problem of the keychain.
   */
  async read(institution: Institution, inKeychain: boolean): Promise<string | null> {
    const account = accountOf(institution);
    if (this.#inMemory?.account === account) return this.#inMemory.key;
    const generation = this.#generation;
    const key = inKeychain ? await this.#readKeychain(account) : null;
    if (generation !== this.#generation) return null;
    // A locked secret service reports "nothing" instead of "locked".
    if (key === null) throw inKeychain ? new KeychainProblem('keyNotGiven') : invalid('key', 'required');
    this.#inMemory = { account, key };
    return key;
  }

  /** Whether the keychain has a key for this institution, as far as it says. */
  async isKept(institution: Institution): Promise<boolean> {
    return (await this.#readKeychain(accountOf(institution))) !== null;
  }

  /** Null if the keychain does not return it. For the user there is then no key; the log has the reason. */
  async #readKeychain(account: string): Promise<string | null> {
    try {
      return await this.#keychain.read(account);
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      this.#log.line('station.keyNotGiven', { why: error.why });
      return null;
    }
  }

  /**
   * Stores the key in the keychain. Returns what puts back the key that was there, if any. Throws `KeychainProblem`; then
   * nothing was stored, or not in time.
   */
  async store(institution: Institution, key: string): Promise<() => Promise<unknown>> {
    const putBack = await writeOver(this.#keychain, accountOf(institution), key);
    return () => this.#logged(putBack, 'station.keyNotPutBack');
  }

  /** Forgets the key in memory: the institution is at another address, to which it was not given. */
  drop(): void {
    this.#generation += 1;
    this.#inMemory = null;
  }

  /** Uses this key from now on. */
  use(institution: Institution, key: string): void {
    this.#generation += 1;
    this.#inMemory = { account: accountOf(institution), key };
  }

  /** Removes the key from the keychain. Throws a `KeychainProblem` of `keyNotRemoved` for any problem of the keychain. */
  async remove(institution: Institution): Promise<void> {
    if (!(await this.#removeFromKeychain(institution, 'station.keyNotRemoved')))
      throw new KeychainProblem('keyNotRemoved');
  }

  /** Stores the key in memory in the keychain again. False if there is none, or the keychain does not take it. */
  async putBack(institution: Institution): Promise<boolean> {
    const held = this.#inMemory;
    if (held?.account !== accountOf(institution)) return false;
    return this.#logged(async () => {
      await this.store(institution, held.key);
    }, 'station.keyNotPutBack');
  }

  /** Removes a key that is no longer used from the keychain. If that fails, it is only one key too many. */
  async discard(institution: Institution): Promise<void> {
    await this.#removeFromKeychain(institution, 'station.oldKeyKept');
  }

  #removeFromKeychain(institution: Institution, failureEvent: string): Promise<boolean> {
    return this.#logged(() => this.#keychain.forget(accountOf(institution)), failureEvent);
  }

  /** False if the keychain does not do it; the log has the reason. */
  async #logged(act: () => Promise<void>, failureEvent: string): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      this.#log.line(failureEvent, { why: error.why });
      return false;
    }
  }
}
