import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { noRow, tabAction } from '../desk/tab-actions.ts';
import { depositsOf, type Deposits } from './deposits.svelte.ts';

/** What is done in the tab of the patron's deposits. */
export function depositActions(shell: Shell) {
  const action = tabAction(shell, 'deposits', depositsOf);
  const ifState = (can: (at: Deposits) => boolean) => (at: Deposits | null) =>
    at?.current ? (can(at) ? null : m.actions_not_this_deposit()) : noRow(at, m.actions_no_deposit);
  return {
    add: action('add', {
      label: m.deposits_add_plain,
      button: m.deposits_add,
      palette: m.actions_deposits_add,
      key: 'N',
      run: (deposits) => deposits.add(),
    }),
    pay: action('pay', {
      label: m.deposits_pay,
      palette: m.actions_deposits_pay,
      key: 'P',
      condition: ifState((at) => at.can('pay')),
      run: (deposits) => deposits.act('pay'),
    }),
    refund: action('refund', {
      label: m.deposits_refund,
      palette: m.actions_deposits_refund,
      key: 'R',
      condition: ifState((at) => at.can('refund')),
      run: (deposits) => deposits.act('refund'),
    }),
    dispute: action('dispute', {
      label: m.deposits_dispute_restore,
      palette: m.actions_deposits_dispute,
      key: 'D',
      condition: ifState((at) => at.can('dispute') || at.can('restore')),
      run: (deposits) => deposits.dispute(),
    }),
    other: action('other', {
      label: m.deposits_other_title,
      button: m.deposits_other,
      key: 'O',
      condition: ifState(() => true),
      run: (deposits) => deposits.other(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
