import { m } from '../../../messages/compiled/messages.js';
import { atOnce, type Action } from '../../app/actions.svelte.ts';
import type { Shell } from '../../app/shell.svelte.ts';
import { Letters, type OpenLetter } from './letters.svelte.ts';

/** What is done with the letter that is open, in the configuration room. */
export function letterActions(shell: Shell) {
  const changed = (): OpenLetter | null => {
    if (shell.room !== 'configuration' || shell.configuration.id !== 'letters') return null;
    const { opened } = shell.stateOf(Letters);
    return opened?.edit?.isDirty === true ? opened : null;
  };
  return {
    save: {
      ...{ id: 'letter-save', group: 'configuration', where: 'configuration', key: 'Alt+V' },
      ...{ label: m.letters_save, palette: m.letters_save_palette },
      condition: () => (changed() ? null : m.letters_save_nothing()),
      onUnmet: () => shell.station.speaker.play('attention'),
      run: atOnce(() => void changed()?.review()),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
