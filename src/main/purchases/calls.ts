import type { Deps } from '../deps.ts';
import { cancelPurchase, createPurchase, listPurchases, purchaseChoices } from './purchases.ts';
import type { HandlersOf } from '../router.ts';

/** What a patron asks the library to buy. */
export function purchaseHandlers(deps: Deps): HandlersOf<'purchases'> {
  return {
    'purchases.list': ({ userId }, { signal }) => listPurchases(deps, userId, signal),
    'purchases.choices': (_input, { signal }) => purchaseChoices(deps, signal),
    'purchases.create': (wanted, { signal }) => createPurchase(deps, wanted, signal),
    'purchases.cancel': (wanted, { signal }) => cancelPurchase(deps, wanted, signal),
  };
}
