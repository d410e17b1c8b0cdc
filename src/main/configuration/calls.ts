import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';

/** What the institution has set up. */
export function configurationHandlers(_deps: Deps): HandlersOf<'configuration'> {
  return {};
}
