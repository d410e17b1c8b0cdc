import * as z from 'zod';
import { codeOf, textOf } from '../../service/read.ts';
import { createdAmong, didNotHappen, happened, unclear } from '../commands/resolutions.ts';
import { wholeList } from '../commands/lists.ts';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';

const Metadata = z.record(z.string(), z.unknown()).catch({});

/** The title in the metadata, or else the record's id. */
function nameOf(metadata: unknown): string {
  const fields = Metadata.parse(metadata);
  return text(fields, 'title') || text(fields, 'mms_id');
}

/** A new purchase request is in the patron's list, and was not there before. A cancelled one has that status. */
export const purchaseCommands = {
  'users.purchaseRequests.create': command({
    before: z.object({ requestIds: z.array(z.string()) }),
    effects: ({ path, body }) => [
      effectOn('new purchase', text(path, 'user_id'), nameOf(body['resource_metadata'])),
    ],
    resolve: async ({ client, options, args, before }) => {
      const requests = await wholeList(
        client,
        'users.purchaseRequests.list',
        { path: args.path },
        { options },
      );
      const title = textOf(args.body.resource_metadata.title);
      return createdAmong(
        requests,
        before.requestIds,
        ({ request_id: id }) => textOf(id),
        (request) => textOf(request.resource_metadata?.title) === title,
      );
    },
  }),

  'users.purchaseRequests.cancel': command({
    before: z.object({ status: z.string() }),
    effects: ({ path }) => [effectOn('purchase', text(path, 'purchase_request_id'))],
    resolve: async ({ client, options, args, before }) => {
      const request = await client.call('users.purchaseRequests.get', { path: args.path }, options);
      const status = codeOf(request.request_status);
      if (status !== '' && status === before.status) return didNotHappen;
      return status.toUpperCase() === 'CANCELLED' ? happened(undefined) : unclear;
    },
  }),
} satisfies CommandsOf<'users.purchaseRequests.'>;
