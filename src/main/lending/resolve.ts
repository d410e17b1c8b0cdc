import * as z from 'zod';
import type { Fields } from '../../service/read.ts';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';

const plain = (words: string): string => words.replaceAll(/\s+/g, ' ').toLowerCase();

/** What a request asks of whom: two of the same ask for one thing twice. */
export const wantedOf = (partner: string, request: Fields): string =>
  effectOn(
    'lending',
    partner,
    plain(text(request, 'mms_id') || text(request, 'title')),
    ...['journal_title', 'volume', 'issue', 'pages'].map((field) => plain(text(request, field))),
  );

/**
 * The service lists no lending requests, and finds none by the partner's own id. It may refuse a second one with the
 * same external id, but to try that out would be to send it twice. So a person decides; until then nothing that asks
 * for the same, for the same partner, is sent.
 */
export const lendingCommands = {
  'partners.lendingRequests.create': command({
    before: z.null(),
    effects: ({ path, body }) => [wantedOf(text(path, 'partner_code'), body)],
    resolve: { askPerson: 'noListOfLendingRequests' },
  }),
} satisfies CommandsOf<'partners.'>;
