import { codeOf, textOf } from '../../service/read.ts';
import { createdAmong } from '../commands/created-among.ts';
import { didNotHappen, happened, unclear } from '../commands/found.ts';
import type { ResolversOf } from '../commands/resolver.ts';
import { wholeList } from '../commands/whole-list.ts';

/** A new purchase request stands in the patron's list, and was not there before; a cancelled one says so. */
export const purchaseCommands: ResolversOf<'users.purchaseRequests.'> = {
  'users.purchaseRequests.create': async ({ client, options, args, before }) => {
    const requests = await wholeList(client, 'users.purchaseRequests.list', { path: args.path }, { options });
    const title = textOf(args.body.resource_metadata.title);
    return createdAmong(
      requests,
      before.requestIds,
      ({ request_id: id }) => textOf(id),
      (request) => textOf(request.resource_metadata?.title) === title,
    );
  },

  'users.purchaseRequests.cancel': async ({ client, options, args, before }) => {
    const request = await client.call('users.purchaseRequests.get', { path: args.path }, options);
    const status = codeOf(request.request_status);
    if (status !== '' && status === before.status) return didNotHappen;
    return status.toUpperCase() === 'CANCELLED' ? happened(undefined) : unclear;
  },
};
