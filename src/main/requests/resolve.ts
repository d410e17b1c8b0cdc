import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { codeOf, type Fields, momentOf, textOf } from '../../service/read.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { requestIdOf } from './view.ts';
import { createdAmong, didNotHappen, happened, unclear, existedBefore } from '../commands/resolutions.ts';
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

/**
 * The requests before the command. `mmsId` and `pid` say what it is for, `asked` when it was sent (not in journals of
 * earlier versions).
 */
const CreateState = z.object({
  requestIds: z.array(z.string()),
  mmsId: z.string(),
  pid: z.string(),
  asked: z.string().optional(),
});
type CreateState = z.output<typeof CreateState>;

/** Only the changed fields count: the rest went back as it came, and the service may keep fields that were left out. */
const changesIn = (body: object, before: Fields): (readonly [string, unknown])[] =>
  Object.entries(body).filter(([field, value]) => !isDeepStrictEqual(value, before[field]));

const onRequest = ({ path }: SentFields): string[] => [effectOn('request', text(path, 'request_id'))];

/** The patron's active requests, or with `history` the past ones. */
function requestsOf(
  { client, options, args }: SentCommand<'users.requests.create' | 'users.requests.cancel'>,
  status?: 'history',
): Promise<WholeList<UserRequest>> {
  const query = status === undefined ? {} : { status };
  const path = { user_id: args.path.user_id };
  return wholeList(client, 'users.requests.list', { path, query }, { options });
}

/**
 * A new request is in the patron's list, and was not there before. A cancelled one is in the list of past requests,
 * and says so. That it is gone from the active list proves nothing: it may have been fulfilled.
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
    resolve: async (input) => {
      const { before } = input;
      const matches = (request: UserRequest): boolean => isSameRequest(request, input);
      const found = createdAmong(await requestsOf(input), before.requestIds, requestIdOf, matches);
      if (found.found !== 'didNotHappen') return found;
      // It may be over already: fulfilled or cancelled. A service without history does not list those.
      const history = await orRefused(requestsOf(input, 'history'));
      const since = history?.items.some(
        (request) =>
          matches(request) &&
          !before.requestIds.includes(requestIdOf(request)) &&
          existedBefore(textOf(request.request_time) || request.request_date, before.asked) !== true,
      );
      return since ? unclear : didNotHappen;
    },
  }),

  'users.requests.update': command({
    before: z.looseObject({}),
    effects: onRequest,
    replacement: ({ body, before }) => Object.fromEntries(changesIn(body, before)),
    resolve: async ({ client, options, args, before }) => {
      const request = await client.call('users.requests.get', { path: args.path }, options);
      const changes = changesIn(args.body, before);
      if (changes.length === 0) {
        const removed = Object.keys(before).filter((field) => !Object.hasOwn(args.body, field));
        return removed.every((field) => request[field] === undefined) ? happened(request) : unclear;
      }
      if (changes.every(([field, value]) => isDeepStrictEqual(request[field], value)))
        return happened(request);
      const isUnchanged = changes.every(([field]) => isDeepStrictEqual(request[field], before[field]));
      return isUnchanged ? didNotHappen : unclear;
    },
  }),

  /** The same step at another desk looks like ours. In both cases it was done. */
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
    resolve: async (input) => {
      const { request_id: requestId } = input.args.path;
      const matches = (request: UserRequest): boolean => requestIdOf(request) === requestId;
      const active = await requestsOf(input);
      if (active.items.some(matches)) return didNotHappen;
      const history = await orRefused(requestsOf(input, 'history'));
      const request = history?.items.find(matches);
      if (!request || !isCancelled(request)) return unclear;
      const reason = codeOf(request.cancel_reason);
      // Another desk, or the patron, may have cancelled it for another reason.
      return reason === '' || reason === input.args.query.reason ? happened(undefined) : unclear;
    },
  }),
} satisfies CommandsOf<'users.requests.'>;

const isCancelled = (request: UserRequest): boolean =>
  /CANCEL/i.test(codeOf(request.request_status)) || codeOf(request.cancel_reason) !== '';

/** Whether a request is for the same thing as the command, as far as its record says. */
function isSameRequest(
  request: UserRequest,
  { args, before }: ResolverInput<'users.requests.create', CreateState>,
): boolean {
  const { body } = args;
  const type = codeOf(request.request_type);
  if (type !== '' && type.toUpperCase() !== codeOf(body.request_type).toUpperCase()) return false;
  const start = momentOf(request.booking_start_date);
  const sentStart = momentOf(body.booking_start_date);
  if (start !== '' && sentStart !== '' && start !== sentStart) return false;
  const pid = textOf(request.item_id);
  if (before.pid !== '' && pid !== '') return pid === before.pid;
  return before.mmsId !== '' && textOf(request.mms_id) === before.mmsId;
}
