import type { PatronRecord } from '../../../contract/patrons.ts';
import { call } from '../../api.ts';
import { keepLast } from './keep-last.svelte.ts';
import { Listing } from './listing.svelte.ts';

/** The record of one patron, and what is being done with it. */
export class Details {
  readonly userId: string;
  readonly list = new Listing<PatronRecord>((signal) =>
    call('patrons.read', { userId: this.userId }, { signal }),
  );
  asking = $state.raw<'edit' | 'delete' | null>(null);
  /** What was saved last, until the next act. */
  saved = $state.raw<PatronRecord | null>(null);

  constructor(userId: string) {
    this.userId = userId;
  }

  edit(): void {
    this.#ask('edit');
  }

  remove(): void {
    this.#ask('delete');
  }

  /** Forgets what came of the last act. */
  clear(): void {
    this.saved = null;
  }

  leave(): void {
    this.list.stop();
    this.asking = null;
    this.clear();
  }

  #ask(asking: 'edit' | 'delete'): void {
    this.clear();
    this.asking = asking;
  }
}

export const detailsOf = keepLast((userId) => new Details(userId));
