import { m } from '../../messages/compiled/messages.js';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { ClosedTillsState } from '../takings/closed-tills.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the reports room: in the palette everywhere. */
export const reportsActions = (shell: Shell): ReturnType<typeof sectionActions> =>
  sectionActions(shell, {
    ...{ room: 'reports', sections, open: shell.reports, palette: m.reports_key_section },
    back: () => shell.reports.id === 'till' && shell.stateOf(ClosedTillsState).close(),
  });
