import type { Deps } from '../../deps.ts';
import type { HandlersOf } from '../../router.ts';
import { generalOf, listOf, recordOf } from './read.ts';
import { usedIn } from './used-in.ts';

/** Libraries, departments, desks, profiles, printers and what holds for all of them: to be looked at. */
export function directoryHandlers(deps: Deps): HandlersOf<'configuration.directory'> {
  return {
    'configuration.directory.list': (input, { signal, report }) => listOf(deps, input, { signal, report }),
    'configuration.directory.get': (input, { signal }) => recordOf(deps, input, signal),
    'configuration.directory.general': async (_input, { signal }) =>
      generalOf(await deps.connection.service(), signal),
    'configuration.directory.usedIn': (input, { signal }) => usedIn(deps, input, signal),
  };
}
