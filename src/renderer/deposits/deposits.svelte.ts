import type { DepositList, DepositOp, DepositProfileView, DepositView } from '../../contract/deposits.ts';
import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import { rowIds } from '../ui/row-ids.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { draftsOf } from '../ui/list/drafts.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { readLibraries, type LibraryChoices } from '../station/libraries.ts';
import { Listing } from '../ui/list/listing.svelte.ts';

/** What a dialog acts on. */
export type DepositDialog =
  { readonly act: 'add' } | { readonly act: DepositOp | 'other'; readonly deposit: DepositView };

/** A deposit that is being noted. */
interface DepositForm {
  profile: string;
  amount: string;
  owner: string;
  comment: string;
}

// Whose it is, is only supposed.
const draftOf = draftsOf(
  () =>
    new Draft(
      (): DepositForm => ({ profile: '', amount: '', owner: '', comment: '' }),
      ({ profile, amount, comment }) => [profile, amount, comment].join(''),
    ),
);

/** The deposits of one patron, and what is being done with them. */
export class Deposits {
  readonly userId: string;
  readonly list = new Listing<DepositList>((signal) =>
    call('deposits.list', { userId: this.userId }, { signal }),
  );
  readonly profiles = new Listing<readonly DepositProfileView[]>((signal) =>
    call('deposits.profiles', {}, { signal }),
  );
  readonly owners = new Listing<LibraryChoices>(readLibraries);
  at = $state('');
  opened = $state('');
  dialog = $state.raw<DepositDialog | null>(null);
  readonly rows = $derived(this.list.value?.deposits ?? []);
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.rows, ({ depositId }) => depositId));
  readonly #stood = $derived(this.rows.find((deposit) => this.keyOf(deposit) === this.at) ?? null);
  /** What is stood on came without its id: nothing can be asked of the service about it. */
  readonly nameless = $derived(this.#stood?.depositId === '');
  readonly current = $derived(this.nameless ? null : this.#stood);

  readonly draft: Draft<DepositForm>;

  constructor(userId: string) {
    this.userId = userId;
    this.draft = draftOf(userId);
  }

  /** Whether the deposit that is stood on is in a state for it. */
  can(op: DepositOp): boolean {
    return this.current?.can.includes(op) ?? false;
  }

  add(): void {
    this.#openDialog({ act: 'add' });
  }

  act(op: DepositOp): void {
    if (this.current && this.can(op)) this.#openDialog({ act: op, deposit: this.current });
  }

  /** Disputes a deposit, or restores one in dispute. */
  dispute(): void {
    this.act(this.can('restore') && !this.can('dispute') ? 'restore' : 'dispute');
  }

  other(): void {
    if (this.current) this.#openDialog({ act: 'other', deposit: this.current });
  }

  leave(): void {
    this.list.stop();
    this.dialog = null;
  }

  #openDialog(dialog: DepositDialog): void {
    this.dialog = dialog;
  }
}

export const depositsOf = keepLast((userId) => new Deposits(userId));

/** What a deposit is called in a sentence. */
export const depositName = ({ profile }: DepositView): string => profile.label || profile.code;

/** What a deposit is after something was done with it; as it was called before, where that could not be read. */
export const depositDone = (before: DepositView, now: DepositView | null): string =>
  now
    ? m.deposits_done_deposit({ deposit: depositName(now), status: now.status.label || now.status.code })
    : m.lists_unread({ what: depositName(before) });
