import { readFileSync } from 'node:fs';
import { createServer, request as ask, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import type { ServerOptions } from '../../src/server/server.ts';
import { startSample } from '../sample/server.ts';

/** Something that answers at an address and is not the library's service. */
export interface Strange extends AsyncDisposable {
  readonly port: number;
  readonly address: string;
  /** The requests that arrived, each with its headers. */
  readonly arrived: readonly string[];
}

async function listening(server: Server, scheme: string, arrived: readonly string[]): Promise<Strange> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    arrived,
    address: `${scheme}://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      if ('closeAllConnections' in server) (server.closeAllConnections as () => void)();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const noting =
  (arrived: string[], answer: RequestListener): RequestListener =>
  (request, response) => {
    arrived.push([request.url, ...request.rawHeaders].join('\n'));
    answer(request, response);
  };

/** Over plain http, on this machine. */
export function strangeService(answer: RequestListener): Promise<Strange> {
  const arrived: string[] = [];
  return listening(createServer(noting(arrived, answer)), 'http', arrived);
}

/** Over https, with a certificate that nobody vouches for. */
export function selfSigned(): Promise<Strange> {
  const arrived: string[] = [];
  const pem = readFileSync(new URL('../client/self-signed.pem', import.meta.url));
  const listener = noting(arrived, (_, response) => response.end('{}'));
  return listening(createSecureServer({ key: pem, cert: pem }, listener), 'https', arrived);
}

export const answers =
  (type: string, body: string, status = 200): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type }).end(body);
  };

/** An address on which nobody listens. */
export async function closedPort(): Promise<string> {
  await using gone = await strangeService(() => undefined);
  return gone.address;
}

/** An institution's own library, in the test's process. */
export interface Institution extends AsyncDisposable {
  readonly port: number;
  readonly address: string;
  readonly key: string;
  /** The name under which the keychain has its key. */
  readonly account: string;
}

export async function institution(key: string, options: ServerOptions = {}): Promise<Institution> {
  const server = await startSample({ ...options, key });
  const address = new URL(server.url).origin;
  const { port, url: account } = server;
  return { port, address, key, account, [Symbol.asyncDispose]: () => server.close() };
}

/** What the service is to say, in its recorded shape, to every call whose address has this in it. */
interface Refusal {
  readonly operation: string;
  readonly code: string;
  readonly message: string;
}

/** A library as an institution has it, with its key, behind a gateway that can refuse for it. */
export async function libraryBehind(
  key: string,
): Promise<Strange & { readonly refuse: (refusal: Refusal | null) => void }> {
  const library = await startSample({ key });
  let refusal: Refusal | null = null;
  const gateway = await strangeService((request, response) => {
    const url = request.url ?? '/';
    if (refusal && url.includes(refusal.operation)) {
      const { code: errorCode, message: errorMessage } = refusal;
      const error = [{ errorCode, errorMessage, trackingId: 'E01-0000000000-TEST-AWAE0' }];
      response.writeHead(400, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ errorsExist: true, errorList: { error }, result: null }));
      request.resume();
      return;
    }
    const { method, headers } = request;
    const passed = ask({ port: library.port, host: '127.0.0.1', path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    request.pipe(passed);
  });
  return {
    ...gateway,
    refuse: (next) => (refusal = next),
    [Symbol.asyncDispose]: async () => {
      await gateway[Symbol.asyncDispose]();
      await library.close();
    },
  };
}
