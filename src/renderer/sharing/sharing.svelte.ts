import type { Coded } from '../../contract/common.ts';
import type { SharingChoices, SharingForm, SharingView } from '../../contract/sharing.ts';
import { call } from '../api.ts';
import { rowIds } from '../ui/row-ids.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { draftsAbout, draftsOf } from '../ui/list/drafts.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { emptyForm, typedInto } from './sharing-form.ts';

export type SharingDialog =
  { readonly act: 'ask' | 'find' } | { readonly act: 'cancel' | 'shipping'; readonly request: SharingView };

const draftOf = draftsOf(() => new Draft(emptyForm, typedInto));
/** What is begun in cancelling one of them. */
export const cancellationOf = draftsAbout(() => ({ reason: '', note: '' }));

/** What is borrowed elsewhere for one patron, as far as it is known here. */
export class Sharing {
  readonly userId: string;
  /** Numbers of requests that the user looked up: the service has no list with requests made elsewhere. */
  #found: readonly string[] = [];
  readonly list = new Listing<{ readonly requests: readonly SharingView[]; readonly older: number }>(
    (signal, onProgress) =>
      call('sharing.list', { userId: this.userId, also: [...this.#found] }, { signal, onProgress }),
  );
  readonly choices = new Listing<SharingChoices>((signal) => call('sharing.choices', {}, { signal }));
  readonly reasons = new Listing<readonly Coded[]>((signal) => call('requests.reasons', {}, { signal }));
  readonly draft: Draft<SharingForm>;
  at = $state('');
  opened = $state('');
  dialog = $state.raw<SharingDialog | null>(null);
  readonly rows = $derived(this.list.value?.requests ?? []);
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.rows, ({ requestId }) => requestId));
  readonly #stood = $derived(this.rows.find((request) => this.keyOf(request) === this.at) ?? null);
  /** What is stood on came without its id: nothing can be asked of the service about it. */
  readonly nameless = $derived(this.#stood?.requestId === '');
  readonly current = $derived(this.nameless ? null : this.#stood);

  constructor(userId: string) {
    this.userId = userId;
    this.draft = draftOf(userId);
  }

  ask(): void {
    this.#openDialog({ act: 'ask' });
  }

  find(): void {
    this.#openDialog({ act: 'find' });
  }

  cancel(): void {
    if (this.current) this.#openDialog({ act: 'cancel', request: this.current });
  }

  shipping(): void {
    if (this.current) this.#openDialog({ act: 'shipping', request: this.current });
  }

  /** Keeps a request that was looked up in the list, and stands on it. */
  keep({ requestId }: SharingView): void {
    if (!this.#found.includes(requestId)) this.#found = [...this.#found, requestId];
    this.at = requestId;
    this.opened = requestId;
  }

  leave(): void {
    this.list.stop();
    this.dialog = null;
  }

  #openDialog(dialog: SharingDialog): void {
    this.dialog = dialog;
  }
}

export const sharingOf = keepLast((userId) => new Sharing(userId));
