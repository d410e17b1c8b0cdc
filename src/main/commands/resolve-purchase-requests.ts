import { paginate } from '../../client/paginate.ts';
import { codeOf, textOf } from '../../service/read.ts';
import { all } from './all.ts';
import { didNotHappen, happened, unclear } from './found.ts';
import type { ResolversOf } from './resolver.ts';

/** A new purchase request stands in the patron's list, and was not there before; a cancelled one says so. */
export const purchaseCommands: ResolversOf<'users.purchaseRequests.'> = {
  'users.purchaseRequests.create': async ({ client, options, args, before }) => {
    const requests = await all(paginate(client, 'users.purchaseRequests.list', { path: args.path }, options));
    const added = requests.filter((request) => !before.requestIds.includes(textOf(request.request_id)));
    if (added.length === 0) return didNotHappen;
    const title = textOf(args.body.resource_metadata.title);
    const same = added.filter((request) => textOf(request.resource_metadata?.title) === title);
    return same.length === 1 && same[0] ? happened(same[0]) : unclear;
  },

  'users.purchaseRequests.cancel': async ({ client, options, args, before }) => {
    const request = await client.call('users.purchaseRequests.get', { path: args.path }, options);
    const status = codeOf(request.request_status);
    if (status !== '' && status === before.status) return didNotHappen;
    return status.toUpperCase() === 'CANCELLED' ? happened(undefined) : unclear;
  },
};
