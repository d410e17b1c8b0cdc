import { contract, type CallName } from '../contract/index.ts';
import { Failed } from './failure.ts';
import { stationHandlers } from './station/calls.ts';
import type { HandlersOf } from './handlers-of.ts';
import type { Journal } from './ports.ts';
import type { Handlers } from './router.ts';
import type { Station } from './station/station.ts';
import type { WindowDefects } from './desktop/window-defects.ts';

/** A station without a journal knows no library, and meets none. */
export const noLibraries: Pick<Journal, 'libraries' | 'keepLibrary' | 'marks'> = {
  libraries: () => [],
  keepLibrary: () => undefined,
  marks: () => [],
};

type AnyHandler = (input: never, context: never) => Promise<unknown>;

/** One handler a call, each made the same way. */
function forEachCall(make: (name: CallName) => AnyHandler): Handlers {
  const names = Object.keys(contract) as CallName[];
  // Every name of the contract, and under each what was made for it.
  return Object.fromEntries(names.map((name) => [name, make(name)])) as object as Handlers;
}

/** Handlers that ask anew at each call who answers now. */
export const delegating = (now: () => Handlers): Handlers =>
  forEachCall((name) => (input, context) => (now()[name] as AnyHandler)(input, context));

/**
 * What answers a window while the journal cannot be used: how the station looks, and why nothing else does. Desk,
 * receiving and service stay closed, since nothing may leave that is in no journal.
 */
export function closedHandlers(
  station: Station,
  defects: WindowDefects,
  own: HandlersOf<'journal'> & HandlersOf<'window'>,
): Handlers {
  const closed: AnyHandler = () => Promise.reject(new Failed({ kind: 'journal', why: 'closed' }));
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
