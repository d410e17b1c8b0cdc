import { codes, ours } from '../../service/codes.ts';
import { codeOf } from '../../service/read.ts';
import { UserRequest } from '../../service/shapes/request.ts';
import type { HandlersOf } from '../handler.ts';
import { serviceDate } from '../rules/calendar.ts';
import { placeInQueue } from '../rules/hold.ts';
import { mustBeInGoodStanding } from '../rules/patron.ts';
import { refused } from '../rules/refusal.ts';
import { mustHaveShape } from '../rules/shape.ts';
import {
  digitizationTasks,
  isOver,
  mustLieAhead,
  mustMakeSense,
  requestTypes,
} from '../rules/user-request.ts';
import { nextNumber } from '../store/counters.ts';
import { queueOf, requestById, requestsOf, saveRequest, type StoredRequest } from '../store/requests.ts';
import type { Db } from '../store/schema.ts';
import { requestedTitle, isFetched, mustBeNew, mustHaveSettled, pickupOf } from './asking.ts';
import { mustBeInTable, pageOf, theUser } from './lookup.ts';
import { stepOn } from './digitization.ts';
import { cancelRequest } from './request-cancel.ts';
import { updated } from './request-update.ts';

/** Source: User requests. */
export const requests: HandlersOf<'users.requests.'> = {
  'users.requests.list': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const status = (query.status ?? 'active').toLowerCase();
    if (status !== 'active' && status !== 'history') {
      throw refused(codes.paramInvalid, 'Param value is invalid: status. Known are active and history.');
    }
    const type = query.request_type?.toUpperCase();
    if (type !== undefined && !requestTypes[type]) {
      const known = Object.keys(requestTypes).join(', ');
      throw refused(codes.paramInvalid, `Param value is invalid: request_type. Known are ${known}.`);
    }
    const page = await requestsOf(db, key, {
      active: status === 'active',
      ...(type === undefined ? {} : { type }),
      ...pageOf(query),
    });
    const items = [];
    for (const request of page.items) items.push(await requestAnswer(db, request));
    return { items, total: page.total };
  },

  'users.requests.create': async (call) => {
    const { db, path, query, body, now } = call;
    const patron = await theUser(db, path.user_id, query.user_id_type);
    const type = codeOf(body.request_type).toUpperCase();
    const subType = requestTypes[type];
    if (!subType) throw refused(codes.invalidValue, `Given request_type (${type.slice(0, 40)}) is invalid.`);
    const pickup = isFetched(type, body) ? await pickupOf(db, body) : {};
    mustBeInGoodStanding(patron.user, now);
    mustMakeSense(type, body, now);
    if (type === 'BOOKING') mustLieAhead(body, now);
    const { asks, sample } = await requestedTitle(call, type);
    const request: StoredRequest = {
      ...asks,
      id: String(await nextNumber(db, 'request')),
      sequence: await nextNumber(db, 'requestSequence'),
      userKey: patron.key,
      type,
      status: 'NOT_STARTED',
      assignedPid: null,
      request: {
        ...body,
        ...pickup,
        request_type: type,
        request_sub_type: subType,
        request_status: 'NOT_STARTED',
        ...(type === 'DIGITIZATION' ? { task_name: digitizationTasks[0] } : {}),
        request_date: serviceDate(now),
        request_time: now.toISOString(),
        mms_id: asks.mmsId,
        title: sample.bib.title,
        author: sample.bib.author,
        ...(asks.pid === null ? {} : { item_id: asks.pid, barcode: sample.data.barcode }),
        user_primary_id: patron.user.primary_id,
      },
    };
    await mustBeNew(db, request);
    await mustHaveSettled(call, request.mmsId);
    const stored = { ...request, request: { ...request.request, request_id: request.id } };
    mustHaveShape(UserRequest, stored.request);
    await saveRequest(db, stored);
    return requestAnswer(db, stored);
  },

  'users.requests.get': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    return requestAnswer(db, await theRequest(db, key, path.request_id));
  },

  'users.requests.update': async (call) => {
    const { db, path, query } = call;
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const request = await theRequest(db, key, path.request_id);
    mustBeActive(request);
    return requestAnswer(db, await updated(call, request));
  },

  'users.requests.cancel': async ({ db, path, query, now }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const request = await theRequest(db, key, path.request_id);
    if (isOver(request)) throw refused(codes.requestNotFound, `Request ${request.id} is not active.`);
    await mustBeInTable(db, 'RequestCancellationReasons', query.reason, ours.unknownReason, 'reason');
    await cancelRequest(db, request, { reason: query.reason, note: query.note, now });
    return undefined;
  },

  'users.requests.nextStep': async ({ db, path, query }) => {
    const { key } = await theUser(db, path.user_id, query.user_id_type);
    const request = await requestById(db, key, path.request_id);
    if (!request) {
      throw refused(
        codes.requestToStepNotFound,
        `Failed to find a request for the given request ID: ${path.request_id}.`,
      );
    }
    return requestAnswer(db, await stepOn(db, request, query.release_item === true));
  },
};

async function theRequest(db: Db, userKey: number, id: string): Promise<StoredRequest> {
  const request = await requestById(db, userKey, id);
  if (!request) throw refused(codes.requestNotFound, `Request ${id} was not found.`);
  return request;
}

function mustBeActive(request: StoredRequest): void {
  if (!isOver(request)) return;
  throw refused(ours.requestOver, `Request ${request.id} is ${request.status}: it cannot be changed.`);
}

/** The request as the service sends it; one that waits in a queue with its place as it is now. */
export async function requestAnswer(db: Db, request: StoredRequest): Promise<UserRequest> {
  if (isOver(request) || request.type === 'BOOKING') return request.request;
  const queue = await queueOf(db, request.mmsId, request.type);
  return { ...request.request, place_in_queue: placeInQueue(queue, request) };
}
