import { m } from '../../../../messages/compiled/messages.js';
import type { Coded } from '../../../../contract/common.ts';
import type { RequestView } from '../../../../contract/requests.ts';

const words: Readonly<Record<string, () => string>> = {
  HOLD: m.requests_type_hold,
  DIGITIZATION: m.requests_type_digitization,
  BOOKING: m.requests_type_booking,
  NOT_STARTED: m.requests_status_not_started,
  IN_PROCESS: m.requests_status_in_process,
  ON_HOLD_SHELF: m.requests_status_on_hold_shelf,
};

/** What a type or status is called: by the service, or by us where it gives the bare code. */
export function requestWord({ code, label }: Coded): string {
  return label === '' || label === code ? (words[code]?.() ?? code) : label;
}

/** What a request is called in a sentence: its title, or its number where the title is not known. */
export function requestName(request: RequestView): string {
  return request.title || request.requestId;
}
