import { m } from '../../messages/compiled/messages.js';
import type { Appearance } from '../../contract/station.ts';
import { atOnce, type Act } from '../app/actions.svelte.ts';
import type { Shell } from '../app/shell.svelte.ts';

/** What is set at this station, for the palette. */
export function stationActs(shell: Shell): readonly Act[] {
  const { station } = shell;
  const look = (id: string, name: () => string, change: (now: Appearance) => Partial<Appearance>): Act => ({
    id,
    group: 'anywhere',
    name,
    run: () => station.change(station.view ? change(station.view.appearance) : {}),
  });
  return [
    { id: 'card', group: 'anywhere', name: m.station_card_show, run: atOnce(() => shell.show('card')) },
    look('text', m.station_look_text_switch, ({ text }) => ({ text: text === 'large' ? 'usual' : 'large' })),
    look('density', m.station_look_density_switch, ({ density }) => ({
      density: density === 'dense' ? 'comfortable' : 'dense',
    })),
    look('light', m.station_look_to_light, () => ({ theme: 'light' })),
    look('dark', m.station_look_to_dark, () => ({ theme: 'dark' })),
    look('contrast', m.station_look_to_contrast, () => ({ theme: 'contrast' })),
  ];
}
