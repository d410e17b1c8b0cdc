import type { PatronEdit } from '../patrons/edit.svelte.ts';

/** Which dialogs of the desk are open. */
export class DeskDialogs {
  /** The form for a new patron; it begins with the text they were searched by. */
  newPatron = $state.raw<{ readonly searchText: string } | null>(null);
  /** What was typed into that form: it can be opened again with it. */
  newPatronEdit = $state.raw<PatronEdit | null>(null);
  /** The due date by hand, or lending by an item's id. */
  lending = $state.raw<'due' | 'itemId' | null>(null);
  /** What was taken at this window. */
  takings = $state(false);

  /** Throws away what was typed for a new patron. */
  forgetNewPatron(): void {
    this.newPatron = null;
    this.newPatronEdit = null;
  }
}
