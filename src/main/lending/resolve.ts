import * as z from 'zod';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';

const plain = (words: string): string => words.replaceAll(/\s+/g, ' ').toLowerCase();

/**
 * The service lists no lending requests, and finds none by the partner's own id. It may refuse a second one with the
 * same external id, but to try that out would be to send it twice. So a person decides; until then nothing that asks
 * for the same, for the same partner, is sent.
 */
export const lendingCommands = {
  'partners.lendingRequests.create': command({
    before: z.null(),
    effects: ({ path, body }) => [
      effectOn(
        'lending',
        text(path, 'partner_code'),
        plain(text(body, 'mms_id') || text(body, 'title')),
        ...['journal_title', 'volume', 'issue', 'pages'].map((field) => plain(text(body, field))),
      ),
    ],
    resolve: { askPerson: 'noListOfLendingRequests' },
  }),
} satisfies CommandsOf<'partners.'>;
