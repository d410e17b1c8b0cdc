import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { createClient, type Client, type ClientOptions } from '../../src/client/client.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { certificate, type Certificate } from './proxy.ts';

export const key = 'l7xx0123456789abcdefSECRET';

/** A request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Stub {
  readonly address: string;
  readonly arrived: Arrived[];
}

type Answerer = (response: ServerResponse, request: Arrived, nth: number) => void;

/** Over https, with which certificate. */
interface StubOptions {
  readonly secure?: Certificate | 'self-signed' | null;
}

/** A service that answers as told, and is gone when the test ends. */
export async function stub(answer: Answerer, { secure = null }: StubOptions = {}): Promise<Stub> {
  const arrived: Arrived[] = [];
  const listener: RequestListener = (request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      arrived.push(one);
      answer(response, one, arrived.length);
    });
  };
  const pem =
    secure === 'self-signed'
      ? readFileSync(new URL('self-signed.pem', import.meta.url))
      : secure && certificate(secure);
  const server = pem ? createSecureServer({ key: pem, cert: pem }, listener) : createServer(listener);
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { address: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`, arrived };
}

/** Starts to listen on a free port of this machine. */
export async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** An address on which nobody listens. */
export async function closedPort(): Promise<string> {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** A client without a limit that does not wait between tries; `pauses` are the waits it would have made. */
export function clientOf(
  address: string,
  options: Partial<ClientOptions> = {},
): Client & { pauses: number[] } {
  const pauses: number[] = [];
  const client = createClient({
    address,
    key: () => key,
    limiter: noLimit,
    pace: {
      random: () => 0.5,
      sleep: (ms, signal) => {
        pauses.push(ms);
        signal?.throwIfAborted();
        return Promise.resolve();
      },
    },
    ...options,
  });
  return { ...client, pauses };
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8', ...headers });
  response.end(JSON.stringify(body));
}

/** The recorded shape of a refusal. */
export function refusalBody(errorCode: unknown, errorMessage = 'No.', trackingId: unknown = 'E01-1234-AB') {
  return { errorsExist: true, errorList: { error: [{ errorCode, errorMessage, trackingId }] }, result: null };
}

/** What a call that must fail fails with. */
export async function failing(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error,
  );
}
