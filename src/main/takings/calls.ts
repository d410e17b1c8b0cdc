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
      const { counted, payments, cashPaid, ...till } = readOpenTill(deps, tills, window, place);
      return Promise.resolve(till);
    },
    'takings.close': (input, { window }) => closeTills(deps, tills, window, input),
    'takings.compare': ({ id, place }, { window, signal, report }) =>
      compareTakings(deps, tills, { window, id, place }, { signal, report }),
    'takings.closed': async ({ before }) => Promise.resolve(closedTills(deps, before)),
  };
}
