import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';

/** Whether the station can do its work today. */
export function openingCheckHandlers(_deps: Deps): HandlersOf<'openingCheck'> {
  return {};
}
