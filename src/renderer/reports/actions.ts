import { m } from '../../messages/compiled/messages.js';
import type { Actions } from '../app/actions.svelte.ts';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the reports room: in the palette everywhere. */
export const reportsActions = (shell: Shell): Actions =>
  sectionActions(shell, { room: 'reports', sections, open: shell.reports, palette: m.reports_key_section });
