import { type Answer, objectOf, p } from './http.ts';
import { at, objects, text } from './read.ts';
import type { World } from './world.ts';

/** Deletes a user of the suite's own, after returning, cancelling and waiving what would keep it. */
export async function tidyUser(world: World, user: string): Promise<Answer | undefined> {
  const { service, codes } = world;
  const all = async (collection: string, key: string, query = {}) =>
    objects(objectOf(await service.get(p`/users/${user}/` + collection, { limit: 100, ...query }))[key]);
  if ((await service.get(p`/users/${user}`)).status === 404) return undefined;
  for (const loan of await all('loans', 'item_loan')) {
    const [mms = '', holding = '', item = ''] = ['mms_id', 'holding_id', 'item_id'].map((id) =>
      text(loan[id]),
    );
    await service.post(p`/bibs/${mms}/holdings/${holding}/items/${item}`, {
      op: 'scan',
      library: codes.library,
      circ_desk: codes.desk,
    });
  }
  for (const request of await all('requests', 'user_request')) {
    await service.del(p`/users/${user}/requests/${text(request['request_id'])}`, {
      reason: codes.cancelReason,
    });
  }
  for (const fee of await all('fees', 'fee', { status: 'INDISPUTE' })) {
    await service.post(p`/users/${user}/fees/${text(fee['id'])}`, { op: 'restore' });
  }
  for (const fee of await all('fees', 'fee')) {
    await service.post(p`/users/${user}/fees/${text(fee['id'])}`, { op: 'waive', reason: codes.reason });
  }
  for (const request of await all('purchase-requests', 'user_request')) {
    if (text(at(request, 'request_status.value') ?? at(request, 'status.value') ?? '') === 'CANCELLED')
      continue;
    await service.post(p`/users/${user}/purchase-requests/${text(request['request_id'])}`, { op: 'cancel' });
  }
  for (const deposit of [...(await all('deposits', 'deposit')), ...(await all('deposits', 'user_deposit'))]) {
    // What does not fit its state is refused, and nothing is lost by that.
    for (const op of ['restore', 'refund']) {
      await service.post(p`/users/${user}/deposits/${text(deposit['id'])}`, { op });
    }
  }
  return service.del(p`/users/${user}`);
}
