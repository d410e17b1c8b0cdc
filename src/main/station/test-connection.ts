import type { Client } from '../../client/client.ts';
import { probe } from '../../client/probe.ts';
import type { Connection } from '../../contract/station.ts';
import { codeOf, labelOf } from '../../service/read.ts';

/** For one try, in milliseconds: somebody sits before the screen and waits. */
const timeoutMs = 15_000;

/** What a test found: what a window is told, and what the service says of itself. */
export interface Tested {
  readonly connection: Connection;
  readonly currency: string | null;
  /** The institution's own code and what it is called; `''` where the key may not read them. */
  readonly code: string;
  readonly name: string;
}

/** Tests a service by two cheap reads; answers what it found, and the currency where the service says it. */
export async function testConnection(client: Client, signal?: AbortSignal): Promise<Tested> {
  const startedAt = performance.now();
  const { general, libraries } = await probe(client, { timeoutMs, ...(signal ? { signal } : {}) });
  const ms = Math.round((performance.now() - startedAt) / 2);
  const currency = codeOf(general?.default_currency);
  return {
    connection: { ms, libraries: libraries.length, mayBe: [] },
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    code: codeOf(general?.institution),
    name: labelOf(general?.institution),
  };
}
