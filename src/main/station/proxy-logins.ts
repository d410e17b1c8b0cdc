import type { Logins } from '../../client/proxy/through.ts';
import type { Login } from '../../client/proxy/tunnel.ts';
import type { ProxyView } from '../../contract/station.ts';
import { invalid } from '../failure.ts';
import type { Keychain, Log } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

/** A login that the user entered for a proxy. */
export interface EnteredLogin extends Login {
  /** The name of the proxy. */
  readonly proxy: string;
  readonly keep: 'keychain' | 'thisRun';
}

export interface ProxyLoginsOptions {
  readonly keychain: Keychain;
  readonly log: Log;
  /** The view of the proxy has changed. */
  readonly onChange: () => void;
}

/** The name of a proxy's login in the keychain. */
const accountOf = (proxy: string): string => `proxy ${proxy}`;

/**
 * User names and passwords for proxies: in the OS keychain, or in memory for this run only. Each is sent only to the
 * proxy that it was entered for, and to no window.
 */
export class ProxyLogins implements Logins {
  readonly #options: ProxyLoginsOptions;
  readonly #known = new Map<string, Login & { readonly storedIn: EnteredLogin['keep'] }>();
  /** How often the user has entered or removed a login. */
  #changes = 0;
  /** The last proxy in this run that required a login. */
  #current: { readonly name: string; readonly state: ProxyView['state'] } | null = null;

  constructor(options: ProxyLoginsOptions) {
    this.#options = options;
  }

  /** The proxy that requires a login, for a window; null if none did in this run. */
  get view(): ProxyView | null {
    if (this.#current === null) return null;
    return { ...this.#current, login: this.#known.get(this.#current.name)?.storedIn ?? 'none' };
  }

  async find(proxy: string): Promise<Login | null> {
    const known = this.#known.get(proxy);
    if (known) return known;
    const changes = this.#changes;
    const stored = await this.#readKeychain(proxy);
    // The user may have entered another login, or removed this one, while the keychain was read.
    if (changes !== this.#changes) return this.find(proxy);
    if (stored === null) return null;
    const login = { ...stored, storedIn: 'keychain' } as const;
    this.#known.set(proxy, login);
    return login;
  }

  report(name: string, state: 'wanted' | 'refused' | 'accepted'): void {
    if (this.#current?.name === name && this.#current.state === state) return;
    this.#current = { name, state };
    this.#options.log.line('station.proxyLogin', { state });
    this.#options.onChange();
  }

  /** Uses a login that the user entered. Throws an invalid field, and `KeychainProblem`; then nothing was stored. */
  async use({ proxy, user, password, keep }: EnteredLogin): Promise<void> {
    const { keychain } = this.#options;
    if (this.#current?.name !== proxy) throw invalid('proxy', 'moved');
    // Basic authentication does not allow a colon in the name.
    if (user === '' || user.includes(':')) throw invalid('user', user === '' ? 'required' : 'malformed');
    if (password === '') throw invalid('password', 'required');
    const wasInKeychain = this.#known.get(proxy)?.storedIn === 'keychain';
    if (keep === 'keychain') await keychain.write(accountOf(proxy), JSON.stringify([user, password]));
    else if (wasInKeychain) await this.#discard(proxy);
    this.#changes += 1;
    this.#known.set(proxy, { user, password, storedIn: keep });
    // Another one may have required a login while the keychain was asked.
    if (this.#current.name === proxy) this.#current = { name: proxy, state: 'entered' };
    this.#options.onChange();
  }

  /** Removes the login from the keychain and from memory. Throws a `KeychainProblem` of `keyNotRemoved`. */
  async forget(proxy: string): Promise<void> {
    const known = this.#known.get(proxy);
    try {
      if (known?.storedIn === 'keychain') await this.#options.keychain.forget(accountOf(proxy));
    } catch (error) {
      throw error instanceof KeychainProblem ? new KeychainProblem('keyNotRemoved') : error;
    }
    this.#changes += 1;
    // The user may have entered another one while the keychain was asked.
    if (this.#known.get(proxy) !== known) return;
    this.#known.delete(proxy);
    if (this.#current?.name === proxy) this.#current = { name: proxy, state: 'wanted' };
    this.#options.onChange();
  }

  /** Removes a login that is no longer used. If that fails, it is only one login too many. */
  async #discard(proxy: string): Promise<void> {
    const { keychain, log } = this.#options;
    try {
      await keychain.forget(accountOf(proxy));
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      log.line('station.oldProxyLoginKept', { why: error.why });
    }
  }

  /** Null if the keychain has none, or does not return it: for the user there is then no login. */
  async #readKeychain(proxy: string): Promise<Login | null> {
    const { keychain, log } = this.#options;
    try {
      return loginOf(await keychain.read(accountOf(proxy)));
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      log.line('station.proxyLoginNotGiven', { why: error.why });
      return null;
    }
  }
}

function loginOf(secret: string | null): Login | null {
  try {
    const [user, password]: unknown[] = JSON.parse(secret ?? '[]') as unknown[];
    return typeof user === 'string' && typeof password === 'string' ? { user, password } : null;
  } catch {
    // Another program's entry under our name: ignored.
    return null;
  }
}
