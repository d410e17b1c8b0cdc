import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';

/** Reports of the service and of this station. */
export function reportsHandlers(_deps: Deps): HandlersOf<'reports'> {
  return {};
}
