import { isDeepStrictEqual } from 'node:util';
import type { CallOptions, Client } from '../../client/client.ts';
import { paginate } from '../../client/paginate.ts';
import type { UserRequest } from '../../service/shapes/request.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { requestIdOf } from '../views/request.ts';
import { all } from './all.ts';
import { didNotHappen, happened, unclear } from './found.ts';
import type { ResolversOf } from './resolver.ts';

interface OfPatron {
  readonly client: Client;
  readonly options: CallOptions;
  readonly args: { readonly path: { readonly user_id: string } };
}

const requestsOf = ({ client, options, args }: OfPatron): Promise<UserRequest[]> =>
  all(paginate(client, 'users.requests.list', { path: { user_id: args.path.user_id } }, options));

/** A request that was placed stands in the patron's list, and was not there before; one that was cancelled is gone. */
export const requestCommands: ResolversOf<'users.requests.'> = {
  'users.requests.create': async (question) => {
    const { before } = question;
    const added = (await requestsOf(question)).filter(
      (request) => !before.requestIds.includes(requestIdOf(request)),
    );
    const wanted = added.find(
      (request) =>
        (before.pid !== '' && textOf(request.item_id) === before.pid) ||
        (before.mmsId !== '' && textOf(request.mms_id) === before.mmsId),
    );
    if (wanted) return happened(wanted);
    return added.length === 0 ? didNotHappen : unclear;
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

  'users.requests.nextStep': async ({ client, options, args, before }) => {
    const request = await client.call('users.requests.get', { path: args.path }, options);
    const stands =
      codeOf(request.request_status) === before.status && textOf(request.task_name) === before.task;
    return stands ? didNotHappen : happened(request);
  },

  'users.requests.cancel': async (question) => {
    const wanted = question.args.path.request_id;
    const still = (await requestsOf(question)).some((request) => requestIdOf(request) === wanted);
    return still ? didNotHappen : happened(undefined);
  },
};
