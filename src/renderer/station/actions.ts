import { m } from '../../messages/compiled/messages.js';
import type { Appearance } from '../../contract/station.ts';
import { atOnce, type Action, type Actions } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';
import { sectionAfter } from '../ui/open-section.svelte.ts';
import { sections } from './sections.ts';

/** The sections of the settings, and the settings of this station that the palette can change. */
export function stationActions(shell: Shell) {
  const { station } = shell;
  const look = (
    id: string,
    label: () => string,
    change: (now: Appearance) => Partial<Appearance>,
  ): Action => ({
    id,
    group: 'anywhere',
    where: 'everywhere',
    label,
    run: () => station.change(station.view ? change(station.view.appearance) : {}),
  });
  const { openSection } = station;
  const moveTo = (by: 1 | -1) => atOnce(() => openSection.open(sectionAfter(sections, openSection.id, by)));
  const ofSections: Actions = Object.fromEntries(
    sections.map(({ id, label }) => [
      `settings-${id}`,
      {
        id: `settings-${id}`,
        group: 'rooms',
        where: 'everywhere',
        label: () => m.station_key_section({ section: label() }),
        run: atOnce(() => shell.showSettings(id)),
      },
    ]),
  );
  return {
    ...ofSections,
    nextSection: {
      ...{ id: 'settings-next', group: 'rooms', where: 'settings', palette: null },
      ...{ label: m.station_key_sections, key: 'F6', run: moveTo(1) },
    },
    sectionBefore: {
      ...{ id: 'settings-before', group: 'rooms', where: 'settings', palette: null },
      ...{ label: m.station_key_sections, key: 'Shift+F6', run: moveTo(-1) },
    },
    forIt: {
      id: 'for-it',
      group: 'anywhere',
      where: 'everywhere',
      label: m.for_it_show,
      run: atOnce(() => shell.showSettings('it')),
    },
    card: {
      id: 'card',
      group: 'anywhere',
      where: 'everywhere',
      label: m.station_card_show,
      run: atOnce(() => shell.toggleOverlay('card')),
    },
    text: look('text', m.station_look_text_switch, ({ text }) => ({
      text: text === 'large' ? 'usual' : 'large',
    })),
    density: look('density', m.station_look_density_switch, ({ density }) => ({
      density: density === 'dense' ? 'comfortable' : 'dense',
    })),
    light: look('light', m.station_look_to_light, () => ({ theme: 'light' })),
    dark: look('dark', m.station_look_to_dark, () => ({ theme: 'dark' })),
    contrast: look('contrast', m.station_look_to_contrast, () => ({ theme: 'contrast' })),
  } as const satisfies Readonly<Record<string, Action>>;
}
