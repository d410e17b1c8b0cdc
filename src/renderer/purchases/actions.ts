import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { aRow, tabAction } from '../desk/tab-actions.ts';
import { purchasesOf } from './purchases.svelte.ts';

/** What is done in the tab of the patron's purchase requests. */
export function purchaseActions(shell: Shell) {
  const action = tabAction(shell, 'purchases', purchasesOf);
  return {
    ask: action('ask', { label: m.purchases_ask, key: 'N', run: (purchases) => purchases.ask() }),
    cancel: action('cancel', {
      label: m.purchases_cancel,
      button: m.requests_cancel_short,
      palette: m.actions_purchases_cancel,
      key: 'Delete',
      condition: aRow(m.actions_no_request),
      run: (purchases) => purchases.cancel(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
