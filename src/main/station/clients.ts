import { createClient, type Client, type ClientOptions } from '../../client/client.ts';
import { createLimiter, noLimit } from '../../client/limiter.ts';
import type { KnownLibrary } from '../ports.ts';
import { accountOf, type Institution, type Place } from './institution.ts';
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
  #standing: { readonly at: string; readonly client: Client } | null = null;

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
    this.#standing = null;
    this.#meter.reset();
  }

  #at(at: string, create: (onAnswer: OnAnswer) => Client): Client {
    if (this.#standing?.at === at) return this.#standing.client;
    const counts = (): boolean => this.#standing?.client === client;
    const onAnswer: OnAnswer = (report) => {
      if (counts()) this.#meter.answered(report);
    };
    const client = this.#meter.watch(create(onAnswer), counts);
    this.#standing = { at, client };
    return client;
  }
}
