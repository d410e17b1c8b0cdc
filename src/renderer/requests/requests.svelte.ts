import type { Coded } from '../../contract/common.ts';
import type { RequestType, RequestView } from '../../contract/requests.ts';
import { call } from '../api.ts';
import { rowIds } from '../ui/row-ids.ts';
import { draftsAbout, draftsOf } from '../ui/list/drafts.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { RequestDraft } from './draft.svelte.ts';
import { RequestEdits, type RequestEdit } from './edit.svelte.ts';
import { readPickups, type Pickups } from './pickups.ts';

export type RequestsShown = 'active' | 'history';

/** What a dialog acts on. */
export type RequestDialog =
  | { readonly act: 'place' }
  | { readonly act: 'edit'; readonly edit: RequestEdit }
  | { readonly act: 'step'; readonly request: RequestView }
  /** Null: the user chooses one of the active requests. */
  | { readonly act: 'cancel'; readonly request: RequestView | null };

const draftOf = draftsOf(() => new RequestDraft());
const editsOf = draftsOf((userId) => new RequestEdits(userId));
/** What is begun in cancelling one of them. */
export const cancellationOf = draftsAbout(() => ({ note: '' }));

/** The requests of one patron, what is shown of them, and what is being done with them. */
export class Requests {
  readonly userId: string;
  shown = $state<RequestsShown>('active');
  type = $state<RequestType | 'ALL'>('ALL');
  readonly list = new Listing<{ readonly requests: readonly RequestView[]; readonly total: number }>(
    (signal) => {
      const { userId, type, shown: status } = this;
      return call('requests.list', { userId, status, ...(type === 'ALL' ? {} : { type }) }, { signal });
    },
  );
  readonly reasons = new Listing<readonly Coded[]>((signal) => call('requests.reasons', {}, { signal }));
  readonly pickups = new Listing<Pickups>(readPickups);
  at = $state('');
  opened = $state('');
  readonly draft: RequestDraft;
  /** For which reason one is cancelled: it stays for the next one of theirs. */
  cancelReason = $state('');
  readonly edits: RequestEdits;
  dialog = $state.raw<RequestDialog | null>(null);
  readonly rows = $derived(this.list.value?.requests ?? []);
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.rows, ({ requestId }) => requestId));
  readonly #stood = $derived(this.rows.find((request) => this.keyOf(request) === this.at) ?? null);
  /** What is stood on came without its id: nothing can be asked of the service about it. */
  readonly nameless = $derived(this.#stood?.requestId === '');
  readonly current = $derived(this.nameless ? null : this.#stood);
  /** The request the user is on, if it is still active: only such a one can be changed. */
  readonly changeable = $derived(this.shown === 'active' ? this.current : null);

  constructor(userId: string) {
    this.userId = userId;
    this.draft = draftOf(userId);
    // What was chosen in an earlier visit goes with it, unless a request was begun.
    if (!this.draft.isDirty) this.draft.startOver();
    this.edits = editsOf(userId);
  }

  /** All active requests are in the list. */
  get isWhole(): boolean {
    return this.shown === 'active' && this.type === 'ALL';
  }

  async show(options: {
    readonly shown?: RequestsShown;
    readonly type?: RequestType | 'ALL';
  }): Promise<void> {
    const { shown = this.shown, type = this.type } = options;
    if (shown === this.shown && type === this.type) return;
    this.shown = shown;
    this.type = type;
    this.opened = '';
    await this.list.anew();
  }

  place(type?: RequestType): void {
    if (type) this.draft.form.type = type;
    this.#openDialog({ act: 'place' });
  }

  edit(): void {
    if (this.changeable) this.resume(this.edits.of(this.changeable));
  }

  /** Goes on with an edit. */
  resume(edit: RequestEdit): void {
    this.at = edit.request.requestId;
    this.#openDialog({ act: 'edit', edit });
  }

  step(): void {
    if (this.changeable?.type.code === 'DIGITIZATION')
      this.#openDialog({ act: 'step', request: this.changeable });
  }

  cancel(): void {
    if (this.changeable) this.#openDialog({ act: 'cancel', request: this.changeable });
  }

  /** Cancels one of the active requests, from any tab: the user chooses it in the dialog. */
  cancelOne(): void {
    void this.show({ shown: 'active', type: 'ALL' });
    this.#openDialog({ act: 'cancel', request: null });
  }

  leave(): void {
    this.list.stop();
    this.dialog = null;
  }

  #openDialog(dialog: RequestDialog): void {
    this.dialog = dialog;
  }
}

export const requestsOf = keepLast((userId) => new Requests(userId));
