import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { directoryHandlers } from './directory/calls.ts';
import { letterHandlers } from './letters/calls.ts';
import { locationHandlers } from './locations/calls.ts';
import { tableHandlers } from './tables/calls.ts';
import { workflowHandlers } from './workflows/calls.ts';

/** What the institution has set up. */
export function configurationHandlers(deps: Deps): HandlersOf<'configuration'> {
  return {
    ...locationHandlers(deps),
    ...tableHandlers(deps),
    ...letterHandlers(deps),
    ...workflowHandlers(deps),
    ...directoryHandlers(deps),
  };
}
