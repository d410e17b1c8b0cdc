import type { Parts } from '../rooms/parts.ts';
import { codesOf, tables } from '../tasks/code-tables.ts';
import { cancelRequest, listRequests, placeRequest, previewItem } from '../tasks/requests.ts';
import type { HandlersOf } from './part.ts';

/** A patron's requests. */
export function requestHandlers(parts: Parts): HandlersOf<'requests'> {
  return {
    'requests.list': ({ userId }, { signal }) => listRequests(parts, userId, signal),
    'requests.reasons': async (_input, { signal }) =>
      codesOf(await parts.standing.service(), tables.cancelReasons, signal),
    'requests.item': ({ barcode }, { signal }) => previewItem(parts, barcode, signal),
    'requests.place': (wanted, { signal }) => placeRequest(parts, wanted, signal),
    'requests.cancel': (wanted, { signal }) => cancelRequest(parts, wanted, signal),
  };
}
