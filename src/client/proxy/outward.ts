import type { Agent } from 'undici';
import { noteCertificates } from '../certificates.ts';
import { noAnswerOf } from '../connection.ts';
import type { Unreachable } from '../errors.ts';
import { NotConnected } from './not-connected.ts';
import { routesOf, type Proxy, type ProxyRoute } from './route.ts';
import { Through, type Logins } from './through.ts';
import type { TunnelLimits } from './tunnel.ts';

export interface OutwardOptions {
  /** Which way leads to an address, in the words of a PAC file. */
  readonly proxyFor: (url: string) => Promise<string>;
  readonly logins: Logins;
  /** Called once, before the first connection. */
  readonly prepare: () => void;
  /** How long the system's answer counts, and how long it is waited for, in milliseconds. */
  readonly keptMs?: number;
  readonly waitMs?: number;
  readonly limits?: TunnelLimits;
}

/** No connection was made: nothing of the request has left, and another route may be tried. */
const nobodyReached: ReadonlySet<Unreachable> = new Set<Unreachable>([
  'no-such-host',
  'refused',
  'timeout',
  'network',
  'proxy-not-found',
  'proxy-unreachable',
  'proxy-kind',
]);

let agent: Agent | undefined;

/**
 * `fetch` straight to the address. An environment can name a proxy for all that Node calls: it would take, and read, what
 * is for this very machine, and the system was not asked.
 */
export const straight: typeof globalThis.fetch = async (input, init) => {
  if (process.env['NODE_USE_ENV_PROXY'] === undefined) return globalThis.fetch(input, init);
  const library = await import('undici');
  const url = input instanceof Request ? input.url : String(input);
  const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
  const options = await sentAgain(new Request(input, init), signal);
  const dispatcher = (agent ??= new library.Agent());
  return library.fetch(url, { ...options, dispatcher } as Parameters<typeof library.fetch>[1]);
};

/**
 * `fetch` by the way that the system names for the address: straight, or through a proxy. The system is asked anew
 * after a while and after each failure: machines move from one network to another.
 */
export class Outward {
  readonly #options: OutwardOptions;
  readonly #routes = new Map<string, { readonly until: number; readonly routes: readonly ProxyRoute[] }>();
  readonly #throughs = new Map<string, Promise<Through>>();
  #prepared = false;

  constructor(options: OutwardOptions) {
    this.#options = options;
  }

  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const { origin, protocol } = new URL(url);
    // Plain http goes to this very machine only. A proxy is another, and would read the key.
    if (protocol !== 'https:') return straight(input, init);
    if (!this.#prepared) {
      this.#options.prepare();
      noteCertificates();
    }
    this.#prepared = true;
    const routes = await this.#routesTo(origin);
    // The signal of a Request that was made here would be forgotten with it, while the answer is still waited for.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    const sent = await sentAgain(new Request(input, init), signal);
    let first: unknown = null;
    for (const route of routes) {
      signal?.throwIfAborted();
      try {
        return await this.#by(route, url, sent);
      } catch (error) {
        this.#routes.delete(origin);
        const { neverRan, why } = noAnswerOf(error);
        if (!neverRan || !nobodyReached.has(why)) throw error;
        first ??= error;
      }
    }
    throw first;
  };

  /** The login for this proxy is another from now on, or none. */
  loginChanged(proxy: string): void {
    void this.#throughs.get(proxy)?.then((through) => through.close());
    this.#throughs.delete(proxy);
  }

  async #by(route: ProxyRoute, url: string, init: RequestInit): Promise<Response> {
    switch (route.kind) {
      case 'direct':
        return straight(url, init);
      case 'proxy':
        return (await this.#through(route.proxy)).fetch(url, init);
      case 'unsupported':
        throw new NotConnected('proxy-kind', route.name, true);
    }
  }

  #through(proxy: Proxy): Promise<Through> {
    const { logins, limits } = this.#options;
    // Where there is no proxy, nothing of it is loaded.
    const made = async (): Promise<Through> => new Through(proxy, logins, await import('undici'), limits);
    const through = this.#throughs.get(proxy.name) ?? made();
    this.#throughs.set(proxy.name, through);
    return through;
  }

  /** The way to every service is asked for again. */
  forgetRoutes(): void {
    this.#routes.clear();
  }

  async #routesTo(origin: string): Promise<readonly ProxyRoute[]> {
    const { keptMs = 30_000 } = this.#options;
    const known = this.#routes.get(origin);
    if (known && performance.now() < known.until) return known.routes;
    const answer = await this.#lookUp(origin);
    // A system that does not say in time, or cannot, is asked again the next time; until then as if it had no proxy.
    if (answer === null) return routesOf('');
    const routes = routesOf(answer);
    this.#routes.set(origin, { until: performance.now() + keptMs, routes });
    return routes;
  }

  /** Asks the system with the origin only: paths name patrons, and a PAC file is a foreign program. */
  async #lookUp(origin: string): Promise<string | null> {
    const { proxyFor, waitMs = 5000 } = this.#options;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), waitMs);
    });
    try {
      return await Promise.race([proxyFor(`${origin}/`), tooLong]);
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** What a request says, in a form that can be sent by one way after the other, as long as it has not left. */
async function sentAgain(request: Request, signal: AbortSignal | null): Promise<RequestInit> {
  const { method, headers, redirect } = request;
  const body = request.body === null ? null : await request.arrayBuffer();
  return { method, headers: [...headers], signal, redirect, ...(body && { body }) };
}
