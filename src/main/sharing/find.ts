import type { CallOptions, Client } from '../../client/client.ts';
import { textOf } from '../../service/read.ts';
import type { SharingRequest } from '../../service/shapes/resource-sharing.ts';
import { sawItFind } from '../commands/lists.ts';

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
