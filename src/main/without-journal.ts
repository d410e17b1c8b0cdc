import type { WindowDefects } from './desktop/window-defects.ts';
import { Failed } from './failure.ts';
import type { Journal } from './journal/port.ts';
import { forEachCall, type Handlers, type HandlersOf } from './router.ts';
import { stationHandlers } from './station/calls.ts';
import type { Station } from './station/station.ts';

/** Nothing is unclear, and nothing unfinished: what is, is in the journal. */
export const noneUnsettled = { unclear: 0, unfinished: 0 };

/** A station without a journal knows no library, and cannot save one. */
export const noLibraries: Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'> = {
  libraries: () => [],
  keepLibrary: () => undefined,
  marks: () => [],
};

/**
 * The handlers while the journal cannot be used. The window can read the station's state; every other call fails with
 * the reason. Without a journal nothing may be sent to the service.
 */
export function handlersWithoutJournal(
  station: Station,
  defects: WindowDefects,
  own: HandlersOf<'journal' | 'window' | 'quiet' | 'links' | 'opened' | 'policy' | 'updates' | 'diagnostics'>,
): Handlers {
  const closed = () => Promise.reject(new Failed({ kind: 'journal', why: 'closed' }));
  const noWork = {
    refuseWhileOpen: () => undefined,
    serviceChanged: () => undefined,
    pendingCounts: () => noneUnsettled,
  };
  const desktop = { print: () => Promise.resolve({ file: null }), copy: () => Promise.resolve() };
  const stationCalls = stationHandlers({ station, desktop, work: noWork, defects });
  return {
    ...forEachCall(() => closed),
    'station.get': stationCalls['station.get'],
    'station.watch': stationCalls['station.watch'],
    'station.appearance': stationCalls['station.appearance'],
    'station.defect': stationCalls['station.defect'],
    ...own,
  };
}
