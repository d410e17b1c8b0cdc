import type { ResolversOf } from '../commands/resolver.ts';

/** The service lists no lending requests, and finds none by the partner's own id. */
export const partnerCommands: ResolversOf<'partners.'> = {
  'partners.lendingRequests.create': { askPerson: 'noListOfLendingRequests' },
};
