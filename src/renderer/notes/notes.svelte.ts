import type { Coded } from '../../contract/common.ts';
import type { NoteView } from '../../contract/desk.ts';
import { call } from '../api.ts';
import { Draft } from '../ui/list/draft.svelte.ts';
import { draftsOf } from '../ui/list/drafts.svelte.ts';
import { keepLast } from '../ui/list/keep-last.svelte.ts';
import { Listing } from '../ui/list/listing.svelte.ts';

export type NoteDialog = { readonly act: 'add' } | { readonly act: 'remove'; readonly note: NoteView };

/** A note in its place among the patron's. */
export interface PlacedNote {
  readonly key: string;
  readonly note: NoteView;
}

/** A note that is being written. */
interface NoteForm {
  text: string;
  /** `''` for what it usually is. */
  type: string;
  visible: boolean;
  popUp: boolean;
}

const nothing = (): NoteForm => ({ text: '', type: '', visible: false, popUp: false });
const draftOf = draftsOf(() => new Draft(nothing, ({ text }) => text));

/** The notes of one patron. They come with the patron's record: reading them again reads it. */
export class Notes {
  readonly userId: string;
  readonly list = new Listing<readonly NoteView[]>(async (signal) => {
    const reply = await call('desk.refresh', {}, { signal });
    return reply.ok ? { ok: true, value: reply.value.notes } : reply;
  });
  readonly draft: Draft<NoteForm>;
  readonly types = new Listing<readonly Coded[]>((signal) => call('notes.types', {}, { signal }));
  at = $state('');
  dialog = $state.raw<NoteDialog | null>(null);
  readonly rows = $derived(
    (this.list.value ?? []).map((note, place): PlacedNote => {
      // What was just written comes back with its bare code.
      const named = this.types.value?.find(({ code }) => code === note.type.code);
      return { key: `${note.date} ${place}`, note: { ...note, type: named ?? note.type } };
    }),
  );
  readonly current = $derived(this.rows.find(({ key }) => key === this.at)?.note ?? null);

  constructor(userId: string) {
    this.userId = userId;
    this.draft = draftOf(userId);
  }

  /** The record was read, by whomever. */
  know(notes: readonly NoteView[]): void {
    this.list.value = notes;
  }

  add(): void {
    this.#openDialog({ act: 'add' });
  }

  remove(): void {
    if (this.current) this.#openDialog({ act: 'remove', note: this.current });
  }

  leave(): void {
    this.list.stop();
    this.dialog = null;
  }

  #openDialog(dialog: NoteDialog): void {
    this.dialog = dialog;
  }
}

export const notesOf = keepLast((userId) => new Notes(userId));
