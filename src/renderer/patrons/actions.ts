import { m } from '../../messages/compiled/messages.js';
import type { Exported } from '../../contract/patrons.ts';
import type { ScanText } from '../scan/scan-text.ts';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { tabAction } from '../desk/tab-actions.ts';
import { resultText } from '../ui/list/action-result.ts';
import { detailsOf } from './details.svelte.ts';

/** A file is named after its patron: its name is on the screen only while they are at the desk. */
function exportText(exported: Exported): ScanText {
  if (exported.outcome === 'saved')
    return { ...resultText({ word: m.patrons_export_saved(), text: exported.savedAs }), isName: true };
  return {
    ...resultText({ word: m.patrons_export_none(), text: m.patrons_export_none_text() }),
    meaning: 'information',
    sound: 'note',
  };
}

/** What is done in the tab of the patron's record. */
export function patronActions(shell: Shell) {
  const action = tabAction(shell, 'details', detailsOf);
  const tell = (why: string): void => shell.results.reportNotNow(why);
  return {
    edit: action('edit', {
      label: m.patrons_edit,
      palette: m.actions_details_edit,
      key: 'E',
      run: (details) => details.edit(),
    }),
    export: shell.policy.unlessOff(
      'exports',
      action('export', {
        label: m.patrons_export,
        key: 'X',
        condition: (at) => (at?.exporting.busy ? m.patrons_exporting() : null),
        run: async (details) => {
          const exported = await details.export();
          if (exported) shell.announce(exportText(exported));
        },
      }),
      tell,
    ),
    remove: action('remove', {
      label: m.patrons_delete,
      palette: m.patrons_delete_act,
      key: 'Delete',
      run: (details) => details.remove(),
    }),
  } as const satisfies Readonly<Record<string, Action>>;
}
