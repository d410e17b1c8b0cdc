import { expect, test } from 'vitest';
import { commandTable } from '../../../src/main/command-table.ts';
import { sampleCode } from '../../../src/service/samples.ts';
import { lookingUp } from '../support/looking-up.ts';

const library = lookingUp();

const user = { user_id: sampleCode('patronNothing') };

async function hold() {
  const item = await library.client.call('items.byBarcode', {
    query: { item_barcode: sampleCode('itemForHold') },
  });
  const mmsId = String(item.bib_data?.mms_id);
  const request = await library.client.call('users.requests.create', {
    path: user,
    query: { mms_id: mmsId },
    body: { request_type: 'DIGITIZATION', pickup_location_library: 'MAIN', comment: 'a' },
  });
  return { request, path: { ...user, request_id: String(request.request_id) } };
}

test('a changed request and a step show in the request itself', async () => {
  const { request: before, path } = await hold();
  const payload = { path, body: { ...before, comment: 'b', place_in_queue: 7 } };
  expect(await library.found('users.requests.update', payload, { ...before, place_in_queue: 7 })).toBe(
    'didNotHappen',
  );
  const stepping = { status: 'NOT_STARTED', task: 'Pickup From Shelf' };
  expect(await library.found('users.requests.nextStep', { path }, stepping)).toBe('didNotHappen');

  await library.client.call('users.requests.update', { path, body: { ...before, comment: 'b' } });
  expect(await library.found('users.requests.update', payload, { ...before, place_in_queue: 7 })).toBe(
    'happened',
  );
  await library.client.call('users.requests.update', {
    path,
    body: { ...before, comment: 'by another desk' },
  });
  expect(await library.found('users.requests.update', payload, { ...before, place_in_queue: 7 })).toBe(
    'unclear',
  );
  await library.client.call('users.requests.nextStep', { path });
  expect(await library.found('users.requests.nextStep', { path }, stepping)).toBe('happened');
});

const article = {
  owner: 'MAIN',
  format: 'DIGITAL',
  citation_type: 'CR',
  title: 'On paper',
  agree_to_copyright_terms: true,
};

test('a borrowing request is found by our id, its cancellation and its cost in itself', async () => {
  const create = { path: user, body: { ...article, external_id: 'journal-1' } };
  // Nothing is known yet of how this service looks for the ids of others.
  expect(await library.found('users.resourceSharing.create', create)).toBe('unclear');
  const request = await library.client.call('users.resourceSharing.create', create);
  expect(await library.found('users.resourceSharing.create', create)).toBe('happened');
  expect(await library.found('users.resourceSharing.create', { path: user, body: article })).toBe('unclear');
  const other = { path: user, body: { ...article, external_id: 'journal-2' } };
  expect(await library.found('users.resourceSharing.create', other)).toBe('didNotHappen');

  const path = { ...user, request_id: String(request.request_id) };
  const ship = { path, query: { shipping_cost: '7.5', fund_code: 'ILL' } };
  const unshipped = { cost: '', fund: '' };
  expect(await library.found('users.resourceSharing.updateShipping', ship, unshipped)).toBe('didNotHappen');
  await library.client.call('users.resourceSharing.updateShipping', ship);
  expect(await library.found('users.resourceSharing.updateShipping', ship, unshipped)).toBe('happened');
  await library.client.call('users.resourceSharing.updateShipping', { path, query: { shipping_cost: '9' } });
  expect(await library.found('users.resourceSharing.updateShipping', ship, unshipped)).toBe('unclear');

  const created = { status: 'REQUEST_CREATED_BOR' };
  expect(await library.found('users.resourceSharing.cancel', { path }, created)).toBe('didNotHappen');
  await library.client.call('users.resourceSharing.cancel', { path });
  expect(await library.found('users.resourceSharing.cancel', { path }, created)).toBe('happened');
  const remove = { path, query: { remove_request: true } };
  // Cancelled is not removed.
  expect(await library.found('users.resourceSharing.cancel', remove, created)).toBe('unclear');
  await library.client.call('users.resourceSharing.cancel', remove);
  expect(await library.found('users.resourceSharing.cancel', remove, created)).toBe('happened');
  // Somebody has removed it, whether or not ours had cancelled it.
  expect(await library.found('users.resourceSharing.cancel', { path }, created)).toBe('unclear');
});

test('a purchase request is found among those that were not there before', async () => {
  const wish = {
    format: 'PHYSICAL',
    citation_type: 'BOOK',
    owner: 'MAIN',
    resource_metadata: { title: 'On paper' },
  };
  const create = { path: user, body: wish };
  expect(await library.found('users.purchaseRequests.create', create, { requestIds: [] })).toBe(
    'didNotHappen',
  );
  const request = await library.client.call('users.purchaseRequests.create', create);
  const id = String(request.request_id);
  expect(await library.found('users.purchaseRequests.create', create, { requestIds: [] })).toBe('happened');
  expect(await library.found('users.purchaseRequests.create', create, { requestIds: [id] })).toBe(
    'didNotHappen',
  );
  await library.client.call('users.purchaseRequests.create', create);
  expect(await library.found('users.purchaseRequests.create', create, { requestIds: [] })).toBe('unclear');

  const cancel = { path: { ...user, purchase_request_id: id } };
  expect(await library.found('users.purchaseRequests.cancel', cancel, { status: 'INREVIEW' })).toBe(
    'didNotHappen',
  );
  await library.client.call('users.purchaseRequests.cancel', cancel);
  expect(await library.found('users.purchaseRequests.cancel', cancel, { status: 'INREVIEW' })).toBe(
    'happened',
  );
});

test('about a lending request a person is asked', () => {
  const entry = { id: '1', operation: 'partners.lendingRequests.create', payload: {}, before: null } as const;
  expect(commandTable.whyAskPerson(entry)).toBe('noListOfLendingRequests');
});
