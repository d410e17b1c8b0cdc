import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action, type Actions } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { sectionAfter } from '../ui/open-section.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the acquisitions room: each has a key there, and is in the palette everywhere. */
export function acquisitionsActions(shell: Shell) {
  const { acquisitions } = shell;
  const moveTo = (by: 1 | -1) => atOnce(() => acquisitions.open(sectionAfter(sections, acquisitions.id, by)));
  const ofSections: Actions = Object.fromEntries(
    sections.map(({ id, label, key }) => [
      `acquisitions-${id}`,
      {
        id: `acquisitions-${id}`,
        group: 'acquisitions',
        where: 'acquisitions',
        label,
        palette: () => m.invoices_key_section({ section: label() }),
        key,
        run: atOnce(() => shell.showAcquisitions(id)),
      },
    ]),
  );
  return {
    ...ofSections,
    nextSection: {
      ...{ id: 'acquisitions-next', group: 'acquisitions', where: 'acquisitions', palette: null },
      ...{ label: m.station_key_sections, key: 'F6', run: moveTo(1) },
    },
    sectionBefore: {
      ...{ id: 'acquisitions-before', group: 'acquisitions', where: 'acquisitions', palette: null },
      ...{ label: m.station_key_sections, key: 'Shift+F6', run: moveTo(-1) },
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
