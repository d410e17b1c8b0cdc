import type { Quiet } from '../quiet/quiet.ts';
import type { DeskInUse } from './parts.ts';

/** Whoever has touched the program within this time may be about to go on, in milliseconds. */
const idleMs = 10 * 60 * 1000;

/** What an update waits for at this desk. */
export const deskInUse = (quiet: Pick<Quiet, 'now' | 'ask'>, closing: AbortSignal): DeskInUse => ({
  look: () => quiet.ask(closing),
  inUse() {
    const { reasons, unsettled, idleMs: idle } = quiet.now;
    if (reasons.length > 0) return 'desk';
    if (unsettled.unclear + unsettled.unfinished > 0) return 'clarity';
    return idle < idleMs ? 'idle' : null;
  },
});
