import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Client, type ClientOptions, createClient } from '../../client/client.ts';
import { createLimiter, noLimit } from '../../client/limiter.ts';
import { probe } from '../../client/probe.ts';
import type { ConnectionTest } from '../../contract/station.ts';
import { codeOf, labelOf } from '../../service/read.ts';
import type { KnownLibrary, Log, Network } from '../ports.ts';
import { accountOf, type Institution, type Place } from './institution-key.ts';
import type { PracticeAddress } from './practice.ts';
import type { ServiceMeter } from './service-status.ts';

type OnAnswer = NonNullable<ClientOptions['onAnswer']>;

/** The client of a service, and whose it is. */
export interface Answering {
  readonly client: Client;
  readonly library: KnownLibrary;
}

/** The client of the service the station stands on: one at a time, made anew where the service moved. */
export class Clients {
  readonly #meter: ServiceMeter;
  readonly #outward: typeof globalThis.fetch;
  readonly #limiter = createLimiter();
  #connection: { readonly at: string; readonly client: Client } | null = null;

  /** `outward` leads to an institution's service; the practice library is on this machine. */
  constructor(meter: ServiceMeter, outward: typeof globalThis.fetch) {
    this.#meter = meter;
    this.#outward = outward;
  }

  /** Stays good when the library is started again and listens elsewhere: the patron at the desk keeps their client. */
  practice(where: () => Promise<PracticeAddress>): Client {
    return this.#at('practice', (onAnswer) => {
      let latest: { readonly address: string; readonly client: Client } | null = null;
      const now = async (): Promise<Client> => {
        const { address, key } = await where();
        if (latest?.address !== address) {
          // Ours alone: nobody else's calls have to be thought of.
          const client = createClient({ address, key: () => key, limiter: noLimit, onAnswer });
          latest = { address, client };
        }
        return latest.client;
      };
      return {
        // Handed on as it is: what goes in and comes out is typed by the caller.
        call: (async (...given: Parameters<Client['call']>) =>
          (await now()).call(...given)) as Client['call'],
        open: async (...given) => (await now()).open(...given),
        time: () => latest?.client.time() ?? null,
      };
    });
  }

  institution(institution: Institution, key: string): Client {
    const { address, root } = institution;
    const options = { address, root, key: () => key, limiter: this.#limiter, fetch: this.#outward };
    return this.#at(accountOf(institution), (onAnswer) => createClient({ ...options, onAnswer }));
  }

  /** A client to try a key with, on which nothing stands. */
  trial({ address, root }: Place, key: string): Client {
    return createClient({ address, root, key: () => key, limiter: this.#limiter, fetch: this.#outward });
  }

  /** The station stands elsewhere from now on. */
  reset(): void {
    this.#connection = null;
    this.#meter.reset();
  }

  #at(at: string, create: (onAnswer: OnAnswer) => Client): Client {
    if (this.#connection?.at === at) return this.#connection.client;
    const counts = (): boolean => this.#connection?.client === client;
    const onAnswer: OnAnswer = (report) => {
      if (counts()) this.#meter.answered(report);
    };
    const client = this.#meter.watch(create(onAnswer), counts);
    this.#connection = { at, client };
    return client;
  }
}

/** For one try, in milliseconds: somebody sits before the screen and waits. */
const timeoutMs = 15_000;

/** What a test found: what a window is told, and what the service says of itself. */
export interface Tested {
  readonly connection: ConnectionTest;
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
    connection: { ms, libraries: libraries.length, possibleLibraries: [] },
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    code: codeOf(general?.institution),
    name: labelOf(general?.institution),
  };
}

/**
 * From here on the authorities that the system trusts are trusted beside those that Node brings: an institution has its
 * own. Where the system does not give them, those of Node are.
 */
export function trustSystem({ authorities }: Pick<Network, 'authorities'>, log: Log): void {
  try {
    const own = authorities();
    if (own.length > 0) setDefaultCACertificates([...getCACertificates('default'), ...own]);
    log.line('station.authorities', { ofSystem: own.length });
  } catch (error) {
    log.line('station.noAuthorities', { code: (error as { code?: string } | null)?.code ?? '' });
  }
}
