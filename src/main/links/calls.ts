import type { StationView } from '../../contract/station.ts';
import { listenUntil } from '../emitter.ts';
import type { HandlersOf } from '../router.ts';
import type { Links } from './links.ts';

/** The links that were followed outside the program. */
export const linkHandlers = (links: Links, station: () => StationView): HandlersOf<'links'> => ({
  'links.watch': (_, { window, signal, report }) => {
    const tell = (): void => report(links.of(window, station()));
    tell();
    return listenUntil(links.changes, signal, tell);
  },
  'links.done': ({ id }) => {
    links.done(id);
    return Promise.resolve(null);
  },
});
