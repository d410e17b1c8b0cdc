import type { HandlersOf } from '../router.ts';
import { saveFile, type SavingPorts } from './save.ts';

/** Files of what is seen, where the user chooses. */
export function savingHandlers(ports: SavingPorts): HandlersOf<'saving'> {
  return {
    'saving.lines': ({ table, lines }, { window }) => {
      ports.tables.add(window, table, lines);
      return Promise.resolve(null);
    },
    'saving.save': (input, { window, signal }) => saveFile(ports, { ...input, window }, signal),
  };
}
