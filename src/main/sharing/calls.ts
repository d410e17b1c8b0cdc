import type { Deps } from '../deps.ts';
import { sharingChoices } from './choices.ts';
import { cancelSharing, createSharing, findSharing, listSharing, setShipping } from './sharing.ts';
import type { HandlersOf } from '../router.ts';

/** What is borrowed elsewhere for a patron. */
export function sharingHandlers(deps: Deps): HandlersOf<'sharing'> {
  return {
    'sharing.list': (wanted, { report, signal }) => listSharing(deps, wanted, report, signal),
    'sharing.find': (wanted, { signal }) => findSharing(deps, wanted, signal),
    'sharing.choices': (_input, { signal }) => sharingChoices(deps, signal),
    'sharing.create': (wanted, { signal }) => createSharing(deps, wanted, signal),
    'sharing.cancel': (wanted, { signal }) => cancelSharing(deps, wanted, signal),
    'sharing.setShipping': (wanted, { signal }) => setShipping(deps, wanted, signal),
  };
}
