import { m } from '../../messages/compiled/messages.js';
import { call } from '../api.ts';
import type { Action } from '../app/actions.svelte.ts';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { resultText } from '../ui/list/action-result.ts';
import { goesBack } from './back.ts';
import { Directory } from './directory/directory.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the configuration room: in the palette everywhere; and what is done with what is open in one. */
export function configurationActions(shell: Shell) {
  const { configuration } = shell;
  const record = () =>
    shell.room === 'configuration' ? shell.stateOf(Directory).recordIn(configuration.id) : null;
  return {
    ...sectionActions(shell, {
      ...{ room: 'configuration', sections, open: configuration, palette: m.configuration_key_section },
      back: () =>
        shell.room === 'configuration' &&
        shell.sectionStates.some((state) => goesBack(state) && state.backIn(configuration.id)),
    }),
    copy: {
      ...{ id: 'configuration-copy', group: 'configuration', where: 'configuration', key: 'Alt+Y' },
      ...{ label: m.configuration_copy, palette: m.configuration_copy_act },
      condition: () => (record() ? null : m.configuration_copy_nothing()),
      onUnmet: () => shell.station.speaker.play('attention'),
      run: async () => {
        const code = record()?.code ?? '';
        const reply = await call('station.copy', { text: code });
        if (!reply.ok) return reply.failure;
        shell.results.reportText(resultText({ word: m.configuration_copied(), text: code }));
        return null;
      },
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
