import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { noAnswerOf } from '../connection.ts';
import { NotConnected } from './not-connected.ts';
import type { Proxy } from './route.ts';

/** The user and password that a proxy asks for. */
export interface Login {
  readonly user: string;
  readonly password: string;
}

/** What a proxy answers: a connection to the service, or no; then with the kinds of sign-in that it offers. */
export type ProxyAnswer =
  | { readonly through: Socket }
  | { readonly through: null; readonly status: number; readonly schemes: readonly string[] };

/** In milliseconds: until the proxy is reached, and from there until it has answered. */
export interface TunnelLimits {
  readonly reach: number;
  readonly answer: number;
}

/**
 * Asks a proxy for a connection to `authority` (`library.example:443`). All that it learns is this name and the login.
 * Throws `NotConnected`.
 */
export function askForTunnel(
  proxy: Proxy,
  authority: string,
  login: Login | null,
  limits: TunnelLimits,
): Promise<ProxyAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ProxyAnswer>();
  const request = (proxy.secure ? https : http).request({
    ...{
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      agent: false,
      setHost: false,
    },
    headers: { host: authority, ...(login && { 'proxy-authorization': basic(login) }) },
  });
  let reached = false;
  const tooLong = (): void => void request.destroy(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
  let timer = setTimeout(tooLong, limits.reach);

  request.once('socket', (socket) => {
    socket.once(proxy.secure ? 'secureConnect' : 'connect', () => {
      reached = true;
      clearTimeout(timer);
      timer = setTimeout(tooLong, limits.answer);
    });
  });
  // Node tells every answer to a CONNECT by this event, a refusal too.
  request.once('connect', (response, socket, head) => {
    clearTimeout(timer);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status <= 299) {
      if (head.length > 0) socket.unshift(head);
      resolve({ through: socket });
      return;
    }
    socket.on('error', () => undefined).destroy();
    resolve({ through: null, status, schemes: schemesOf(response.headers['proxy-authenticate']) });
  });
  request.once('error', (error) => {
    clearTimeout(timer);
    reject(reached ? new NotConnected('proxy-refused', proxy.name, false) : notReached(proxy, error));
  });
  request.end();
  return promise;
}

function notReached(proxy: Proxy, error: unknown): NotConnected {
  const { why, lasting, detail } = noAnswerOf(error);
  if (why === 'no-such-host') return new NotConnected('proxy-not-found', proxy.name, lasting);
  if (why === 'certificate')
    return new NotConnected('proxy-certificate', `${proxy.name} ${detail ?? ''}`, true);
  return new NotConnected('proxy-unreachable', proxy.name, false);
}

function basic({ user, password }: Login): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** The names in `Basic realm="it", NTLM`: each is a word that no `=` follows. */
function schemesOf(header: string | undefined): readonly string[] {
  const plain = (header ?? '').replaceAll(/"[^"]*"/g, '""');
  return [...plain.matchAll(/(?:^|,)\s*([A-Za-z][\w.-]*)(?=\s*(?:,|$)|\s+[^\s=])/g)].map(
    ([, name = '']) => name,
  );
}
