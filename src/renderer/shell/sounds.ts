import type { Station } from './station.svelte.ts';

/** Mutes, or unmutes with the sound that says so. Kept with the station's settings. */
export async function toggleSounds(station: Station): Promise<void> {
  if (!station.view) return;
  const failure = await station.change({ sounds: !station.view.appearance.sounds });
  if (!failure) station.speaker.play('note');
}
