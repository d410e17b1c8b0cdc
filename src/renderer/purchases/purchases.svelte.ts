import type { Coded } from '../../contract/common.ts';
import type { PurchaseChoices, PurchaseForm, PurchaseView } from '../../contract/purchases.ts';
import { call } from '../api.ts';
import { rowIds } from '../ui/row-ids.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { draftsOf } from '../ui/list/drafts.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { emptyForm, typedInto } from './purchase-form.ts';

export type PurchaseDialog =
  { readonly act: 'ask' } | { readonly act: 'cancel'; readonly request: PurchaseView };

const draftOf = draftsOf(() => new Draft(emptyForm, typedInto));

/** What one patron asks the library to buy. */
export class Purchases {
  readonly userId: string;
  readonly list = new Listing<{ readonly requests: readonly PurchaseView[]; readonly total: number }>(
    (signal) => call('purchases.list', { userId: this.userId }, { signal }),
  );
  readonly choices = new Listing<PurchaseChoices>((signal) => call('purchases.choices', {}, { signal }));
  readonly draft: Draft<PurchaseForm>;
  #chosenStatus = $state('');
  at = $state('');
  opened = $state('');
  dialog = $state.raw<PurchaseDialog | null>(null);
  readonly #all = $derived(this.list.value?.requests ?? []);
  /** The statuses that occur, in the order of the list: what a service has beyond them is no use here. */
  readonly statuses = $derived(statusesIn(this.#all));
  /** A status, or `''` for all of them: also where none is of the status wanted any more. */
  readonly shown = $derived(
    this.statuses.some(({ code }) => code === this.#chosenStatus) ? this.#chosenStatus : '',
  );
  readonly rows = $derived(
    this.shown === '' ? this.#all : this.#all.filter(({ status }) => status.code === this.shown),
  );
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.#all, ({ requestId }) => requestId));
  readonly #stood = $derived(this.rows.find((request) => this.keyOf(request) === this.at) ?? null);
  /** What is stood on came without its id: nothing can be asked of the service about it. */
  readonly nameless = $derived(this.#stood?.requestId === '');
  readonly current = $derived(this.nameless ? null : this.#stood);

  constructor(userId: string) {
    this.userId = userId;
    this.draft = draftOf(userId);
  }

  show(status: string): void {
    this.#chosenStatus = status;
  }

  ask(): void {
    this.#openDialog({ act: 'ask' });
  }

  cancel(): void {
    if (this.current) this.#openDialog({ act: 'cancel', request: this.current });
  }

  leave(): void {
    this.list.stop();
    this.dialog = null;
  }

  #openDialog(dialog: PurchaseDialog): void {
    this.dialog = dialog;
  }
}

function statusesIn(requests: readonly PurchaseView[]): readonly Coded[] {
  return requests
    .map(({ status }) => status)
    .filter(({ code }, index, all) => code !== '' && all.findIndex((other) => other.code === code) === index);
}

export const purchasesOf = keepLast((userId) => new Purchases(userId));

/** What a request is called in a sentence: its title, or its number where no title is known. */
export const purchaseName = ({ title, mmsId, requestId }: PurchaseView): string =>
  title || mmsId || requestId;
