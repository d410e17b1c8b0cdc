import type { OpenTill } from '../../contract/takings.ts';
import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { closeTills } from './close.ts';
import { compareTakings } from './compare.ts';
import { closedTills } from './kept-tills.ts';
import { readOpenTill } from './open-till.ts';
import { readTakings } from './takings.ts';
import type { Tills } from './tills.ts';

/** The takings of the window that asks, and the tills of all windows. */
export function takingsHandlers(deps: Deps, tills: Tills): HandlersOf<'takings'> {
  return {
    'takings.read': async ({ since }, { window }) =>
      Promise.resolve(readTakings(deps, tills.of(window), since)),
    'takings.till': async ({ place }, { window }): Promise<OpenTill> => {
      const till = readOpenTill(deps, tills, window, place);
      const { takings, windows, float, floatKnown, closedAt, mark, others, place: at } = till;
      return Promise.resolve({ place: at, others, takings, windows, float, floatKnown, closedAt, mark });
    },
    'takings.close': (input, { window }) => closeTills(deps, tills, window, input),
    'takings.compare': ({ id, place, agreed }, { window, signal, report }) =>
      compareTakings(deps, tills, { window, id, place }, { signal, report, agreed }),
    'takings.closed': async ({ before }) => Promise.resolve(closedTills(deps, before)),
  };
}
