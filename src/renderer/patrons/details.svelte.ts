import type { Exported, PatronRecord } from '../../contract/patrons.ts';
import { call } from '../api.ts';
import { editOf, type PatronEdit } from './edit.svelte.ts';
import { Submission } from '../ui/list/submission.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';

/** The record of one patron, and what is being done with it. */
export class Details {
  readonly userId: string;
  readonly list = new Listing<PatronRecord>((signal) =>
    call('patrons.read', { userId: this.userId }, { signal }),
  );
  dialog = $state.raw<'edit' | 'delete' | null>(null);
  /** What is being changed in the record. */
  readonly draft: PatronEdit;
  readonly exporting = new Submission<Exported | null>();

  constructor(userId: string) {
    this.userId = userId;
    this.draft = editOf(userId);
  }

  edit(): void {
    this.#openDialog('edit');
  }

  remove(): void {
    this.#openDialog('delete');
  }

  /** Everything that the service holds about the patron, into a file. Answers what came of it; null where nothing did. */
  async export(): Promise<Exported | null> {
    const { userId, exporting } = this;
    if (exporting.busy) return null;
    return exporting.run((_, signal) => call('patrons.export', { userId }, { signal }));
  }

  leave(): void {
    this.list.stop();
    this.dialog = null;
    this.exporting.failure = null;
  }

  #openDialog(dialog: 'edit' | 'delete'): void {
    this.exporting.failure = null;
    this.dialog = dialog;
  }
}

export const detailsOf = keepLast((userId) => new Details(userId));
