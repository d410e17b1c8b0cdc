import type { StationView } from '../../contract/station.ts';
import { listenUntil } from '../emitter.ts';
import type { HandlersOf } from '../router.ts';
import type { OpenedFiles } from './opened-files.ts';

/** The files that were opened outside the program. */
export const openedHandlers = (opened: OpenedFiles, station: () => StationView): HandlersOf<'opened'> => ({
  'opened.watch': (_, { window, signal, report }) => {
    const tell = (): void => report(opened.of(window, station()));
    tell();
    return listenUntil(opened.changes, signal, tell);
  },
  'opened.done': ({ id }) => {
    opened.done(id);
    return Promise.resolve(null);
  },
});
