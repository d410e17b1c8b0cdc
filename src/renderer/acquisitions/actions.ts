import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action, type Actions } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { Key } from '../app/keys.ts';
import { sectionAfter } from '../ui/open-section.svelte.ts';
import { sections } from './sections.ts';

/** A list of the room, with what is open of it in its place. */
interface SectionList {
  /** Back to the list; answers whether something was open. */
  back(): boolean;
  turn(by: 1 | -1): Promise<void>;
}

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
  /** The list of the section that is open. */
  const list = (): SectionList | null => {
    const isHere = shell.room === 'acquisitions';
    if (isHere && acquisitions.id === 'invoices') return shell.invoices;
    return isHere && acquisitions.id === 'orders' ? shell.orders : null;
  };
  const turn = (id: string, key: Key, by: 1 | -1) => ({
    ...({ id, key, group: 'acquisitions', where: 'acquisitions' } as const),
    ...{ label: m.invoices_key_page, palette: null, run: atOnce(() => void list()?.turn(by)) },
  });
  return {
    ...ofSections,
    pageBefore: turn('acquisitions-page-before', 'Alt+PageUp', -1),
    pageAfter: turn('acquisitions-page-after', 'Alt+PageDown', 1),
    /** Esc also gives the focus to the scan box, as it does everywhere. */
    back: {
      ...{ id: 'acquisitions-back', group: 'acquisitions', where: 'acquisitions', palette: null },
      ...{ label: m.app_key_escape, key: 'Escape' },
      run: atOnce(() => {
        if (list()?.back() !== true) shell.focusScanBox();
      }),
    },
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
