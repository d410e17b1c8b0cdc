import { textOf } from '../../service/read.ts';
import { createdAmong } from '../commands/created-among.ts';
import { unclear } from '../commands/found.ts';
import type { ResolversOf } from '../commands/resolver.ts';
import { wholeList } from '../commands/whole-list.ts';

/** A file that was attached stands in the user's list, and was not there before. Source: User attachments. */
export const attachmentCommands: ResolversOf<'users.attachments.'> = {
  'users.attachments.create': async ({ client, options, args, before }) => {
    const { attachmentIds: known } = before;
    if (known === null) return unclear;
    const files = await wholeList(client, 'users.attachments.list', { path: args.path }, { options });
    return createdAmong(
      files,
      known,
      ({ id }) => textOf(id),
      (one) => textOf(one.file_name) === args.body.file_name,
    );
  },
};
