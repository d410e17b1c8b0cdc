import type { Client } from '../../../src/client/client.ts';
import { RefusedError } from '../../../src/client/errors.ts';
import { endpoints, type Operation } from '../../../src/service/endpoints.ts';

interface ClientCall {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** A service that differs from the practice library in this: it answers so, or as the library does where that is null. */
export function differing(client: Client, answer: (request: ClientCall) => unknown): Client {
  const call = (operation: Operation, input: Partial<ClientCall> = {}, ...rest: unknown[]) => {
    const { path = {}, query = {} } = input;
    const own = answer({ operation, path, query });
    if (own instanceof Error) return Promise.reject(own);
    if (own !== null && own !== undefined) return Promise.resolve(own);
    return (client.call as (...all: unknown[]) => Promise<unknown>)(operation, input, ...rest);
  };
  return { ...client, call } as Client;
}

/** A page of a list. Without `envelope`, as a service that counts. */
export function page(items: readonly unknown[], envelope: object = { total_record_count: items.length }) {
  return { items, total: items.length, envelope };
}

/** The service's own no. */
export function refusal(operation: Operation, code = '401873', status = 400): RefusedError {
  const { method, path } = endpoints[operation];
  return new RefusedError({ operation, method, path }, status, {
    code,
    serviceMessage: 'No.',
    trackingId: null,
  });
}
