import { m } from '../../messages/compiled/messages.js';
import { countText } from '../format.ts';
import type { Shell } from './shell.svelte.ts';

/** Whether the next scan can come, in a word: beside the scan box and in the window's title. A scan is taken in any case. */
export interface Readiness {
  readonly state: 'ready' | 'working' | 'attention';
  readonly word: string;
}

export function readiness(shell: Shell): Readiness {
  const { desk, queue, logs, station } = shell;
  if (!desk.started) return { state: 'working', word: m.shell_scan_starting() };
  if (queue === 'desk' && desk.notesInTheWay) return { state: 'attention', word: m.shell_scan_notes() };
  const { waitedFor } = logs[queue];
  if (waitedFor > 0) return { state: 'working', word: m.shell_scan_working({ shown: countText(waitedFor) }) };
  // A card still opens its patron there, but nothing can be lent or taken back.
  if (queue === 'desk' && station.view && !(station.view.library && station.view.desk)) {
    return { state: 'attention', word: m.shell_scan_no_desk() };
  }
  return { state: 'ready', word: m.shell_scan_ready() };
}
