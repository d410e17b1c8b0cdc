import type { Parts } from '../deps.ts';
import { sharingChoices } from './choices.ts';
import { cancelSharing, createSharing, findSharing, listSharing, setShipping } from './sharing.ts';
import type { HandlersOf } from '../router.ts';

/** What is borrowed elsewhere for a patron. */
export function sharingHandlers(parts: Parts): HandlersOf<'sharing'> {
  return {
    'sharing.list': (wanted, { report, signal }) => listSharing(parts, wanted, report, signal),
    'sharing.find': (wanted, { signal }) => findSharing(parts, wanted, signal),
    'sharing.choices': (_input, { signal }) => sharingChoices(parts, signal),
    'sharing.create': (wanted, { signal }) => createSharing(parts, wanted, signal),
    'sharing.cancel': (wanted, { signal }) => cancelSharing(parts, wanted, signal),
    'sharing.setShipping': (wanted, { signal }) => setShipping(parts, wanted, signal),
  };
}
