import { m } from '../../messages/compiled/messages.js';
import type { Appearance } from '../../contract/station.ts';
import { atOnce, type Action } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';

/** Settings of this station that the palette can change. They have no keys. */
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
  return {
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
