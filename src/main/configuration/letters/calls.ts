import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';

export function letterHandlers(_deps: Deps): HandlersOf<'configuration.letters'> {
  return {};
}
