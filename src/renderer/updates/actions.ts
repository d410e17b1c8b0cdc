import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';

/** What a person can do about updates. */
export function updateActions(shell: Shell) {
  const { updates } = shell;
  return {
    check: {
      ...{ id: 'updates-check', group: 'anywhere', where: 'everywhere' },
      label: m.updates_check,
      condition: () => (updates.view?.by === 'nobody' ? m.updates_nobody() : null),
      run: () => {
        shell.showSettings('updates');
        return updates.check();
      },
    },
    install: {
      ...{ id: 'updates-install', group: 'anywhere', where: 'everywhere' },
      label: m.updates_install_palette,
      button: m.updates_install,
      condition: () => (updates.view?.state === 'ready' ? null : m.updates_install_not()),
      run: () => {
        shell.showSettings('updates');
        return updates.install();
      },
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
