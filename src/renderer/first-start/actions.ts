import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';

/** The practice library is one key away at each step of the first start, wherever the focus is. */
export function firstStartActions(shell: Shell) {
  return {
    practise: {
      id: 'setup-practise',
      group: 'anywhere',
      where: 'settings',
      label: m.first_start_practice,
      palette: null,
      key: 'Alt+P',
      condition: () => (shell.station.openSection.id === 'setup' ? null : ''),
      run: () => shell.firstStart.practise(),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
