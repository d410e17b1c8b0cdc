import { listenUntil } from '../emitter.ts';
import type { HandlersOf } from '../router.ts';
import type { Station } from '../station/station.ts';
import type { FirstStart } from './first-start.ts';

/** The first start of this workstation. */
export const firstStartHandlers = (
  first: FirstStart,
  station: Pick<Station, 'testAddress'>,
): HandlersOf<'firstStart'> => ({
  'firstStart.watch': (_, { signal, report }) => {
    report(first.view);
    return listenUntil(first.changes, signal, () => report(first.view));
  },
  'firstStart.putAside': () => {
    first.putAside();
    return Promise.resolve(first.view);
  },
  'firstStart.address': (at, { signal }) => station.testAddress(at, signal),
});
