import { isDeepStrictEqual } from 'node:util';
import { codeOf, momentOf, textOf } from '../../service/read.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { requestIdOf } from './view.ts';
import { createdAmong } from '../commands/created-among.ts';
import { didNotHappen, happened, orRefused, unclear } from '../commands/found.ts';
import type { Question, ResolversOf } from '../commands/resolver.ts';
import { wasBefore } from '../commands/since.ts';
import { wholeList, type WholeList } from '../commands/whole-list.ts';

type Asked = Question<'users.requests.create'> | Question<'users.requests.cancel'>;

/** Those that still stand, or with `history` those that are over. */
function requestsOf({ client, options, args }: Asked, status?: 'history'): Promise<WholeList<UserRequest>> {
  const query = status === undefined ? {} : { status };
  const path = { user_id: args.path.user_id };
  return wholeList(client, 'users.requests.list', { path, query }, { options });
}

/**
 * A request that was placed stands in the patron's list, and was not there before; one that was cancelled says so among
 * those that are over: that it is gone from the list is no proof, since it may have been fulfilled.
 */
export const requestCommands: ResolversOf<'users.requests.'> = {
  'users.requests.create': async (question) => {
    const { before } = question;
    const isThat = (request: UserRequest): boolean => isPlaced(request, question);
    const found = createdAmong(await requestsOf(question), before.requestIds, requestIdOf, isThat);
    if (found.found !== 'didNotHappen') return found;
    // Placed, and over already: fulfilled, or cancelled by somebody. A service without history has none of these.
    const over = await orRefused(requestsOf(question, 'history'));
    const since = over?.items.some(
      (request) =>
        isThat(request) &&
        !before.requestIds.includes(requestIdOf(request)) &&
        wasBefore(textOf(request.request_time) || request.request_date, before.asked) !== true,
    );
    return since ? unclear : didNotHappen;
  },

  'users.requests.update': async ({ client, options, args, before }) => {
    const request = await client.call('users.requests.get', { path: args.path }, options);
    // Only what was to be changed tells: the rest goes back as it came, and what was left out the service may keep.
    const wanted = Object.entries(args.body).filter(
      ([field, value]) => !isDeepStrictEqual(value, before[field]),
    );
    if (wanted.length === 0) {
      const left = Object.keys(before).filter((field) => !Object.hasOwn(args.body, field));
      return left.every((field) => request[field] === undefined) ? happened(request) : unclear;
    }
    if (wanted.every(([field, value]) => isDeepStrictEqual(request[field], value))) return happened(request);
    const stands = wanted.every(([field]) => isDeepStrictEqual(request[field], before[field]));
    return stands ? didNotHappen : unclear;
  },

  /** The same step taken at another desk cannot be told from ours: either way it is taken. */
  'users.requests.nextStep': async ({ client, options, args, before }) => {
    const request = await client.call('users.requests.get', { path: args.path }, options);
    const status = codeOf(request.request_status);
    const task = textOf(request.task_name);
    if ((status === '' && task === '') || isCancelled(request)) return unclear;
    return status === before.status && task === before.task ? didNotHappen : happened(request);
  },

  'users.requests.cancel': async (question) => {
    const { request_id: wanted } = question.args.path;
    const isThat = (request: UserRequest): boolean => requestIdOf(request) === wanted;
    const active = await requestsOf(question);
    if (active.items.some(isThat)) return didNotHappen;
    const over = await orRefused(requestsOf(question, 'history'));
    const request = over?.items.find(isThat);
    if (!request || !isCancelled(request)) return unclear;
    const reason = codeOf(request.cancel_reason);
    // Another desk, or the patron, may have cancelled it for another reason.
    return reason === '' || reason === question.args.query.reason ? happened(undefined) : unclear;
  },
};

const isCancelled = (request: UserRequest): boolean =>
  /CANCEL/i.test(codeOf(request.request_status)) || codeOf(request.cancel_reason) !== '';

/** Whether a request is for what was asked for, as far as it says so. */
function isPlaced(request: UserRequest, { args, before }: Question<'users.requests.create'>): boolean {
  const { body } = args;
  const type = codeOf(request.request_type);
  if (type !== '' && type.toUpperCase() !== codeOf(body.request_type).toUpperCase()) return false;
  const start = momentOf(request.booking_start_date);
  const wanted = momentOf(body.booking_start_date);
  if (start !== '' && wanted !== '' && start !== wanted) return false;
  const pid = textOf(request.item_id);
  if (before.pid !== '' && pid !== '') return pid === before.pid;
  return before.mmsId !== '' && textOf(request.mms_id) === before.mmsId;
}
