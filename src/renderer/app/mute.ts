import type { Failure } from '../../contract/failure.ts';
import type { Station } from '../station/station.svelte.ts';

/** Mutes, or unmutes with the sound that says so. Kept with the station's settings. */
export async function toggleSounds(station: Station): Promise<Failure | null> {
  if (!station.view) return null;
  const failure = await station.change({ sounds: !station.view.appearance.sounds });
  if (!failure) station.speaker.play('note');
  return failure;
}
