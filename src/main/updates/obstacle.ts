import type { UpdateWaitsFor } from '../../contract/updates.ts';
import { isInWindow } from './maintenance.ts';
import { mostAttempts } from './memory.ts';
import type { UpdatesOptions } from './parts.ts';

/**
 * What an update that is ready waits for; null where it may be installed now. `isAsked`: a person has said so, which
 * stands for the mode, the maintenance window and the ten minutes, and never for a desk that is in use. `rests`: an
 * installation has just failed.
 */
export function obstacleOf(
  { settings, clock, desk, memory }: Pick<UpdatesOptions, 'settings' | 'clock' | 'desk' | 'memory'>,
  { isAsked, rests }: { readonly isAsked: boolean; readonly rests: boolean },
): UpdateWaitsFor | null {
  const { mode, window } = settings();
  const { begun, ready } = memory.now;
  const hasFailed = begun !== null && begun.version === ready?.version && begun.times >= mostAttempts;
  if (!isAsked && (mode !== 'automatic' || hasFailed || rests)) return 'person';
  if (!isAsked && !isInWindow(window, clock.now())) return 'window';
  const use = desk.inUse();
  // Whoever asks for it has just touched the program, and knows.
  return isAsked && use === 'idle' ? null : use;
}
