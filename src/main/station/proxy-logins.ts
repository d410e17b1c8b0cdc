import type { Logins } from '../../client/proxy/through.ts';
import type { Login } from '../../client/proxy/tunnel.ts';
import type { ProxyView } from '../../contract/station.ts';
import { invalid } from '../failure.ts';
import type { Keychain, Log } from '../ports.ts';
import { KeychainProblem } from './keychain.ts';

/** What somebody enters for a proxy that asks. */
export interface EnteredLogin extends Login {
  /** The name of the proxy that asked. */
  readonly proxy: string;
  readonly keep: 'keychain' | 'thisRun';
}

export interface ProxyLoginsOptions {
  readonly keychain: Keychain;
  readonly log: Log;
  /** Tells that the proxy, or what is known of it, is another. */
  readonly tell: () => void;
}

/** The name under which the keychain has what a proxy wants. */
const accountOf = (proxy: string): string => `proxy ${proxy}`;

/**
 * User and password for proxies that want them: in the OS keychain, or in memory for this run only. Each goes to the
 * proxy that it was entered for, and to no window.
 */
export class ProxyLogins implements Logins {
  readonly #options: ProxyLoginsOptions;
  readonly #known = new Map<string, Login & { readonly keptIn: EnteredLogin['keep'] }>();
  /** The proxy that wanted a login last in this run. */
  #asking: { readonly name: string; readonly state: ProxyView['state'] } | null = null;

  constructor(options: ProxyLoginsOptions) {
    this.#options = options;
  }

  /** The proxy that wants a login, as a window may know it; null where none did in this run. */
  get view(): ProxyView | null {
    if (this.#asking === null) return null;
    return { ...this.#asking, login: this.#known.get(this.#asking.name)?.keptIn ?? 'none' };
  }

  async find(proxy: string): Promise<Login | null> {
    const known = this.#known.get(proxy);
    if (known) return known;
    const kept = await this.#kept(proxy);
    // Another may have been entered while the keychain was asked.
    const entered = this.#known.get(proxy);
    if (entered || kept === null) return entered ?? null;
    const login = { ...kept, keptIn: 'keychain' } as const;
    this.#known.set(proxy, login);
    return login;
  }

  told(name: string, told: 'wanted' | 'refused' | 'accepted'): void {
    if (this.#asking?.name === name && this.#asking.state === told) return;
    this.#asking = { name, state: told };
    this.#options.log.line('station.proxyLogin', { state: told });
    this.#options.tell();
  }

  /** Takes what was entered. Throws an invalid field, and `KeychainProblem`: then nothing of it was kept. */
  async use({ proxy, user, password, keep }: EnteredLogin): Promise<void> {
    const { keychain } = this.#options;
    if (this.#asking?.name !== proxy) throw invalid('proxy', 'moved');
    // Basic has no way to say a colon in a name.
    if (user === '' || user.includes(':')) throw invalid('user', user === '' ? 'required' : 'malformed');
    if (password === '') throw invalid('password', 'required');
    const hadKept = this.#known.get(proxy)?.keptIn === 'keychain';
    if (keep === 'keychain') await keychain.write(accountOf(proxy), JSON.stringify([user, password]));
    else if (hadKept) await this.#discard(proxy);
    this.#known.set(proxy, { user, password, keptIn: keep });
    this.#asking = { name: proxy, state: 'entered' };
    this.#options.tell();
  }

  /** Takes it out of the keychain, and of memory. Throws a `KeychainProblem` of `keyNotRemoved`. */
  async forget(proxy: string): Promise<void> {
    try {
      if (this.#known.get(proxy)?.keptIn === 'keychain')
        await this.#options.keychain.forget(accountOf(proxy));
    } catch (error) {
      throw error instanceof KeychainProblem ? new KeychainProblem('keyNotRemoved') : error;
    }
    this.#known.delete(proxy);
    if (this.#asking?.name === proxy) this.#asking = { name: proxy, state: 'wanted' };
    this.#options.tell();
  }

  /** One that is used no more: should the keychain not remove it, it is only a login too many. */
  async #discard(proxy: string): Promise<void> {
    const { keychain, log } = this.#options;
    try {
      await keychain.forget(accountOf(proxy));
    } catch (error) {
      if (!(error instanceof KeychainProblem)) throw error;
      log.line('station.oldProxyLoginKept', { why: error.why });
    }
  }

  /** Null where the keychain has none, or does not give it: for whoever scans it is one. */
  async #kept(proxy: string): Promise<Login | null> {
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
    // Somebody else's, under our name: as if there were none.
    return null;
  }
}
