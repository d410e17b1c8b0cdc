import type { Coded } from '../../../../contract/common.ts';
import type { Reply } from '../../../../contract/define.ts';
import type { RequestView } from '../../../../contract/requests.ts';
import { call } from '../../../api.ts';
import { keepLast } from '../keep-last.svelte.ts';
import { Listing } from '../listing.svelte.ts';

/** Where a hold can be picked up; `here` is this station's library, `''` where none is chosen. */
export interface Pickups {
  readonly libraries: readonly Coded[];
  readonly here: string;
}

async function readPickups(signal: AbortSignal): Promise<Reply<Pickups>> {
  const [places, station] = await Promise.all([
    call('station.places', {}, { signal }),
    call('station.get', {}, { signal }),
  ]);
  if (!places.ok) return places;
  const here = station.ok ? (station.value.library?.code ?? '') : '';
  return { ok: true, value: { libraries: places.value.libraries, here } };
}

export type Asking = { readonly act: 'place' } | { readonly act: 'cancel'; readonly request: RequestView };

/** What was done last, to stand above the list until the next act. */
export interface Done {
  readonly word: string;
  readonly text: string;
}

/** The requests of one patron. */
export class Requests {
  readonly userId: string;
  readonly list = new Listing<{ readonly requests: readonly RequestView[]; readonly total: number }>(
    (signal) => call('requests.list', { userId: this.userId }, { signal }),
  );
  readonly reasons = new Listing<readonly Coded[]>((signal) => call('requests.reasons', {}, { signal }));
  readonly pickups = new Listing<Pickups>(readPickups);
  at = $state('');
  opened = $state('');
  asking = $state.raw<Asking | null>(null);
  done = $state.raw<Done | null>(null);
  readonly rows = $derived(this.list.value?.requests ?? []);
  readonly current = $derived(this.rows.find((request) => request.requestId === this.at) ?? null);

  constructor(userId: string) {
    this.userId = userId;
  }

  place(): void {
    this.#ask({ act: 'place' });
  }

  cancel(): void {
    if (this.current) this.#ask({ act: 'cancel', request: this.current });
  }

  leave(): void {
    this.list.stop();
    this.done = null;
    this.asking = null;
  }

  #ask(asking: Asking): void {
    this.done = null;
    this.asking = asking;
  }
}

export const requestsOf = keepLast((userId) => new Requests(userId));
