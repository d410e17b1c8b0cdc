import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { aRow, tabAction } from '../desk/tab-actions.ts';
import { sharingOf } from './sharing.svelte.ts';

/** What is done in the tab of what is borrowed elsewhere for the patron. */
export function sharingActions(shell: Shell) {
  const action = tabAction(shell, 'sharing', sharingOf);
  const request = aRow(m.actions_no_request);
  return {
    ask: action('ask', {
      label: m.sharing_ask,
      palette: m.sharing_ask_title,
      key: 'N',
      run: (sharing) => sharing.ask(),
    }),
    find: action('find', {
      label: m.sharing_find,
      palette: m.sharing_find_title,
      key: 'F',
      run: (sharing) => sharing.find(),
    }),
    shipping: action('shipping', {
      label: m.sharing_shipping,
      palette: m.actions_sharing_shipping,
      key: 'S',
      condition: request,
      run: (sharing) => sharing.shipping(),
    }),
    cancel: action('cancel', {
      label: m.sharing_cancel,
      palette: m.actions_sharing_cancel,
      key: 'Delete',
      condition: request,
      run: (sharing) => sharing.cancel(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
