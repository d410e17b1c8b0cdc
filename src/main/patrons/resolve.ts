import { textOf } from '../../service/read.ts';
import { createdOrNot, didNotHappen, happened, orAbsent, replacedOrNot, unclear } from '../commands/found.ts';
import type { ResolversOf } from '../commands/resolver.ts';

type UserCommands = Pick<ResolversOf<'users.'>, 'users.create' | 'users.update' | 'users.delete'>;

/** Whether a user was created, changed or deleted shows in the user's own record. */
export const userCommands: UserCommands = {
  'users.create': async ({ client, options, args }) => {
    const user = await orAbsent(
      client.call('users.get', { path: { user_id: textOf(args.body.primary_id) } }, options),
    );
    return user ? createdOrNot(user, args.body) : didNotHappen;
  },

  'users.update': async ({ client, options, args, before }) => {
    // The update may have changed the primary id itself.
    const changed = { user_id: textOf(args.body.primary_id) };
    const user =
      (await orAbsent(client.call('users.get', { path: args.path }, options))) ??
      (await client.call('users.get', { path: changed }, options));
    return replacedOrNot(user, args.body, before);
  },

  'users.delete': async ({ client, options, args }) => {
    const user = await orAbsent(client.call('users.get', { path: args.path }, options));
    if (!user) return happened({});
    // What was one patron's id may be another's barcode.
    const isThat = textOf(user.primary_id).toLowerCase() === args.path.user_id.toLowerCase();
    return isThat ? didNotHappen : unclear;
  },
};
