import { Failed } from './failure.ts';
import { stationHandlers } from './station/calls.ts';
import type { WindowDefects } from './desktop/window-defects.ts';
import type { Journal } from './journal/port.ts';
import { forEachCall, type Handlers, type HandlersOf } from './router.ts';
import type { Station } from './station/station.ts';

/** A station without a journal knows no library, and cannot keep one. */
export const noLibraries: Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'> = {
  libraries: () => [],
  keepLibrary: () => undefined,
  marks: () => [],
};

/**
 * What answers a window while the journal cannot be used: how the station looks, and why everything else is closed.
 * Nothing may leave for the service that is in no journal.
 */
export function handlersWithoutJournal(
  station: Station,
  defects: WindowDefects,
  own: HandlersOf<'journal'> & HandlersOf<'window'>,
): Handlers {
  const closed = () => Promise.reject(new Failed({ kind: 'journal', why: 'closed' }));
  const nothing = {
    refuseWhileOpen: () => undefined,
    serviceChanged: () => undefined,
    left: () => ({ unclear: 0, unfinished: 0 }),
  };
  const desktop = { print: () => Promise.resolve({ file: null }), copy: () => Promise.resolve() };
  const open = stationHandlers({ station, desktop, work: nothing, defects });
  return {
    ...forEachCall(() => closed),
    'station.get': open['station.get'],
    'station.watch': open['station.watch'],
    'station.appearance': open['station.appearance'],
    'station.defect': open['station.defect'],
    ...own,
  };
}
