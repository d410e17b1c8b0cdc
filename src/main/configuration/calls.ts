import type { Deps } from '../deps.ts';
import type { HandlersOf } from '../router.ts';
import { directoryHandlers } from './directory/calls.ts';
import { letterHandlers } from './letters/calls.ts';
import type { StartTransform } from './letters/preview.ts';
import { locationHandlers } from './locations/calls.ts';
import type { ImportingDeps } from './locations/import/imports.ts';
import { tableHandlers } from './tables/calls.ts';
import { workflowHandlers } from './workflows/calls.ts';

/** What configuration needs beside what every subject has. */
export interface ConfigurationParts {
  readonly locating: ImportingDeps;
  readonly startTransform: StartTransform;
}

/** What the institution has set up. */
export function configurationHandlers(
  deps: Deps,
  { locating, startTransform }: ConfigurationParts,
): HandlersOf<'configuration'> {
  return {
    ...locationHandlers(locating),
    ...tableHandlers(deps),
    ...letterHandlers(deps, startTransform),
    ...workflowHandlers(deps),
    ...directoryHandlers(deps),
  };
}
