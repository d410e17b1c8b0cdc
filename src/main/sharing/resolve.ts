import * as z from 'zod';
import type { CallOptions, Client } from '../../client/client.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { isSameAmount } from '../../shared/money.ts';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';
import { didNotHappen, happened, unclear } from '../commands/found.ts';
import { hasBeenSeenToFind, sawItFind } from '../commands/lists.ts';
import { orAbsent } from '../commands/refusals.ts';

/** The patron's borrowing request that carries this id of ours. Throws what the service refuses it with. */
export async function sharingByExternalId(
  client: Client,
  userId: string,
  externalId: string,
  options: CallOptions = {},
): Promise<SharingRequest> {
  const request = await client.call(
    'users.resourceSharing.get',
    { path: { user_id: userId, request_id: externalId }, query: { request_id_type: 'external' } },
    options,
  );
  if (textOf(request.external_id) === externalId) sawItFind(client, 'sharingByExternalId');
  return request;
}

/** What the shipping of a request costs, as the record says it; null where it does not say. */
export function shippingCostOf({ shipping_cost: cost }: SharingRequest): string | null {
  if (cost === undefined) return null;
  return textOf(typeof cost === 'object' ? cost?.sum : cost);
}

/** A borrowing request is found by the id of ours that it carries; what became of it shows in its own record. */
export const sharingCommands = {
  'users.resourceSharing.create': command({
    before: z.null(),
    effects: ({ path, body }) => [
      effectOn('new sharing', text(path, 'user_id'), text(body, 'title') || text(body, 'journal_title')),
    ],
    carriesItsId: true,
    resolve: async ({ client, options, args }) => {
      const externalId = textOf(args.body.external_id);
      if (externalId === '') return unclear;
      const request = await orAbsent(sharingByExternalId(client, args.path.user_id, externalId, options));
      // Not found proves nothing where the service may not look for the callers' ids at all.
      if (!request) return hasBeenSeenToFind(client, 'sharingByExternalId') ? didNotHappen : unclear;
      const told = textOf(request.external_id);
      return told === '' || told === externalId ? happened(request) : unclear;
    },
  }),

  'users.resourceSharing.cancel': command({
    before: z.object({ status: z.string() }),
    effects: ({ path }) => [effectOn('sharing', text(path, 'request_id'))],
    resolve: async ({ client, options, args, before }) => {
      const request = await orAbsent(client.call('users.resourceSharing.get', { path: args.path }, options));
      const removing = args.query?.remove_request === true;
      // Removed as was asked, by us or another desk; a request that was only to be cancelled is still there afterwards.
      if (!request) return removing ? happened(undefined) : unclear;
      const status = codeOf(request.status);
      if (status !== '' && status === before.status) return didNotHappen;
      return !removing && /CANCEL/i.test(status) ? happened(undefined) : unclear;
    },
  }),

  'users.resourceSharing.updateShipping': command({
    before: z.object({ cost: z.string(), fund: z.string() }),
    effects: ({ path }) => [effectOn('sharing', text(path, 'request_id'))],
    resolve: async ({ client, options, args, before }) => {
      const idType = args.query?.request_id_type;
      const query = idType === undefined ? {} : { request_id_type: idType };
      const request = await client.call('users.resourceSharing.get', { path: args.path, query }, options);
      const cost = shippingCostOf(request);
      if (cost === null || request.fund_code === undefined) return unclear;
      const fund = codeOf(request.fund_code);
      const { shipping_cost: wantedCost = cost, fund_code: wantedFund = fund } = args.query ?? {};
      if (isSame(cost, wantedCost) && fund === wantedFund) return happened(request);
      return isSame(cost, before.cost) && fund === before.fund ? didNotHappen : unclear;
    },
  }),
} satisfies CommandsOf<'users.resourceSharing.'>;

/** What costs nothing may be said by an empty text. */
const isSame = (one: string, other: string): boolean => one === other || isSameAmount(one, other);
