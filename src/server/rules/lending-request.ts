import { codes } from '../../service/codes.ts';
import { codeOf } from '../../service/read.ts';
import type { NewLendingRequest } from '../../service/shapes/lending-request.ts';
import { readDayOf } from './calendar.ts';
import { refused } from './refusal.ts';

/**
 * The states of a partner's lending request:
 *
 *     (none) ── create ──> REQUEST_CREATED_LEN
 *
 * Nothing moves it through these operations: what becomes of it is done in the partner's and the library's own
 * programs. A partner's `external_id` is taken once; the same again is refused, so that an answer that got lost does
 * not lend twice. Source: Lending request (partner); the rule about doubles is ours.
 */
export const createdForLending = {
  value: 'REQUEST_CREATED_LEN',
  desc: 'Request created',
} as const;

/** Refuses a request for another partner than the path's, one that is to begin in another state, or a date that is none. */
export function mustBeForPartner(request: NewLendingRequest, partner: string): void {
  if (codeOf(request.partner) !== partner) {
    throw invalid('partner', `expected the partner of the path, ${partner}`);
  }
  const status = codeOf(request.status);
  if (status !== '' && status !== createdForLending.value) {
    throw invalid('status', `a new request is ${createdForLending.value}`);
  }
  const until = request.last_interest_date ?? '';
  if (until !== '' && readDayOf(String(until)) === undefined) {
    throw invalid('last_interest_date', 'expected an ISO date');
  }
}

function invalid(field: string, why: string) {
  return refused(codes.paramInvalid, `Invalid parameter: ${field}: ${why}.`);
}
