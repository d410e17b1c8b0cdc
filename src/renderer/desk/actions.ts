import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Act } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { keys } from './keys.ts';
import { paidBy } from '../fees/paid-by.svelte.ts';
import { keys as tabKeys } from './tab-keys.ts';

/** What is done at the desk and has no key of its own beside the window's. */
export function deskActs(shell: Shell): readonly Act[] {
  const { desk } = shell;
  const atDesk = (act: () => void): Act['run'] =>
    atOnce(() => {
      shell.toDesk();
      act();
    });
  return [
    {
      id: 'renew-all',
      group: 'desk',
      name: m.loans_renew_all,
      key: keys.renewAll.shown,
      command: 'EXTEND',
      obstacle: () => (desk.patron || desk.opening ? null : m.actions_no_patron()),
      run: async () => {
        shell.toDesk();
        await shell.renewAll();
        return null;
      },
    },
    {
      id: 'print-at-hand',
      group: 'desk',
      name: m.slips_key_at_hand,
      command: 'PRINT',
      // The desk never waits for a printer.
      run: atOnce(() => void shell.slips.atHand()),
    },
    {
      id: 'due-by-hand',
      group: 'desk',
      name: m.desk_due_title,
      key: keys.due.shown,
      run: atDesk(() => (desk.asking = 'due')),
    },
    {
      id: 'item-id',
      group: 'desk',
      name: m.desk_by_id_title,
      key: keys.itemId.shown,
      run: atDesk(() => (desk.asking = 'itemId')),
    },
    {
      id: 'pay-method',
      group: 'desk',
      name: m.fees_desk_method,
      key: tabKeys.method.shown,
      run: atDesk(() => paidBy.next()),
    },
    {
      id: 'takings',
      group: 'desk',
      name: m.takings_title,
      key: tabKeys.takings.shown,
      run: atDesk(() => (desk.takingsOpen = true)),
    },
  ];
}
