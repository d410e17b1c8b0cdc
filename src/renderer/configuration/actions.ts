import { m } from '../../messages/compiled/messages.js';
import type { Actions } from '../app/actions.svelte.ts';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { Locations } from './locations/locations.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the configuration room: in the palette everywhere. */
export const configurationActions = (shell: Shell): Actions =>
  sectionActions(shell, {
    room: 'configuration',
    sections,
    open: shell.configuration,
    palette: m.configuration_key_section,
    back: () => shell.configuration.id === 'locations' && shell.stateOf(Locations).back(),
  });
