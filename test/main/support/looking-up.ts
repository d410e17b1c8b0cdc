import { afterAll, beforeAll } from 'vitest';
import { createClient, type Client } from '../../../src/client/client.ts';
import { noLimit } from '../../../src/client/limiter.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import { startSample } from '../../sample/server.ts';

/** One practice library for all tests of a file, called without a journal, as if every answer had been lost. */
export interface LookingUp {
  readonly client: Client;
  /** What is found out about a command that was journaled like this. */
  found(operation: Command, payload: object, before?: unknown, id?: string): Promise<string>;
}

export function lookingUp(): LookingUp {
  let client: Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const server = await startSample({ key: 'practice', settleMs: 0 });
    close = () => server.close();
    client = createClient({ address: new URL(server.url).origin, key: () => 'practice', limiter: noLimit });
  });
  afterAll(() => close());
  return {
    get client() {
      return client;
    },
    found: async (operation, payload, before = null, id = '1') =>
      (await commandTable.lookUp(client, { id, operation, payload, before })).found,
  };
}
