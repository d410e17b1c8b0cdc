import { m } from '../../messages/compiled/messages.js';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { ClosedTillsState } from '../takings/closed-tills.svelte.ts';
import { FeeReport } from './fee-transactions/report.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the reports room: in the palette everywhere. Esc goes back from what is open in one. */
export const reportsActions = (shell: Shell): ReturnType<typeof sectionActions> =>
  sectionActions(shell, {
    ...{ room: 'reports', sections, open: shell.reports, palette: m.reports_key_section },
    back: () => {
      if (shell.reports.id === 'fee-transactions') return shell.stateOf(FeeReport).back();
      return shell.reports.id === 'till' && shell.stateOf(ClosedTillsState).close();
    },
  });
