import { readRequest, stepRequest, updateRequest } from './change.ts';
import { codesOf, tables } from '../configuration/code-tables.ts';
import { cancelRequest, listRequests, placeRequest, previewItem } from './requests.ts';
import type { HandlersOf } from '../router.ts';
import type { Parts } from '../deps.ts';

/** A patron's requests. */
export function requestHandlers(parts: Parts): HandlersOf<'requests'> {
  return {
    'requests.list': (wanted, { signal }) => listRequests(parts, wanted, signal),
    'requests.get': (wanted, { signal }) => readRequest(parts, wanted, signal),
    'requests.reasons': async (_input, { signal }) =>
      codesOf(await parts.standing.service(), tables.cancelReasons, signal),
    'requests.item': ({ barcode }, { signal }) => previewItem(parts, barcode, signal),
    'requests.place': (wanted, { signal }) => placeRequest(parts, wanted, signal),
    'requests.update': (wanted, { signal }) => updateRequest(parts, wanted, signal),
    'requests.nextStep': (wanted, { signal }) => stepRequest(parts, wanted, signal),
    'requests.cancel': (wanted, { signal }) => cancelRequest(parts, wanted, signal),
  };
}
