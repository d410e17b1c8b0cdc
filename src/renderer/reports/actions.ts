import { m } from '../../messages/compiled/messages.js';
import type { Actions } from '../app/actions.svelte.ts';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { FeeReport } from './fee-transactions/report.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the reports room: in the palette everywhere. Esc goes back from the transactions of a group. */
export const reportsActions = (shell: Shell): Actions =>
  sectionActions(shell, {
    ...{ room: 'reports', sections, open: shell.reports, palette: m.reports_key_section },
    back: () => shell.reports.id === 'fee-transactions' && shell.stateOf(FeeReport).back(),
  });
