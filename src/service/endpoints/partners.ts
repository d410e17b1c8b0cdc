import { create, get } from '../rows.ts';
import { LendingRequest, lendingWritten, NewLendingRequest } from '../shapes/lending-request.ts';

const source = 'Resource sharing partners';

/** What other libraries ask to borrow from this one. */
export const partners = {
  'partners.lendingRequests.create': create('/partners/{partner_code}/lending-requests', {
    source,
    body: NewLendingRequest,
    returns: LendingRequest,
    written: lendingWritten,
  }),
  'partners.lendingRequests.get': get('/partners/{partner_code}/lending-requests/{request_id}', {
    source,
    returns: LendingRequest,
  }),
} as const;
