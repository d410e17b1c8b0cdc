import { deskActs } from '../desk/actions.ts';
import { tabActs } from '../desk/tab-actions.ts';
import { receivingActs } from '../receiving/actions.ts';
import { stationActs } from '../station/actions.ts';
import type { Act } from './actions.svelte.ts';
import type { Shell } from './shell.svelte.ts';

/** The acts of every area that are not needed to scan. An area adds its own list here. */
export function allActs(shell: Shell): readonly Act[] {
  return [...deskActs(shell), ...tabActs(shell), ...receivingActs(shell), ...stationActs(shell)];
}
