import type { Client } from '../../client/client.ts';
import { probe } from '../../client/probe.ts';
import type { Connection } from '../../contract/station.ts';
import { codeOf } from '../../service/read.ts';

/** For one try, in milliseconds: somebody sits before the screen and waits. */
const timeoutMs = 15_000;

/** Tests a service by two cheap reads; answers what it found, and the currency where the service says it. */
export async function testConnection(
  client: Client,
  signal?: AbortSignal,
): Promise<{ connection: Connection; currency: string | null }> {
  const startedAt = performance.now();
  const { general, libraries } = await probe(client, { timeoutMs, ...(signal ? { signal } : {}) });
  const ms = Math.round((performance.now() - startedAt) / 2);
  const currency = codeOf(general?.default_currency);
  return {
    connection: { ms, libraries: libraries.length },
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
  };
}
