import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer as it goes by. */
export interface Passing {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly body: string;
}

export interface Proxy extends AsyncDisposable {
  readonly origin: string;
  /** What was asked so far: `GET /svcws/v1/users/…`. */
  readonly requests: readonly string[];
}

/** Stands in front of a service and may answer otherwise; where `instead` gives null the answer stays as it is. */
export async function standBetween(
  origin: string,
  instead: (passing: Passing) => { readonly status: number; readonly body: string } | null,
): Promise<Proxy> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request;
    requests.push(`${method} ${url}`);
    const pass = async (): Promise<void> => {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const headers = {
        authorization: request.headers.authorization ?? '',
        'content-type': 'application/json',
      };
      const sent = method === 'GET' || chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
      const answer = await fetch(origin + url, { method, headers, ...sent });
      const body = await answer.text();
      const other = instead({ method, url, status: answer.status, body }) ?? { status: answer.status, body };
      response.writeHead(other.status, { 'content-type': 'application/json' }).end(other.body);
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
