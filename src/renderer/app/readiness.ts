import { m } from '../../messages/compiled/messages.js';
import { countText } from '../ui/format.ts';
import type { Shell } from './shell.svelte.ts';

/** Whether the next scan can come, in a word: beside the scan box and in the window's title. A scan is taken in any case. */
export interface Readiness {
  readonly state: 'ready' | 'working' | 'attention';
  readonly word: string;
}

/** Whether a desk is chosen: a card opens its patron without one, but nothing can be lent or taken back. */
export function isAtDesk({ station: { view } }: Pick<Shell, 'station'>): boolean {
  // Before main has said how the station stands, it stands where it did.
  return !view || (view.library !== null && view.desk !== null);
}

export function readiness(shell: Shell): Readiness {
  const { desk, queue, logs } = shell;
  if (!desk.started) return { state: 'working', word: m.app_scan_starting() };
  if (queue === 'desk' && desk.notesInTheWay) return { state: 'attention', word: m.app_scan_notes() };
  const { waitedFor } = logs[queue];
  if (waitedFor > 0) return { state: 'working', word: m.app_scan_working({ shown: countText(waitedFor) }) };
  if (queue === 'desk' && !isAtDesk(shell)) return { state: 'attention', word: m.app_scan_no_desk() };
  return { state: 'ready', word: m.app_scan_ready() };
}
