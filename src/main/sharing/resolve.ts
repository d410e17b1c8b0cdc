import type { CallOptions, Client } from '../../client/client.ts';
import * as z from 'zod';
import { isSameAmount } from '../../shared/money.ts';
import { codeOf, textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { didNotHappen, happened, unclear } from '../commands/resolutions.ts';
import { orAbsent } from '../commands/refusals.ts';
import { isSearchKnownToWork, noteSearchWorks } from '../commands/lists.ts';
import { command, type CommandsOf, effectOn, text } from '../commands/command.ts';
import { shippingCostOf } from './record.ts';

/** Reads the patron's borrowing request with this external id. Throws if the service refuses. */
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
  if (textOf(request.external_id) === externalId) noteSearchWorks(client, 'sharingByExternalId');
  return request;
}

/** A new request is found by its external id. A cancellation or a shipping cost shows in its record. */
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
      // "Not found" proves something only where this service has found an external id before.
      if (!request) return isSearchKnownToWork(client, 'sharingByExternalId') ? didNotHappen : unclear;
      const answeredId = textOf(request.external_id);
      return answeredId === '' || answeredId === externalId ? happened(request) : unclear;
    },
  }),

  'users.resourceSharing.cancel': command({
    before: z.object({ status: z.string() }),
    effects: ({ path }) => [effectOn('sharing', text(path, 'request_id'))],
    resolve: async ({ client, options, args, before }) => {
      const request = await orAbsent(client.call('users.resourceSharing.get', { path: args.path }, options));
      const removing = args.query?.remove_request === true;
      // A removed request is gone. A request that was only to be cancelled should still be there.
      if (!request) return removing ? happened(undefined) : unclear;
      const status = codeOf(request.status);
      if (status !== '' && status === before.status) return didNotHappen;
      return !removing && /CANCEL/i.test(status) ? happened(undefined) : unclear;
    },
  }),

  'users.resourceSharing.updateShipping': command({
    before: z.object({ cost: z.string(), fund: z.string() }),
    effects: ({ path }) => [effectOn('sharing', text(path, 'request_id'))],
    replacement: ({ query }) => query,
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

/** Compares amounts. No cost may be an empty text. */
const isSame = (one: string, other: string): boolean => one === other || isSameAmount(one, other);
