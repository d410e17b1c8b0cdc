import type { Coded } from '../../../../contract/common.ts';
import type { RequestView } from '../../../../contract/requests.ts';
import { call } from '../../../api.ts';
import { keepLast } from '../keep-last.svelte.ts';
import { readLibraries, type Libraries } from '../libraries.ts';
import { Listing } from '../listing.svelte.ts';

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
  /** Where a hold can be picked up. */
  readonly pickups = new Listing<Libraries>(readLibraries);
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
