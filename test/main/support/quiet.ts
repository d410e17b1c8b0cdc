import { systemClock } from '../../../src/main/clock.ts';
import { Emitter } from '../../../src/main/emitter.ts';
import { Quiet } from '../../../src/main/quiet/quiet.ts';
import { WindowWork } from '../../../src/main/quiet/window-work.ts';

const windows = new WindowWork({ clock: systemClock, open: () => [], ask: () => undefined });

/** A desk that nobody asks whether it is quiet. */
export const quietParts = {
  quiet: new Quiet({
    ...{ clock: systemClock, windows, closing: new AbortController().signal },
    ofMain: () => ({ reasons: [], unsettled: { unclear: 0, unfinished: 0 } }),
  }),
  windows,
  draining: { isDraining: false, until: null, changes: new Emitter<null>() },
};
