import type { Client } from '../../src/client/client.ts';
import { copiesOf } from '../../src/main/orders/record.ts';
import { sampleCode as code } from '../../src/service/samples.ts';

/** The first item of an order line has come, and a patron places a hold on its title. Answers the second item. */
export async function heldItem(
  { client }: { readonly client: Client },
  pol: string,
): Promise<{ pid: string; barcode: string }> {
  const record = await client.call('acq.pol.get', { path: { pol_id: pol } });
  const [first, second] = copiesOf(record);
  const { resource_metadata: about } = record;
  await client.call('acq.pol.items.receive', {
    path: { pol_id: pol, item_id: String(first?.copy.pid) },
    query: {},
  });
  await client.call('users.requests.create', {
    path: { user_id: code('patronNothing') },
    query: { mms_id: (about?.mms_id as { value: string }).value },
    body: {
      ...{ request_type: 'HOLD', pickup_location_type: 'LIBRARY', pickup_location_library: 'MAIN' },
    },
  });
  return { pid: String(second?.copy.pid), barcode: String(second?.copy.barcode) };
}
