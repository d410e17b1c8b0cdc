import type { Socket } from 'node:net';
import type * as undici from 'undici';
import { noAnswerOf } from '../connection.ts';
import { NotConnected } from './not-connected.ts';
import type { Proxy } from './route.ts';
import { askForTunnel, type Login, type ProxyAnswer, type TunnelLimits } from './tunnel.ts';

/** What is known of the proxies' passwords. */
export interface Logins {
  /** The login for the proxy of this name; null where none is known. The same object as long as it is the same login. */
  find(proxy: string): Promise<Login | null>;
  /** The proxy wants a login that is not known, did not take the one that is, or took it. */
  report(proxy: string, state: 'wanted' | 'refused' | 'accepted'): void;
}

type Undici = typeof undici;
type Refused = Extract<ProxyAnswer, { through: null }>;

const usualLimits: TunnelLimits = { reach: 10_000, answer: 20_000 };

/**
 * The way through one proxy: connections to services, each TLS from end to end, so that the proxy sees neither key nor
 * records. Whatever fails before such a connection stands is `NotConnected`: the request has not left.
 */
export class Through {
  readonly #proxy: Proxy;
  readonly #logins: Logins;
  readonly #undici: Undici;
  readonly #limits: TunnelLimits;
  readonly #agent: undici.Agent;
  readonly #secure: undici.buildConnector.connector;
  /** The login that the proxy took last, and the one it did not take, which it is not sent again. */
  #accepted: Login | null = null;
  #refused: Login | null = null;
  /** Logins are tried one after the other: a wrong one, sent ten times at once, would lock its user out. */
  #trial: Promise<unknown> = Promise.resolve();

  constructor(proxy: Proxy, logins: Logins, library: Undici, limits: TunnelLimits = usualLimits) {
    this.#proxy = proxy;
    this.#logins = logins;
    this.#undici = library;
    this.#limits = limits;
    this.#secure = library.buildConnector({ timeout: limits.reach });
    this.#agent = new library.Agent({
      connect: (options, done) => {
        this.#connect(options).then(
          (socket) => done(null, socket),
          (error: unknown) => done(error as Error, null),
        );
      },
    });
  }

  async fetch(url: string, init: RequestInit): Promise<Response> {
    const options = { ...init, dispatcher: this.#agent } as Parameters<Undici['fetch']>[1];
    return this.#undici.fetch(url, options);
  }

  /** Ends it when what is on its way has its answer. */
  close(): Promise<void> {
    return this.#agent.close();
  }

  async #connect(options: undici.buildConnector.Options): Promise<Socket> {
    const { protocol, host, hostname, port } = options;
    // A proxy would read what is not encrypted: the key first.
    if (protocol !== 'https:') throw new NotConnected('proxy-kind', this.#proxy.name, true);
    const authority = port === '' ? `${host ?? hostname}:443` : (host ?? `${hostname}:${port}`);
    const httpSocket = await this.#tunnel(authority);
    const { promise, resolve, reject } = Promise.withResolvers<Socket>();
    this.#secure({ ...options, httpSocket }, (...[error, socket]) => {
      if (error === null) {
        resolve(socket);
        return;
      }
      httpSocket.destroy();
      const { why, detail = '', lasting } = noAnswerOf(error);
      reject(new NotConnected(why, detail, lasting));
    });
    return promise;
  }

  async #tunnel(authority: string): Promise<Socket> {
    const tried = this.#accepted;
    const answer = await this.#ask(authority, tried);
    if (answer.through) return answer.through;
    if (answer.status !== 407) throw this.#no(answer);
    if (tried) this.#isRefused(tried);
    if (!answer.schemes.some((scheme) => /^basic$/i.test(scheme)))
      throw new NotConnected('proxy-login-kind', [this.#proxy.name, ...answer.schemes].join(' '), true);
    const trial = this.#trial.then(() => this.#signIn(authority));
    this.#trial = trial.catch(() => undefined);
    return trial;
  }

  /** The proxy wants to know who asks. */
  async #signIn(authority: string): Promise<Socket> {
    const { name } = this.#proxy;
    const login = this.#accepted ?? (await this.#logins.find(name));
    if (login === null) {
      this.#logins.report(name, 'wanted');
      throw new NotConnected('proxy-login', name, true);
    }
    const answer = login === this.#refused ? null : await this.#ask(authority, login);
    if (answer === null || (answer.through === null && answer.status === 407)) {
      this.#isRefused(login);
      throw new NotConnected('proxy-login-refused', name, true);
    }
    if (this.#accepted !== login) this.#logins.report(name, 'accepted');
    this.#accepted = login;
    if (answer.through) return answer.through;
    throw this.#no(answer);
  }

  #isRefused(login: Login): void {
    this.#refused = login;
    // Another may have been accepted meanwhile.
    if (this.#accepted === login) this.#accepted = null;
    if (this.#accepted === null) this.#logins.report(this.#proxy.name, 'refused');
  }

  #ask(authority: string, login: Login | null): Promise<ProxyAnswer> {
    return askForTunnel(this.#proxy, authority, login, this.#limits);
  }

  /** A proxy's own no. One that says that the service cannot be reached now may say otherwise in a moment. */
  #no({ status }: Refused): NotConnected {
    return new NotConnected('proxy-refused', `${this.#proxy.name} ${status}`, status < 500);
  }
}
