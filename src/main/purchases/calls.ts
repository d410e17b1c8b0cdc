import type { Parts } from '../deps.ts';
import { cancelPurchase, createPurchase, listPurchases, purchaseChoices } from './purchases.ts';
import type { HandlersOf } from '../router.ts';

/** What a patron asks the library to buy. */
export function purchaseHandlers(parts: Parts): HandlersOf<'purchases'> {
  return {
    'purchases.list': ({ userId }, { signal }) => listPurchases(parts, userId, signal),
    'purchases.choices': (_input, { signal }) => purchaseChoices(parts, signal),
    'purchases.create': (wanted, { signal }) => createPurchase(parts, wanted, signal),
    'purchases.cancel': (wanted, { signal }) => cancelPurchase(parts, wanted, signal),
  };
}
