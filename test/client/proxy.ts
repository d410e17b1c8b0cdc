import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** Certificates of the tests' own authority: of a library, one that is over, and one for another name. */
export type Certificate = 'library' | 'expired' | 'another-name';

/** Key and certificate, in one text. */
export const certificate = (name: Certificate): string => pemOf(`authority/${name}.pem`);

/** The certificate of the authority itself, which nothing but a test trusts. */
export const authority = (): string => pemOf('authority/authority.pem');

const pemOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

export interface ProxyRules {
  /** `user:password`, or none that is asked for. */
  login?: string | null;
  /** What it says it wants, where it wants a login. */
  scheme?: string;
  /** What it answers every CONNECT with; `drop`: it hangs up instead, `silent`: it says nothing. */
  instead?: number | 'drop' | 'silent' | null;
}

/** A proxy as it is found in institutions, with all that it got to see. */
export interface TestProxy extends AsyncDisposable {
  readonly rules: ProxyRules;
  /** As a PAC file names it: `PROXY 127.0.0.1:3128`. */
  readonly route: string;
  /** As it is called on screen: `127.0.0.1:3128`. */
  readonly name: string;
  /** What was asked for: `CONNECT library.test:443`, or an address in plain. */
  readonly requests: string[];
  /** The logins that came with it; `''` where none did. */
  readonly logins: string[];
  /** Every byte that went into its tunnels. */
  readonly through: Buffer[];
  /** Hangs up on everybody. */
  cut(): void;
}

/** Starts a proxy on a free port. Whatever name it is asked for is at 127.0.0.1. */
export async function startProxy(input: ProxyRules & { certificate?: Certificate } = {}): Promise<TestProxy> {
  const { certificate: own, ...rules } = input;
  const requests: string[] = [];
  const logins: string[] = [];
  const through: Buffer[] = [];
  const open = new Set<Duplex>();

  const loginOf = ({ headers }: IncomingMessage): string => {
    const [, coded = ''] = /^Basic (.*)$/.exec(headers['proxy-authorization'] ?? '') ?? [];
    return Buffer.from(coded, 'base64').toString();
  };
  const tunnel = (request: IncomingMessage, socket: Duplex): void => {
    open.add(socket.on('error', () => undefined));
    const login = loginOf(request);
    requests.push(`CONNECT ${request.url ?? ''}`);
    logins.push(login);
    const { instead = null, login: expected = null, scheme = 'Basic realm="the institution"' } = rules;
    if (instead === 'drop') socket.destroy();
    else if (instead === 'silent') return;
    else if (instead !== null) socket.end(`HTTP/1.1 ${instead} No\r\n\r\n<h1>The proxy's own page</h1>`);
    else if (expected !== null && login !== expected)
      socket.end(`HTTP/1.1 407 Login\r\nProxy-Authenticate: ${scheme}\r\n\r\n<h1>Who are you?</h1>`);
    else {
      const upstream = connect(Number(request.url?.split(':').at(-1)), '127.0.0.1');
      upstream.once('connect', () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n'));
      upstream.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
      upstream.on('close', () => socket.destroy());
      socket.on('close', () => upstream.destroy());
      socket.on('data', (bytes: Buffer) => void through.push(bytes));
      socket.pipe(upstream).pipe(socket);
    }
  };
  // A request in plain, which it could read all of.
  const plain = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(502).end();
  };

  const pem = own && certificate(own);
  const server = pem ? createSecureServer({ key: pem, cert: pem }, plain) : createServer(plain);
  server.on('connect', tunnel);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    rules,
    route: `${pem ? 'HTTPS' : 'PROXY'} 127.0.0.1:${port}`,
    name: `${pem ? 'https://' : ''}127.0.0.1:${port}`,
    ...{ requests: requests, logins, through, cut },
    [Symbol.asyncDispose]: async () => {
      cut();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
