import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { tabAction } from '../desk/tab-actions.ts';
import { detailsOf } from './details.svelte.ts';

/** What is done in the tab of the patron's record. */
export function patronActions(shell: Shell) {
  const action = tabAction(shell, 'details', detailsOf);
  return {
    edit: action('edit', {
      label: m.patrons_edit,
      palette: m.actions_details_edit,
      key: 'E',
      run: (details) => details.edit(),
    }),
    export: action('export', {
      label: m.patrons_export,
      key: 'X',
      condition: (at) => (at?.exporting.busy ? m.patrons_exporting() : null),
      run: (details) => details.export(),
    }),
    remove: action('remove', {
      label: m.patrons_delete,
      palette: m.patrons_delete_act,
      key: 'Delete',
      run: (details) => details.remove(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
