import { createSubscriber } from 'svelte/reactivity';
import { m } from '../../messages/compiled/messages.js';
import { standingsOf } from '../desk/standing.ts';
import { countText } from '../ui/format.ts';
import type { Shell } from './shell.svelte.ts';

/** Whether the next scan can come, in one word, for the scan box and the window's title. A scan is accepted in any case. */
export interface Readiness {
  readonly state: 'ready' | 'working' | 'attention' | 'refused';
  readonly word: string;
}

const followNetwork = createSubscriber((update) => {
  const events = ['online', 'offline'] as const;
  for (const name of events) window.addEventListener(name, update);
  return () => events.forEach((name) => window.removeEventListener(name, update));
});

/** Whether this machine has a network at all, as the system says. */
function isOnline(): boolean {
  followNetwork();
  return navigator.onLine;
}

/** Whether a desk is chosen: without one a card opens its patron, but nothing can be lent or returned. */
export function isAtDesk({ station: { view } }: Pick<Shell, 'station'>): boolean {
  // Until main has reported the station, a desk is assumed.
  return !view || (view.library !== null && view.desk !== null);
}

export function readiness(shell: Shell): Readiness {
  const { desk, queue, logs, scanInput, station } = shell;
  if (!desk.started) return { state: 'working', word: m.app_scan_starting() };
  if (!isOnline() && station.view?.mode !== 'practice')
    return { state: 'attention', word: m.app_scan_no_network() };
  if (scanInput.isShut) return { state: 'attention', word: m.app_scan_dialog() };
  if (queue === null) {
    return scanInput.prompt === ''
      ? { state: 'working', word: m.app_scan_looks_up() }
      : { state: 'ready', word: m.app_scan_ready() };
  }
  if (queue === 'desk' && desk.whose) return { state: 'attention', word: m.app_scan_whose() };
  if (queue === 'desk' && desk.notesInTheWay) return { state: 'attention', word: m.app_scan_notes() };
  const { receiving } = shell;
  if (
    queue === 'receiving' &&
    receiving &&
    receiving.settings.mode !== 'look' &&
    !receiving.settings.department
  )
    return { state: 'attention', word: m.app_scan_no_department() };
  const { waitingCount } = logs[queue];
  if (waitingCount > 0)
    return { state: 'working', word: m.app_scan_working({ shown: countText(waitingCount) }) };
  const [standing] = queue === 'desk' && desk.patron ? standingsOf(desk.patron) : [];
  if (standing) return { state: 'refused', word: standing.word };
  if (queue === 'desk' && !isAtDesk(shell)) return { state: 'attention', word: m.app_scan_no_desk() };
  // The last call was lost: a scan is accepted, and nothing says that the next one is answered.
  if (station.status.state === 'away') return { state: 'attention', word: m.app_scan_no_answer() };
  return { state: 'ready', word: m.app_scan_ready() };
}
