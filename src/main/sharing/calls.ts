import type { Deps } from '../deps.ts';
import { sharingChoices } from './choices.ts';
import { cancelSharing, createSharing, findSharing, listSharing, setShipping } from './sharing.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's requests to borrow from other libraries. */
export function sharingHandlers(deps: Deps): HandlersOf<'sharing'> {
  return {
    'sharing.list': (input, { report, signal }) => listSharing(deps, input, report, signal),
    'sharing.find': (input, { signal }) => findSharing(deps, input, signal),
    'sharing.choices': (_input, { signal }) => sharingChoices(deps, signal),
    'sharing.create': (input, { signal }) => createSharing(deps, input, signal),
    'sharing.cancel': (input, { signal }) => cancelSharing(deps, input, signal),
    'sharing.setShipping': (input, { signal }) => setShipping(deps, input, signal),
  };
}
