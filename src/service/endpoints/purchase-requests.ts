import * as z from 'zod';
import { act, create, get, list } from '../rows.ts';
import { Page } from '../shapes/common.ts';
import { NewPurchaseRequest, PurchaseRequest } from '../shapes/purchase-request.ts';
import { text, userIdType } from './parts.ts';

const requests = '/users/{user_id}/purchase-requests';
const request = '/users/{user_id}/purchase-requests/{purchase_request_id}';
const source = 'User purchase requests';

/** What patrons ask the library to buy. They are cancelled by an `op`: there is no DELETE. */
export const purchaseRequests = {
  'users.purchaseRequests.list': list(requests, {
    source,
    key: 'user_request',
    legacy: ['purchase_request'],
    returns: PurchaseRequest,
    query: { ...userIdType, ...Page, status: text },
  }),
  'users.purchaseRequests.create': create(requests, {
    source,
    body: NewPurchaseRequest,
    returns: PurchaseRequest,
    query: userIdType,
  }),
  'users.purchaseRequests.get': get(request, { source, returns: PurchaseRequest, query: userIdType }),
  'users.purchaseRequests.cancel': act(request, 'cancel', {
    source,
    returns: z.looseObject({}),
    mayBeEmpty: true,
    query: userIdType,
  }),
} as const;
