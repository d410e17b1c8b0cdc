import type { DrainView } from '../../contract/quiet.ts';
import type { Emitter } from '../emitter.ts';
import type { HandlersOf } from '../router.ts';
import type { QuietDesk } from './quiet.ts';
import type { WindowWork } from './window-work.ts';

/** Whether an installer has asked the desks of this computer to take nobody new. */
export interface Draining {
  readonly isDraining: boolean;
  /** When this desk goes on by itself; null while that is not known. */
  readonly until: string | null;
  readonly changes: Pick<Emitter<null>, 'on'>;
}

interface QuietParts {
  readonly quiet: QuietDesk;
  readonly windows: WindowWork;
  readonly draining: Draining;
}

/** What the windows say is in use, and whether they are to take nobody new. */
export const quietHandlers = ({ quiet, windows, draining }: QuietParts): HandlersOf<'quiet'> => ({
  'quiet.report': ({ reasons, idleMs }, { window }) => {
    windows.report(window, reasons, idleMs);
    return Promise.resolve(null);
  },
  'quiet.watch': (_, { signal, report }) =>
    new Promise((resolve) => {
      const view = (): DrainView => {
        const { isDraining, until } = draining;
        return { isDraining, until, reasons: isDraining ? quiet.now.reasons : [] };
      };
      let stopQuiet = (): unknown => undefined;
      const follow = (): void => {
        stopQuiet();
        // What is still open matters only while somebody waits for it.
        stopQuiet = draining.isDraining ? quiet.changes.on(() => report(view())) : () => undefined;
        report(view());
      };
      const stop = draining.changes.on(follow);
      follow();
      const end = (): void => {
        stop();
        stopQuiet();
        resolve(null);
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    }),
});
