import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';

/** Lending requests for partners. */
export function lendingHandlers(_deps: Deps): HandlersOf<'lending'> {
  return {};
}
