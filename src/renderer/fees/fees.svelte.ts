import type { Coded } from '../../contract/common.ts';
import type { FeeList, feeStatuses, FeeView } from '../../contract/fees.ts';
import { call } from '../api.ts';
import { rowIds } from '../ui/row-ids.ts';
import { afterChange } from '../desk/after-change.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { draftsAbout, draftsOf } from '../ui/list/drafts.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { readLibraries, type LibraryChoices } from '../station/libraries.ts';
import { Listing } from '../ui/list/listing.svelte.ts';
import { noKeys } from '../ui/list/replaced.ts';
import { isPayable, oldestFirst } from '../../shared/fees.ts';

export type FeeStatusShown = (typeof feeStatuses)[number];

/** What a dialog acts on. */
export type FeeDialog =
  | { readonly act: 'waive' | 'dispute' | 'restore'; readonly fee: FeeView }
  | { readonly act: 'pay'; readonly fee: FeeView; readonly among: readonly FeeView[] }
  | { readonly act: 'payAll' }
  | { readonly act: 'add' }
  | { readonly act: 'paySum'; readonly fees: readonly FeeView[] };

/** A fee that is being charged. */
interface FeeForm {
  type: string;
  amount: string;
  owner: string;
  barcode: string;
  comment: string;
}

// Whose it is, is only supposed.
const draftOf = draftsOf(
  () =>
    new Draft(
      (): FeeForm => ({ type: '', amount: '', owner: '', barcode: '', comment: '' }),
      ({ type, amount, barcode, comment }) => [type, amount, barcode, comment].join(''),
    ),
);
/** What is begun in waiving a fee, with its amount: without that, what was meant in part would be waived whole. */
export const waiverOf = draftsAbout(() => ({ reason: '', amount: '', comment: '' }));
const aboutDispute = () => ({ reason: '', comment: '' });
export const disputeOf = draftsAbout(aboutDispute);
export const restoralOf = draftsAbout(aboutDispute);

/** The fees of one patron, what is chosen among them, and what is being done with them. */
export class Fees {
  readonly userId: string;
  shown = $state<FeeStatusShown>('ACTIVE');
  readonly list = new Listing<FeeList>((signal) =>
    call('fees.list', { userId: this.userId, status: this.shown }, { signal }),
  );
  readonly types = new Listing<readonly Coded[]>((signal) => call('fees.types', {}, { signal }));
  readonly owners = new Listing<LibraryChoices>(readLibraries);
  readonly reasons = new Listing<readonly Coded[]>((signal) => call('fees.reasons', {}, { signal }));
  readonly draft: Draft<FeeForm>;
  chosen = $state.raw(noKeys);
  at = $state('');
  opened = $state('');
  dialog = $state.raw<FeeDialog | null>(null);
  readonly rows = $derived(this.list.value?.fees ?? []);
  /** What tells the rows apart, whatever ids they came with. */
  readonly keyOf = $derived(rowIds(this.rows, ({ feeId }) => feeId));
  /** One that is listed twice is paid once. */
  readonly payable = $derived(
    this.rows.filter((fee) => isPayable(fee) && fee.feeId !== '' && this.keyOf(fee) === fee.feeId),
  );
  readonly chosenPayable = $derived(this.payable.filter((fee) => this.chosen.has(this.keyOf(fee))));
  /** Those chosen, or else the one stood on. */
  readonly #picked = $derived.by(() => {
    const chosen = this.rows.filter((fee) => this.chosen.has(this.keyOf(fee)));
    return chosen.length > 0 ? chosen : this.rows.filter((fee) => this.keyOf(fee) === this.at);
  });
  /** The one fee a key acts on: the only one chosen, or else the one stood on. */
  readonly current = $derived.by(() => {
    const [one] = this.#picked;
    return one && this.#picked.length === 1 && one.feeId !== '' ? one : null;
  });
  /** Among what is meant is a fee that came without its id: nothing can be asked of the service about it. */
  readonly nameless = $derived(this.#picked.some(({ feeId }) => feeId === ''));
  /** What is owed in all is known: only then can all of it be paid at once. */
  readonly canPayAll = $derived(this.payable.length > 0 && this.list.value?.owed !== '');

  constructor(userId: string) {
    this.userId = userId;
    this.draft = draftOf(userId);
  }

  async show(shown: FeeStatusShown): Promise<void> {
    this.shown = shown;
    this.list.value = null;
    this.chosen = noKeys;
    this.opened = '';
    await this.list.load();
  }

  pay(): void {
    if (this.current && isPayable(this.current)) this.#pay(this.current);
  }

  /** Pays the fee that is chosen or stood on, or else the oldest. */
  payNext(): void {
    const chosen = this.current && isPayable(this.current) ? this.current : null;
    const fee = chosen ?? oldestFirst(this.payable, ({ created }) => created)[0];
    if (fee) this.#pay(fee);
  }

  add(): void {
    this.#openDialog({ act: 'add' });
  }

  payAll(): void {
    if (this.canPayAll) this.#openDialog({ act: 'payAll' });
  }

  /** A sum over the chosen fees, or over all that can be paid. */
  paySum(): void {
    const fees = this.chosenPayable.length > 0 ? this.chosenPayable : this.payable;
    if (fees.length > 0) this.#openDialog({ act: 'paySum', fees });
  }

  waive(): void {
    if (this.current && isPayable(this.current)) this.#openDialog({ act: 'waive', fee: this.current });
  }

  /** Disputes an active fee; restores one in dispute. */
  dispute(): void {
    if (this.current?.disputed) this.#openDialog({ act: 'restore', fee: this.current });
    else if (this.current?.active) this.#openDialog({ act: 'dispute', fee: this.current });
  }

  /** What the dialog shows is not what the service has any more: both are read anew. */
  async readAgain(): Promise<void> {
    await afterChange(this.list);
    const { dialog } = this;
    if (dialog?.act !== 'waive') return;
    const fee = this.rows.find(({ feeId }) => feeId === dialog.fee.feeId);
    if (fee) this.dialog = { ...dialog, fee };
  }

  leave(): void {
    this.list.stop();
    this.dialog = null;
  }

  #pay(fee: FeeView): void {
    this.#openDialog({ act: 'pay', fee, among: this.payable });
  }

  #openDialog(dialog: FeeDialog): void {
    this.dialog = dialog;
  }
}

export const feesOf = keepLast((userId) => new Fees(userId));
