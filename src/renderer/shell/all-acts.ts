import { deskActs } from '../desk/desk-acts.ts';
import { tabActs } from '../desk/tabs/tab-acts.ts';
import { receivingActs } from '../receiving/receiving-acts.ts';
import { stationActs } from '../station/station-acts.ts';
import type { Act } from './acts.svelte.ts';
import type { Shell } from './shell.svelte.ts';

/** The acts of every area that are not needed to scan. An area adds its own list here. */
export function allActs(shell: Shell): readonly Act[] {
  return [...deskActs(shell), ...tabActs(shell), ...receivingActs(shell), ...stationActs(shell)];
}
