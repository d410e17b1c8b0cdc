import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';

export function workflowHandlers(_deps: Deps): HandlersOf<'configuration.workflows'> {
  return {};
}
