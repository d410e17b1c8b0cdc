import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { letterHandlers } from './letters/calls.ts';
import type { StartTransform } from './letters/preview.ts';
import { locationHandlers } from './locations/calls.ts';
import { tableHandlers } from './tables/calls.ts';
import { workflowHandlers } from './workflows/calls.ts';

/** What the institution has set up. */
export function configurationHandlers(
  deps: Deps,
  startTransform: StartTransform,
): HandlersOf<'configuration'> {
  return {
    ...locationHandlers(deps),
    ...tableHandlers(deps),
    ...letterHandlers(deps, startTransform),
    ...workflowHandlers(deps),
  };
}
