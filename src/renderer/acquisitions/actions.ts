import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action } from '../app/actions.svelte.ts';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import type { Key } from '../app/keys.ts';
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
    ...sectionActions(shell, {
      ...{ room: 'acquisitions', sections, open: acquisitions, palette: m.invoices_key_section },
      back: () => list()?.back() === true,
    }),
    pageBefore: turn('acquisitions-page-before', 'Alt+PageUp', -1),
    pageAfter: turn('acquisitions-page-after', 'Alt+PageDown', 1),
  } as const satisfies Readonly<Record<string, Action>>;
}
