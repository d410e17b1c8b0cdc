import * as z from 'zod';
import { act, create, get, remove } from '../rows.ts';
import { QueryFlag } from '../shapes/common.ts';
import { NewSharingRequest, SharingRequest, sharingWritten } from '../shapes/resource-sharing.ts';
import { text, userIdType } from './parts.ts';

const requests = '/users/{user_id}/resource-sharing-requests';
const request = '/users/{user_id}/resource-sharing-requests/{request_id}';
const source = 'User resource-sharing requests (borrowing)';

/** `external` finds a request by the caller's own id, which is how an unclear creation is looked up. */
const requestIdType = { request_id_type: text };

/** A decimal; whether it may be below zero, the service decides. */
const Cost = z.string().regex(/^-?\d+(\.\d+)?$/, 'expected an amount such as 12.50');

/** What the library borrows elsewhere for a patron. */
export const resourceSharing = {
  'users.resourceSharing.create': create(requests, {
    source,
    body: NewSharingRequest,
    returns: SharingRequest,
    query: { ...userIdType, override_blocks: QueryFlag },
    written: sharingWritten,
  }),
  'users.resourceSharing.get': get(request, {
    source,
    returns: SharingRequest,
    query: { ...userIdType, ...requestIdType },
  }),
  'users.resourceSharing.cancel': remove(request, {
    source,
    returns: z.looseObject({}),
    mayBeEmpty: true,
    query: { ...userIdType, reason: text, note: text, remove_request: QueryFlag, notify_user: QueryFlag },
  }),
  'users.resourceSharing.updateShipping': act(request, 'update_shipping', {
    source,
    returns: SharingRequest,
    query: { ...userIdType, ...requestIdType, shipping_cost: Cost.optional(), fund_code: text },
    atLeastOneOf: ['shipping_cost', 'fund_code'],
  }),
} as const;
