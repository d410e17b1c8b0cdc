import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a call was, and what the service behind answered to it. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  status: number;
  headers: Headers;
  body: string;
}

/** A service that stands before another, and changes what it answers. */
export interface BrokenService {
  readonly url: string;
  /** Every call that reached it. */
  readonly calls: readonly { readonly method: string; readonly path: string }[];
  close(): Promise<void>;
}

/** Puts a service with a defect before a right one: each answer passes through `spoil`. */
export async function breakService(
  target: string,
  spoil: (passing: Passing) => void,
): Promise<BrokenService> {
  const calls: { method: string; path: string }[] = [];
  const origin = new URL(target);
  const server = createServer((request, response) => {
    void pass(request, response, origin, spoil, calls);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${origin.pathname}`, calls, close: () => closed(server) };
}

async function pass(
  request: IncomingMessage,
  response: ServerResponse,
  origin: URL,
  spoil: (passing: Passing) => void,
  calls: { method: string; path: string }[],
): Promise<void> {
  const url = new URL(request.url ?? '/', origin);
  const method = request.method ?? 'GET';
  const path = url.pathname.slice(origin.pathname.length);
  calls.push({ method, path });
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { authorization, accept, 'content-type': type } = request.headers;
  const headers = Object.entries({ authorization, accept, 'content-type': type }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const reply = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(parts.length > 0 ? { body: Buffer.concat(parts) } : {}),
  });
  const passing = {
    method,
    path,
    query: url.searchParams,
    status: reply.status,
    headers: new Headers(reply.headers),
    body: await reply.text(),
  };
  spoil(passing);
  response.statusCode = passing.status;
  for (const name of ['content-type', 'location', 'x-exl-api-remaining']) {
    const value = passing.headers.get(name);
    if (value !== null) response.setHeader(name, value);
  }
  response.end(passing.body);
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
