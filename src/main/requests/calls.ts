import { readRequest, stepRequest, updateRequest } from './change.ts';
import { codesOf, tables } from '../configuration/code-tables.ts';
import { cancelRequest, listRequests, placeRequest, previewItem } from './requests.ts';
import type { HandlersOf } from '../router.ts';
import type { Deps } from '../deps.ts';

/** A patron's requests. */
export function requestHandlers(deps: Deps): HandlersOf<'requests'> {
  return {
    'requests.list': (input, { signal }) => listRequests(deps, input, signal),
    'requests.get': (input, { signal }) => readRequest(deps, input, signal),
    'requests.reasons': async (_input, { signal }) =>
      codesOf(await deps.connection.service(), tables.cancelReasons, signal),
    'requests.item': ({ barcode }, { signal }) => previewItem(deps, barcode, signal),
    'requests.place': (input, { signal }) => placeRequest(deps, input, signal),
    'requests.update': (input, { signal }) => updateRequest(deps, input, signal),
    'requests.nextStep': (input, { signal }) => stepRequest(deps, input, signal),
    'requests.cancel': (input, { signal }) => cancelRequest(deps, input, signal),
  };
}
