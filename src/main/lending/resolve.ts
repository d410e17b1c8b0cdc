import * as z from 'zod';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';

/** The service lists no lending requests, and finds none by the partner's own id. */
export const lendingCommands = {
  'partners.lendingRequests.create': command({
    before: z.null(),
    effects: ({ path, body }) => [effectOn('lending', text(path, 'partner_code'), text(body, 'external_id'))],
    resolve: { askPerson: 'noListOfLendingRequests' },
  }),
} satisfies CommandsOf<'partners.'>;
