import { readRequest, stepRequest, updateRequest } from './change.ts';
import { codesOf, tables } from '../configuration/code-tables.ts';
import { cancelRequest, listRequests, placeRequest, previewItem } from './requests.ts';
import type { HandlersOf } from '../router.ts';
import type { Deps } from '../deps.ts';

/** A patron's requests. */
export function requestHandlers(deps: Deps): HandlersOf<'requests'> {
  return {
    'requests.list': (wanted, { signal }) => listRequests(deps, wanted, signal),
    'requests.get': (wanted, { signal }) => readRequest(deps, wanted, signal),
    'requests.reasons': async (_input, { signal }) =>
      codesOf(await deps.connection.service(), tables.cancelReasons, signal),
    'requests.item': ({ barcode }, { signal }) => previewItem(deps, barcode, signal),
    'requests.place': (wanted, { signal }) => placeRequest(deps, wanted, signal),
    'requests.update': (wanted, { signal }) => updateRequest(deps, wanted, signal),
    'requests.nextStep': (wanted, { signal }) => stepRequest(deps, wanted, signal),
    'requests.cancel': (wanted, { signal }) => cancelRequest(deps, wanted, signal),
  };
}
