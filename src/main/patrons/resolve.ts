import * as z from 'zod';
import { textOf } from '../../service/read.ts';
import { createdOrNot, didNotHappen, happened, replacedOrNot, unclear } from '../commands/resolutions.ts';
import { orAbsent } from '../commands/refusals.ts';
import { command, type CommandsOf, effectOn, text, type SentFields } from '../commands/command.ts';

type UserCommands = Pick<CommandsOf<'users.'>, 'users.create' | 'users.update' | 'users.delete'>;

const onUser = ({ path }: SentFields): string[] => [effectOn('user', text(path, 'user_id'))];

/** The user's own record shows whether it was created, changed or deleted. */
export const patronCommands = {
  'users.create': command({
    before: z.null(),
    effects: ({ body }) => [effectOn('user', text(body, 'primary_id'))],
    resolve: async ({ client, options, args }) => {
      const user = await orAbsent(
        client.call('users.get', { path: { user_id: textOf(args.body.primary_id) } }, options),
      );
      return user ? createdOrNot(user, args.body) : didNotHappen;
    },
  }),

  'users.update': command({
    before: z.looseObject({}),
    effects: onUser,
    replacement: ({ body }) => body,
    resolve: async ({ client, options, args, before }) => {
      // The update may have changed the primary id itself.
      const changed = { user_id: textOf(args.body.primary_id) };
      const user =
        (await orAbsent(client.call('users.get', { path: args.path }, options))) ??
        (await client.call('users.get', { path: changed }, options));
      return replacedOrNot(user, args.body, before);
    },
  }),

  'users.delete': command({
    before: z.null(),
    effects: onUser,
    resolve: async ({ client, options, args }) => {
      const user = await orAbsent(client.call('users.get', { path: args.path }, options));
      if (!user) return happened({});
      // The id of the deleted patron may be the barcode of another one.
      const isThat = textOf(user.primary_id).toLowerCase() === args.path.user_id.toLowerCase();
      return isThat ? didNotHappen : unclear;
    },
  }),
} satisfies UserCommands;
