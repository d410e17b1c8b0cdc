import type { Component } from 'svelte';
import { m } from '../../messages/compiled/messages.js';
import { sectionAfter, type OpenSection } from '../ui/open-section.svelte.ts';
import { atOnce, type Action, type Actions } from './actions.svelte.ts';
import type { Key } from './keys.ts';
import type { SectionsRoom } from './rooms.ts';
import type { Shell } from './shell.svelte.ts';

/** A section of a room of lists and forms. Its key opens it while the room is open. */
export interface RoomSection<Id extends string = string> {
  readonly id: Id;
  readonly label: () => string;
  readonly icon: Component<{ size?: number; 'aria-hidden'?: 'true'; strokeWidth?: number }>;
  readonly key?: Key;
  /** Heads the sections that have it in common, where there is room. */
  readonly group?: () => string;
}

interface Options<Id extends string> {
  readonly room: SectionsRoom;
  readonly sections: readonly RoomSection<Id>[];
  readonly open: OpenSection<Id, 'first'>;
  /** What a section is called in the palette, where the room is not in sight. */
  readonly palette: (section: { readonly section: string }) => string;
  /** Esc: back to the list of the section that is open; answers whether something was open. */
  readonly back?: () => boolean;
}

/** The actions of a room's sections: each is in the palette everywhere; F6 and Shift+F6 go through them. */
export function sectionActions<Id extends string>(
  shell: Shell,
  { room, sections, open, palette, back }: Options<Id>,
): Actions & Readonly<Record<'back' | 'nextSection' | 'sectionBefore', Action>> {
  const here = { group: room, where: room } as const;
  const moveTo = (by: 1 | -1) => atOnce(() => open.open(sectionAfter(sections, open.id, by)));
  const ofSections = sections.map(({ id, label, key }): [string, Action] => [
    `${room}-${id}`,
    {
      ...here,
      id: `${room}-${id}`,
      label,
      palette: () => palette({ section: label() }),
      ...(key === undefined ? {} : { key }),
      run: atOnce(() => shell.showSection(room, () => open.open(id, 'first'))),
    },
  ]);
  return {
    ...(Object.fromEntries(ofSections) as Actions),
    /** Esc also gives the focus to the scan box, as it does everywhere. */
    back: {
      ...{ ...here, id: `${room}-back`, palette: null, label: m.app_key_escape, key: 'Escape' },
      run: atOnce(() => {
        if (back?.() !== true) shell.focusScanBox();
      }),
    },
    nextSection: {
      ...{ ...here, id: `${room}-next`, palette: null },
      ...{ label: m.app_key_sections, key: 'F6', run: moveTo(1) },
    },
    sectionBefore: {
      ...{ ...here, id: `${room}-before`, palette: null },
      ...{ label: m.app_key_sections, key: 'Shift+F6', run: moveTo(-1) },
    },
  };
}
