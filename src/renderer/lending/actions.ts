import { m } from '../../messages/compiled/messages.js';
import type { Actions } from '../app/actions.svelte.ts';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the lending room: in the palette everywhere. */
export const lendingActions = (shell: Shell): Actions =>
  sectionActions(shell, { room: 'lending', sections, open: shell.lending, palette: m.lending_key_section });
