import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { aRow, tabAction } from '../desk/tab-actions.ts';
import { notesOf } from './notes.svelte.ts';

/** What is done in the tab of the patron's notes. */
export function noteActions(shell: Shell) {
  const action = tabAction(shell, 'notes', notesOf);
  return {
    add: action('add', { label: m.notes_add, key: 'N', run: (notes) => notes.add() }),
    remove: action('remove', {
      label: m.notes_remove,
      palette: m.actions_notes_remove,
      key: 'Delete',
      condition: aRow(m.actions_no_note),
      run: (notes) => notes.remove(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
