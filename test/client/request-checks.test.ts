import { expect, test } from 'vitest';
import { InvalidArgumentError, type Invalid } from '../../src/client/errors.ts';
import { clientOf, failing, json, stub } from './stub.ts';

async function echoing() {
  const service = await stub((response) => json(response, {}));
  return { service, client: clientOf(service.address) };
}

const user = { user_id: 'u' };
const one = { user_id: 'u', request_id: 'r', purchase_request_id: 'p' };
const borrowing = {
  owner: 'MAIN',
  format: 'DIGITAL',
  citation_type: { value: 'CR' },
  title: 'On paper',
  agree_to_copyright_terms: true,
};
const partner = { partner_code: 'P' };
const lending = {
  external_id: 'e1',
  owner: 'MAIN',
  partner: 'P',
  format: { value: 'PHYSICAL' as const },
  citation_type: { value: 'BOOK' },
  title: 'On paper',
};
const wish = {
  format: 'PHYSICAL',
  citation_type: 'BOOK',
  owner: 'MAIN',
  resource_metadata: { title: 'On paper' },
};

test('what is wrong in a request of any kind is said with its field before anything is sent', async () => {
  const { service, client } = await echoing();
  const borrow = (fields: object) =>
    client.call('users.resourceSharing.create', { path: user, body: { ...borrowing, ...fields } });
  const lend = (fields: object) =>
    client.call('partners.lendingRequests.create', { path: partner, body: { ...lending, ...fields } });
  const buy = (fields: object) =>
    client.call('users.purchaseRequests.create', { path: user, body: { ...wish, ...fields } });
  const hold = (fields: object) =>
    client.call('users.requests.create', {
      path: user,
      query: { mms_id: '1' },
      body: { request_type: 'BOOKING', ...fields },
    });
  const cases: [Promise<unknown>, object][] = [
    [
      borrow({ agree_to_copyright_terms: undefined }),
      { field: 'agree_to_copyright_terms', reason: 'missing' },
    ],
    [borrow({ agree_to_copyright_terms: false }), { field: 'agree_to_copyright_terms', reason: 'invalid' }],
    [borrow({ title: undefined }), { field: 'title', reason: 'missing' }],
    [borrow({ owner: undefined }), { field: 'owner', reason: 'missing' }],
    [borrow({ format: undefined }), { field: 'format', reason: 'missing' }],
    [borrow({ citation_type: undefined }), { field: 'citation_type', reason: 'missing' }],
    [lend({ external_id: '' }), { field: 'external_id', reason: 'empty' }],
    [lend({ owner: undefined }), { field: 'owner', reason: 'missing' }],
    [lend({ partner: undefined }), { field: 'partner', reason: 'missing' }],
    [lend({ format: { value: 'CLAY' } }), { field: 'format.value' }],
    [lend({ title: undefined }), { field: 'title', reason: 'missing' }],
    [lend({ citation_type: undefined }), { field: 'citation_type', reason: 'missing' }],
    [lend({ citation_type: 'JOURNAL' }), { field: 'journal_title', reason: 'missing' }],
    [lend({ rs_note: {} }), { field: 'rs_note' }],
    [buy({ resource_metadata: {} }), { field: 'resource_metadata.title', reason: 'missing' }],
    [buy({ format: undefined }), { field: 'format', reason: 'missing' }],
    [hold({}), { field: 'booking_start_date', reason: 'missing' }],
    [hold({ booking_start_date: '2026-12-01T09:00:00Z' }), { field: 'booking_end_date', reason: 'missing' }],
    [
      client.call('users.resourceSharing.updateShipping', { path: one }),
      { place: 'query', field: 'shipping_cost | fund_code', reason: 'at-least-one' },
    ],
    [
      client.call('users.resourceSharing.updateShipping', { path: one, query: { shipping_cost: '1,50' } }),
      { place: 'query', field: 'shipping_cost' },
    ],
    [
      client.call('users.purchaseRequests.list', { path: user, query: { limit: 101 } }),
      { place: 'query', field: 'limit' },
    ],
    [client.call('users.purchaseRequests.cancel', { path: one, body: {} } as never), { field: 'body' }],
  ];
  for (const [call, expected] of cases) {
    const error = await failing(call);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject(expected);
    expect((error as Invalid).detail).not.toBe('');
  }
  expect(service.arrived).toEqual([]);
});

test('lending fields given as plain texts are sent wrapped, everything else as it is', async () => {
  const { service, client } = await echoing();
  const plain = {
    requested_media: '1',
    preferred_send_method: 'EMAIL',
    pickup_location: 'MAIN',
    level_of_service: 'RUSH',
    copyright_status: 'US:CCL',
    requested_language: 'he',
    reading_room: 'R',
  };
  const mixed = { ...plain, reading_room: { value: 'R', desc: 'kept' }, author: 'A', my_field: ['x'] };
  await client.call('partners.lendingRequests.create', { path: partner, body: { ...lending, ...plain } });
  await client.call('partners.lendingRequests.create', { path: partner, body: { ...lending, ...mixed } });
  const wrapped = Object.fromEntries(Object.entries(plain).map(([field, value]) => [field, { value }]));
  const sent = { ...lending, partner: { value: 'P' } };
  expect(service.arrived.map(({ body }) => JSON.parse(body) as object)).toEqual([
    { ...sent, ...wrapped },
    { ...sent, ...wrapped, reading_room: mixed.reading_room, author: 'A', my_field: ['x'] },
  ]);
});

test('an owner goes plain and a pickup place wrapped, however they came', async () => {
  const { service, client } = await echoing();
  const body = { ...borrowing, owner: { value: 'MAIN' }, pickup_location: 'SCI' };
  await client.call('users.resourceSharing.create', { path: user, body, query: { override_blocks: true } });
  expect(service.arrived[0]?.url).toContain('?override_blocks=true');
  expect(JSON.parse(service.arrived[0]?.body ?? '')).toEqual({
    ...borrowing,
    pickup_location: { value: 'SCI' },
  });
  expect(body).toMatchObject({ owner: { value: 'MAIN' }, pickup_location: 'SCI' });
});

test('lists of purchase requests are read under both keys, and a cancellation may come without a body', async () => {
  const answers = [{ user_request: [{ request_id: 1 }] }, { purchase_request: [{ request_id: 2 }] }, {}];
  const service = await stub((response, request, nth) =>
    request.method === 'GET' ? json(response, answers[nth - 1]) : response.writeHead(200).end(),
  );
  const client = clientOf(service.address);
  const read = async () => (await client.call('users.purchaseRequests.list', { path: user })).items;
  expect([await read(), await read(), await read()]).toEqual([[{ request_id: 1 }], [{ request_id: 2 }], []]);
  expect(await client.call('users.purchaseRequests.cancel', { path: one })).toBeUndefined();
  expect(await client.call('users.resourceSharing.cancel', { path: one })).toBeUndefined();
});
