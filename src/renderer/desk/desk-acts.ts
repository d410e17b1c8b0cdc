import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Act } from '../shell/acts.svelte.ts';
import { keys } from './desk-keys.ts';
import type { Shell } from '../shell/shell.svelte.ts';

/** What is done at the desk and has no key of its own beside the window's. */
export function deskActs(shell: Shell): readonly Act[] {
  return [
    {
      id: 'renew-all',
      group: 'desk',
      name: m.loans_renew_all,
      key: keys.renewAll.shown,
      command: 'EXTEND',
      obstacle: () => (shell.desk.patron || shell.desk.opening ? null : m.acts_no_patron()),
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
  ];
}
