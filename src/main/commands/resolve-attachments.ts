import { textOf } from '../../service/read.ts';
import { didNotHappen, happened, unclear } from './found.ts';
import type { ResolversOf } from './resolver.ts';

/** A file that was attached stands in the user's list, and was not there before. Source: User attachments. */
export const attachmentCommands: ResolversOf<'users.attachments.'> = {
  'users.attachments.create': async ({ client, options, args, before }) => {
    const { attachmentIds: known } = before;
    if (known === null) return unclear;
    const { items } = await client.call('users.attachments.list', { path: args.path }, options);
    const added = items.filter((one) => !known.includes(textOf(one.id)));
    if (added.length === 0) return didNotHappen;
    const same = added.filter((one) => textOf(one.file_name) === args.body.file_name);
    return same.length === 1 && same[0] ? happened(same[0]) : unclear;
  },
};
