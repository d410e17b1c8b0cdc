import { m } from '../../messages/compiled/messages.js';
import { atOnce, type Action, type Actions } from '../app/actions.svelte.ts';
import { sectionActions } from '../app/section-actions.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { LendingRoom } from './lending-room.svelte.ts';
import { isUndecided, lendingSlip } from './lending-words.ts';
import { sections } from './sections.ts';

/** The sections of the lending room, in the palette everywhere, and what is done in them. */
export function lendingActions(shell: Shell) {
  const here = { group: 'lending', where: 'lending' } as const;
  const room = (): LendingRoom => shell.stateOf(LendingRoom);
  const isAt = (id: (typeof sections)[number]['id']): boolean =>
    shell.room === 'lending' && shell.lending.id === id;
  const onUnmet = (): void => shell.station.speaker.play('attention');
  /** The request that is placed last, open, or where the focus is. */
  const current = () => {
    if (isAt('new')) return room().last?.request ?? null;
    if (!isAt('made')) return null;
    const { opened, current: row } = room().made;
    // What may not have been placed has no slip: nothing is fetched for it.
    return row && (isUndecided(row) || row.standing === 'underWay')
      ? null
      : (opened?.request ?? row?.request ?? null);
  };
  const ofSections: Actions & Readonly<Record<'back' | 'nextSection' | 'sectionBefore', Action>> =
    sectionActions(shell, {
      ...{ room: 'lending', sections, open: shell.lending, palette: m.lending_key_section },
      back: () => isAt('made') && room().made.close(),
    });
  return {
    ...ofSections,
    place: {
      ...{ ...here, id: 'lending-place', label: m.lending_place_key, key: 'Ctrl+Enter', onUnmet },
      condition: () => (isAt('new') ? room().whyNot : m.lending_why_not_here()),
      run: () => room().place(),
    },
    print: {
      ...{ ...here, id: 'lending-print', label: m.lending_print_key, button: m.lending_print, key: 'Alt+P' },
      onUnmet,
      condition: () => (current() ? null : m.lending_why_not_here()),
      run: async () => {
        const view = current();
        if (view) await shell.slips.print(lendingSlip(view, room().choices.value));
        return null;
      },
    },
    readAgain: {
      ...{ ...here, id: 'lending-read', label: m.lending_read_key, button: m.lending_read_all, key: 'Alt+R' },
      onUnmet,
      condition: () => (isAt('made') && room().made.canReadAgain ? null : m.lending_why_none_shown()),
      run: async () => {
        await room().made.readAgain();
        return null;
      },
    },
    find: {
      ...{ ...here, id: 'lending-find', label: m.lending_find, key: 'Alt+F' },
      run: atOnce(() => {
        shell.showSection('lending', () => shell.lending.open('made'));
        room().made.finding = true;
      }),
    },
  } as const satisfies Readonly<Record<string, Action>>;
}
