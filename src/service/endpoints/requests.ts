import * as z from 'zod';
import { codes } from '../codes.ts';
import { act, create, get, list, remove, replace } from '../rows.ts';
import { Page, QueryFlag } from '../shapes/common.ts';
import { NewRequest, UserRequest } from '../shapes/request.ts';
import { text, userIdType } from './parts.ts';

const request = '/users/{user_id}/requests/{request_id}';

/** A patron's requests: holds, bookings, digitization. */
export const requests = {
  'users.requests.list': list('/users/{user_id}/requests', {
    source: 'User requests',
    key: 'user_request',
    returns: UserRequest,
    query: { ...userIdType, ...Page, request_type: text, status: text },
  }),
  'users.requests.create': create('/users/{user_id}/requests', {
    source: 'User requests',
    body: NewRequest,
    returns: UserRequest,
    query: { ...userIdType, mms_id: text, item_pid: text, holding_id: text },
    atLeastOneOf: ['mms_id', 'item_pid', 'holding_id'],
    passing: [codes.noItemFulfils],
  }),
  'users.requests.get': get(request, { source: 'User requests', returns: UserRequest, query: userIdType }),
  'users.requests.update': replace(request, {
    source: 'User requests',
    // As it was read, with what is to change: the service's own fields go back as they came.
    body: UserRequest,
    returns: UserRequest,
    query: userIdType,
  }),
  'users.requests.cancel': remove(request, {
    source: 'User requests',
    returns: z.looseObject({}),
    mayBeEmpty: true,
    query: { ...userIdType, reason: z.string().min(1), note: text },
  }),
  'users.requests.nextStep': act(request, 'next_step', {
    source: 'User requests',
    returns: UserRequest,
    query: { ...userIdType, release_item: QueryFlag },
  }),
} as const;
