import type { Deps } from '../deps.ts';
import { cancelPurchase, createPurchase, listPurchases, purchaseChoices } from './purchases.ts';
import type { HandlersOf } from '../router.ts';

/** A patron's purchase requests. */
export function purchaseHandlers(deps: Deps): HandlersOf<'purchases'> {
  return {
    'purchases.list': ({ userId }, { signal }) => listPurchases(deps, userId, signal),
    'purchases.choices': (_input, { signal }) => purchaseChoices(deps, signal),
    'purchases.create': (input, { signal }) => createPurchase(deps, input, signal),
    'purchases.cancel': (input, { signal }) => cancelPurchase(deps, input, signal),
  };
}
