import { expect, test } from 'vitest';
import type { AnswerReport } from '../../src/client/exchange.ts';
import type { RefusedError } from '../../src/client/errors.ts';
import { clientOf, failing, json, key, refusalBody, stub } from './stub.ts';

const path = { user_id: 'u', loan_id: '1', request_id: '1' };

/** A client to a service that answers everything with this body. */
async function lookUp(body: unknown, status = 200, headers = {}) {
  return clientOf((await stub((response) => json(response, body, status, headers))).address);
}

test('a record comes back as it came', async () => {
  const record = {
    loan_id: 7,
    due_date: 1781308740000,
    loan_fine: '-0.50',
    renewable: null,
    itemBarcode: 'old',
    nested: { deep: [null, { x: 1 }] },
    location_code: { value: 'X', name: 'Y', more: true },
  };
  const client = await lookUp(record);
  expect(await client.call('users.loans.get', { path })).toEqual(record);
});

test.each([
  ['a list', { item_loan: [{ loan_id: '1' }, { loan_id: '2' }], total_record_count: 30 }, 2, 30],
  ['a single object for a list of one', { item_loan: { loan_id: '1' }, total_record_count: 1 }, 1, 1],
  ['a count as a text', { item_loan: [{}], total_record_count: '12' }, 1, 12],
  ['no count', { item_loan: [{}, {}] }, 2, 2],
  ['a count that is none', { item_loan: [{}], total_record_count: 'many' }, 1, 1],
  ['a count below none', { total_record_count: -5 }, 0, 0],
  ['a count of none beside an entry', { item_loan: [{}], total_record_count: 0 }, 1, 0],
  ['a count beyond all counting', { item_loan: [{}], total_record_count: 1e300 }, 1, 1],
  ['no key', { total_record_count: 0 }, 0, 0],
  ['null under the key', { item_loan: null, total_record_count: 0 }, 0, 0],
  ['nothing at all', {}, 0, 0],
])('a list that comes as %s', async (_name, envelope, length, total) => {
  const client = await lookUp(envelope);
  const page = await client.call('users.loans.list', { path });
  expect(page.items).toHaveLength(length);
  expect(page).toMatchObject({ total, envelope });
});

test.each([
  ['null', null],
  ['missing', undefined],
])('a list is read under its older key where the newer one is %s', async (_name, newer) => {
  const envelope = { user_request: newer, purchase_request: [{}], total_record_count: 1 };
  const client = await lookUp(envelope);
  const page = await client.call('users.purchaseRequests.list', { path });
  expect(page.items).toEqual([{}]);
});

test.each([
  ['an array', [], 'item_loan'],
  ['null', null, 'item_loan'],
  ['a number', 5, 'item_loan'],
  ['a text under the key', { item_loan: 'none' }, 'item_loan.0'],
  ['an entry of another shape', { item_loan: [{}, { title: { a: 1 } }] }, 'item_loan.1.title'],
])('a list that comes as %s is not one', async (_name, body, field) => {
  const client = await lookUp(body);
  expect(await failing(client.call('users.loans.list', { path }))).toMatchObject({ found: 'shape', field });
});

test('filters of the report that nobody named are forwarded as given', async () => {
  const service = await stub((response) => json(response, {}));
  const query = { status: 'CLOSED', from_date: '2026-01-01', my_own: 'a b', another: '5' };
  await clientOf(service.address).call('conf.feeTransactions', { query });
  expect(service.arrived[0]?.url).toBe(
    '/svcws/v1/conf/utilities/fee-transactions?status=CLOSED&from_date=2026-01-01&my_own=a%20b&another=5',
  );
});

test('what the list of users can be asked for is passed on', async () => {
  const service = await stub((response) => json(response, {}));
  await clientOf(service.address).call('users.list', {
    query: { order_by: 'last_name', expand: 'fees', source_user_id: 's/1', source_institution_code: 'X' },
  });
  expect(service.arrived[0]?.url).toBe(
    '/svcws/v1/users?order_by=last_name&expand=fees&source_user_id=s%2F1&source_institution_code=X',
  );
});

test('an answer without a body is right where the row says so', async () => {
  const service = await stub((response) => response.writeHead(204).end());
  const client = clientOf(service.address);
  expect(await client.call('users.requests.cancel', { path, query: { reason: 'X' } })).toBeUndefined();
  expect(await client.call('conf.general')).toBeUndefined();
});

test('every answer is reported, with what is left of the quota', async () => {
  const reports: AnswerReport[] = [];
  const messages = ['4711', 'lots', '12 left', 'about 12'];
  const service = await stub((response, _request, nth) =>
    nth === 1
      ? json(response, {}, 503)
      : json(response, {}, 200, { 'x-exl-api-remaining': messages[nth - 2] }),
  );
  const began = performance.now();
  const client = clientOf(service.address, {
    onAnswer: (report) => {
      reports.push(report);
      throw new Error('a listener of no consequence');
    },
  });
  await client.call('users.get', { path: { user_id: 'secret' } });
  await client.call('conf.general');
  await client.call('conf.general');
  await client.call('conf.general');
  expect(reports).toMatchObject([
    { operation: 'users.get', status: 503, remaining: null },
    { operation: 'users.get', status: 200, remaining: 4711 },
    ...messages.slice(1).map(() => ({ operation: 'conf.general', status: 200, remaining: null })),
  ]);
  const passed = performance.now() - began;
  expect(reports.every(({ ms }) => ms > 0 && ms <= passed)).toBe(true);
  expect(JSON.stringify(reports)).not.toContain('secret');
});

test('an answer nested without end is of another shape: nothing could be done with it', async () => {
  const deep = `{"own":${'[{"x":'.repeat(5000)}1${'}]'.repeat(5000)}}`;
  const service = await stub((response) => response.end(deep));
  const client = clientOf(service.address);
  expect(await failing(client.call('users.loans.get', { path }))).toMatchObject({ found: 'shape' });
  expect(await failing(client.call('users.loans.renew', { path }))).toMatchObject({ why: 'shape' });
});

test('a refusal is cut to what a person reads, and a text without end is no code', async () => {
  const long = 'x'.repeat(100_000);
  const client = await lookUp(refusalBody(long, long, long), 400);
  const error = (await failing(client.call('users.loans.get', { path }))) as RefusedError;
  expect(error).toMatchObject({ kind: 'refused', code: '', trackingId: null });
  expect(error.serviceMessage).toHaveLength(2000);
  expect(error.message).not.toContain('xx');
  const lines = await lookUp(refusalBody('40\n1', 'No.', 'E01 Ada Lovelace'), 400);
  expect(await failing(lines.call('users.loans.get', { path }))).toMatchObject({
    code: '',
    trackingId: null,
  });
});

test('a key at the end of what is told is cut out whole', async () => {
  const client = await lookUp(refusalBody('X', `${'x'.repeat(1990)}${key}`), 400);
  const error = (await failing(client.call('users.loans.get', { path }))) as RefusedError;
  expect(error.serviceMessage).not.toContain(key.slice(0, 4));
});

test('a refusal without a code under a success status: of a read it is one, of a command nobody knows', async () => {
  const client = await lookUp(refusalBody(''));
  expect(await failing(client.call('users.get', { path }))).toMatchObject({
    ...{ kind: 'refused', status: 200, code: '' },
  });
  // An answer that says nothing else is one of the command's own.
  expect(await client.call('users.loans.renew', { path })).toEqual(refusalBody(''));
});
