import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Client, type ClientOptions, createClient } from '../../client/client.ts';
import { createLimiter, noLimit } from '../../client/limiter.ts';
import { probe } from '../../client/probe.ts';
import { straight } from '../../client/proxy/outward.ts';
import type { ConnectionTest } from '../../contract/station.ts';
import { codeOf, labelOf } from '../../service/read.ts';
import type { KnownLibrary, Log, Network } from '../ports.ts';
import { accountOf, type Institution, type ServiceAddress } from './institution-key.ts';
import type { PracticeAddress } from './practice.ts';
import type { ServiceMeter } from './service-status.ts';

type OnAnswer = NonNullable<ClientOptions['onAnswer']>;

/** The client of a service, and its library. */
export interface LibraryClient {
  readonly client: Client;
  readonly library: KnownLibrary;
}

/** Holds the client of the connected service: one at a time, with a new one when the service changes. */
export class Clients {
  readonly #meter: ServiceMeter;
  readonly #outward: typeof globalThis.fetch;
  readonly #limiter = createLimiter();
  #connection: { readonly at: string; readonly key: string; readonly client: Client } | null = null;

  /** `outward` is the `fetch` for an institution's service; the practice library is on this machine. */
  constructor(meter: ServiceMeter, outward: typeof globalThis.fetch) {
    this.#meter = meter;
    this.#outward = outward;
  }

  /**
   * The client of the practice library. It stays valid when the library restarts on another port, so that the patron at
   * the desk keeps it.
   */
  practice(where: () => Promise<PracticeAddress>): Client {
    return this.#at('practice', '', (onAnswer) => {
      let latest: { readonly address: string; readonly client: Client } | null = null;
      const now = async (): Promise<Client> => {
        const { address, key } = await where();
        if (latest?.address !== address) {
          // No limit is needed: no other station calls this service.
          const client = createClient({
            address,
            key: () => key,
            limiter: noLimit,
            fetch: straight,
            onAnswer,
          });
          latest = { address, client };
        }
        return latest.client;
      };
      return {
        // Forwarded unchanged: the caller has the types.
        call: (async (...args: Parameters<Client['call']>) => (await now()).call(...args)) as Client['call'],
        open: async (...args) => (await now()).open(...args),
        time: () => latest?.client.time() ?? null,
      };
    });
  }

  institution(institution: Institution, key: string): Client {
    const { address, root } = institution;
    const options = { address, root, key: () => key, limiter: this.#limiter, fetch: this.#outward };
    return this.#at(accountOf(institution), key, (onAnswer) => createClient({ ...options, onAnswer }));
  }

  /** A client to test a key before the station uses it. */
  trial({ address, root }: ServiceAddress, key: string): Client {
    return createClient({ address, root, key: () => key, limiter: this.#limiter, fetch: this.#outward });
  }

  /** The station is connected to another service from now on. */
  reset(): void {
    this.#connection = null;
    this.#meter.reset();
  }

  #at(at: string, key: string, create: (onAnswer: OnAnswer) => Client): Client {
    if (this.#connection?.at === at && this.#connection.key === key) return this.#connection.client;
    const isCurrent = (): boolean => this.#connection?.client === client;
    const onAnswer: OnAnswer = (report) => {
      if (isCurrent()) this.#meter.answered(report);
    };
    const client = this.#meter.watch(create(onAnswer), isCurrent);
    this.#connection = { at, key, client };
    return client;
  }
}

/** The limit of a connection test, in milliseconds: the user waits for it. */
const timeoutMs = 15_000;

/** The result of a connection test: the part for a window, and what the service says about itself. */
export interface TestResult {
  readonly connection: ConnectionTest;
  readonly currency: string | null;
  /** The institution's own code and name; `''` if the key does not have permission to read them. */
  readonly code: string;
  readonly name: string;
}

/** Tests a service with two cheap reads. Returns the result, and the currency if the service gives it. */
export async function testConnection(client: Client, signal?: AbortSignal): Promise<TestResult> {
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

const bare = (pem: string): string => pem.replaceAll(/\s/g, '');

/** What was added the last time: it goes when the system, or a person, does not trust it any more. */
let added: ReadonlySet<string> = new Set();

/**
 * Adds the certificate authorities of the system to those of Node: an institution may have its own. If the system does
 * not provide any, only Node's are used.
 */
export function trustSystem({ authorities }: Pick<Network, 'authorities'>, log: Log): void {
  try {
    const authoritiesOfSystem = authorities();
    if (authoritiesOfSystem.length + added.size > 0) {
      const nodes = getCACertificates('default').filter((pem) => !added.has(bare(pem)));
      const known = new Set(nodes.map(bare));
      const more = authoritiesOfSystem.filter((pem) => !known.has(bare(pem)));
      setDefaultCACertificates([...nodes, ...more]);
      added = new Set(more.map(bare));
    }
    log.line('station.authorities', { ofSystem: authoritiesOfSystem.length });
  } catch (error) {
    log.line('station.noAuthorities', { code: (error as { code?: string } | null)?.code ?? '' });
  }
}
