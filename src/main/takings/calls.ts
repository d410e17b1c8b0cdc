import type { Deps } from '../deps.ts';
import type { Tills } from './tills.ts';
import { closeTakings, readTakings } from './takings.ts';
import type { HandlersOf } from '../router.ts';

/** The takings of the window that asks. */
export function takingsHandlers(deps: Deps, tills: Tills): HandlersOf<'takings'> {
  return {
    'takings.read': async ({ since }, { window }) =>
      Promise.resolve(readTakings(deps, tills.of(window), since)),
    'takings.close': (_input, { window }) => closeTakings(deps, tills.of(window)),
  };
}
