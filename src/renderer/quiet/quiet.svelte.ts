import type { DrainView } from '../../contract/quiet.ts';
import { watch } from '../api.ts';

/** Whether an installer waits for this desk, as main reports it. */
export class QuietState {
  drain = $state.raw<DrainView>({ isDraining: false, until: null, reasons: [] });

  /** Follows main until the function it answers is called. */
  start(): () => void {
    return watch('quiet.watch', (drain) => (this.drain = drain));
  }
}
