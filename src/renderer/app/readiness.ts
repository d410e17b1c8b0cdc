import { m } from '../../messages/compiled/messages.js';
import { countText } from '../ui/format.ts';
import type { Shell } from './shell.svelte.ts';

/** Whether the next scan can come, in one word, for the scan box and the window's title. A scan is accepted in any case. */
export interface Readiness {
  readonly state: 'ready' | 'working' | 'attention';
  readonly word: string;
}

/** Whether a desk is chosen: without one a card opens its patron, but nothing can be lent or returned. */
export function isAtDesk({ station: { view } }: Pick<Shell, 'station'>): boolean {
  // Until main has reported the station, a desk is assumed.
  return !view || (view.library !== null && view.desk !== null);
}

export function readiness(shell: Shell): Readiness {
  const { desk, queue, logs } = shell;
  if (!desk.started) return { state: 'working', word: m.app_scan_starting() };
  if (queue === 'desk' && desk.notesInTheWay) return { state: 'attention', word: m.app_scan_notes() };
  const { waitingCount } = logs[queue];
  if (waitingCount > 0)
    return { state: 'working', word: m.app_scan_working({ shown: countText(waitingCount) }) };
  if (queue === 'desk' && !isAtDesk(shell)) return { state: 'attention', word: m.app_scan_no_desk() };
  return { state: 'ready', word: m.app_scan_ready() };
}
