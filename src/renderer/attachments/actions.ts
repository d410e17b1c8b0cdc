import { m } from '../../messages/compiled/messages.js';
import type { Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { aRow, tabAction } from '../desk/tab-actions.ts';
import { resultText } from '../ui/list/action-result.ts';
import { attachmentsOf, type Attachments } from './attachments.svelte.ts';

/** What is done in the tab of the files that are kept with the patron's record. */
export function attachmentActions(shell: Shell) {
  const action = tabAction(shell, 'attachments', attachmentsOf);
  const file = aRow(m.actions_no_attachment);
  /** One file is fetched at a time. */
  const fetchable = (at: Attachments | null): string | null =>
    file(at) ?? (at?.fetching.busy ? m.attachments_fetching() : null);
  const tell = (why: string): void => shell.results.reportNotNow(why);
  return {
    choose: action('choose', { label: m.attachments_add, key: 'A', run: (files) => files.choose() }),
    open: action('open', {
      label: m.attachments_open,
      palette: m.actions_attachments_open,
      key: 'O',
      condition: fetchable,
      run: (files) => files.open(),
    }),
    save: shell.policy.unlessOff(
      'exports',
      action('save', {
        label: m.attachments_save,
        palette: m.actions_attachments_save,
        key: 'S',
        condition: fetchable,
        run: async (files) => {
          const result = await files.save();
          if (result) shell.announce(resultText(result));
        },
      }),
      tell,
    ),
  } as const satisfies Readonly<Record<string, Action>>;
}
