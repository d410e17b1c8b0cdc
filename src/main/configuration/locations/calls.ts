import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';

export function locationHandlers(_deps: Deps): HandlersOf<'configuration.locations'> {
  return {};
}
