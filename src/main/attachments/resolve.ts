import * as z from 'zod';
import { textOf } from '../../service/read.ts';
import { createdAmong, unclear } from '../commands/resolutions.ts';
import { wholeList } from '../commands/lists.ts';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';

/** An attached file is in the user's list, and was not there before. Source: User attachments. */
export const attachmentCommands = {
  'users.attachments.create': command({
    // Null where the service does not list them.
    before: z.object({ attachmentIds: z.array(z.string()).nullable() }),
    effects: ({ path, body }) => [effectOn('attachment', text(path, 'user_id'), text(body, 'file_name'))],
    resolve: async ({ client, options, args, before }) => {
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
  }),
} satisfies CommandsOf<'users.attachments.'>;
