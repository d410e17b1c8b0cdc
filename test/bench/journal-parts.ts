import { randomBytes } from 'node:crypto';
import { createClient, type Client } from '../../src/client/client.ts';
import { noLimit } from '../../src/client/limiter.ts';
import { systemClock } from '../../src/main/clock.ts';
import { openJournal, type OpenJournal } from '../../src/main/journal/journal.ts';
import { createSeal, keyBytes } from '../../src/main/journal/seal.ts';
import type { Clock } from '../../src/main/ports.ts';
import { startProcess } from '../server/process.ts';

const key = 'bench';

/** A practice library as a process of its own, and a client for it without a limit. */
export interface BenchLibrary extends AsyncDisposable {
  readonly client: Client;
  /** From now on every call takes so much longer. */
  delay(ms: number): Promise<void>;
}

export async function openBenchLibrary(): Promise<BenchLibrary> {
  const server = startProcess('--key', key, '--faults');
  const close = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  };
  try {
    const address = await server.url;
    return {
      client: createClient({ address, key: () => key, limiter: noLimit }),
      async delay(ms) {
        const headers = { authorization: `apikey ${key}`, 'content-type': 'application/json' };
        const body = JSON.stringify([{ fault: 'delay', ms }]);
        const answer = await fetch(`${new URL(address).origin}/faults`, { method: 'POST', headers, body });
        if (!answer.ok) throw new Error(`the delay was refused: ${await answer.text()}`);
      },
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A journal in a file, with a key of its own. */
export function openBenchJournal(
  file: string,
  seal = createSeal(randomBytes(keyBytes)),
  clock: Pick<Clock, 'now'> = systemClock,
): OpenJournal {
  return openJournal({ file, seal, clock });
}
