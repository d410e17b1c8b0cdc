import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { codeOf, momentOf, textOf } from '../../service/read.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { requestIdOf } from './view.ts';
import { createdAmong, didNotHappen, happened, unclear, wasBefore } from '../commands/found.ts';
import { orRefused } from '../commands/refusals.ts';
import { type WholeList, wholeList } from '../commands/lists.ts';
import {
  type SentCommand,
  command,
  type CommandsOf,
  effectOn,
  type ResolverInput,
  text,
  type SentFields,
} from '../commands/command.ts';

/** What stood there before. `mmsId` and `pid`: what was asked for. `asked`: when; earlier versions did not keep it. */
const CreateState = z.object({
  requestIds: z.array(z.string()),
  mmsId: z.string(),
  pid: z.string(),
  asked: z.string().optional(),
});
type CreateState = z.output<typeof CreateState>;

const onRequest = ({ path }: SentFields): string[] => [effectOn('request', text(path, 'request_id'))];

/** The patron's requests: those that are active, or with `history` those that are over. */
function requestsOf(
  { client, options, args }: SentCommand<'users.requests.create' | 'users.requests.cancel'>,
  status?: 'history',
): Promise<WholeList<UserRequest>> {
  const query = status === undefined ? {} : { status };
  const path = { user_id: args.path.user_id };
  return wholeList(client, 'users.requests.list', { path, query }, { options });
}

/**
 * A request that was placed stands in the patron's list, and was not there before. One that was cancelled says so among
 * those that are over. That it is gone from the list proves nothing: it may have been fulfilled.
 */
export const requestCommands = {
  'users.requests.create': command({
    before: CreateState,
    effects: ({ path, query }) => [
      effectOn(
        'new request',
        text(path, 'user_id'),
        text(query, 'item_pid') || text(query, 'holding_id') || text(query, 'mms_id'),
      ),
    ],
    resolve: async (question) => {
      const { before } = question;
      const isThat = (request: UserRequest): boolean => isPlaced(request, question);
      const found = createdAmong(await requestsOf(question), before.requestIds, requestIdOf, isThat);
      if (found.found !== 'didNotHappen') return found;
      // It may be over already, fulfilled or cancelled by somebody. A service without history lists none of these.
      const over = await orRefused(requestsOf(question, 'history'));
      const since = over?.items.some(
        (request) =>
          isThat(request) &&
          !before.requestIds.includes(requestIdOf(request)) &&
          wasBefore(textOf(request.request_time) || request.request_date, before.asked) !== true,
      );
      return since ? unclear : didNotHappen;
    },
  }),

  'users.requests.update': command({
    before: z.looseObject({}),
    effects: onRequest,
    resolve: async ({ client, options, args, before }) => {
      const request = await client.call('users.requests.get', { path: args.path }, options);
      // Only the fields that were to change tell: the rest goes back as it came, and the service may keep what is left out.
      const wanted = Object.entries(args.body).filter(
        ([field, value]) => !isDeepStrictEqual(value, before[field]),
      );
      if (wanted.length === 0) {
        const left = Object.keys(before).filter((field) => !Object.hasOwn(args.body, field));
        return left.every((field) => request[field] === undefined) ? happened(request) : unclear;
      }
      if (wanted.every(([field, value]) => isDeepStrictEqual(request[field], value)))
        return happened(request);
      const stands = wanted.every(([field]) => isDeepStrictEqual(request[field], before[field]));
      return stands ? didNotHappen : unclear;
    },
  }),

  /** The same step taken at another desk looks like ours. In both cases it is taken. */
  'users.requests.nextStep': command({
    before: z.object({ status: z.string(), task: z.string() }),
    effects: onRequest,
    resolve: async ({ client, options, args, before }) => {
      const request = await client.call('users.requests.get', { path: args.path }, options);
      const status = codeOf(request.request_status);
      const task = textOf(request.task_name);
      if ((status === '' && task === '') || isCancelled(request)) return unclear;
      return status === before.status && task === before.task ? didNotHappen : happened(request);
    },
  }),

  'users.requests.cancel': command({
    before: z.null(),
    effects: onRequest,
    resolve: async (question) => {
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
  }),
} satisfies CommandsOf<'users.requests.'>;

const isCancelled = (request: UserRequest): boolean =>
  /CANCEL/i.test(codeOf(request.request_status)) || codeOf(request.cancel_reason) !== '';

/** Whether a request is for what was asked for, as far as it says so. */
function isPlaced(
  request: UserRequest,
  { args, before }: ResolverInput<'users.requests.create', CreateState>,
): boolean {
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
