import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidArgumentError, type Invalid } from '../../src/client/errors.ts';
import { clientOf, failing, json, key, refusalBody, stub } from './stub.ts';

const aUser = { primary_id: 'u', account_type: 'INTERNAL', status: { value: 'ACTIVE' }, user_group: 'STAFF' };

async function echoing() {
  const service = await stub((response) => json(response, {}));
  return { service, client: clientOf(service.address) };
}

test('a call is the row of the table: method, path, op, key, accepted type', async () => {
  const { service, client } = await echoing();
  await client.call('users.loans.renew', { path: { user_id: 'u1', loan_id: '2' } });
  expect(service.arrived).toMatchObject([
    {
      method: 'POST',
      url: '/svcws/v1/users/u1/loans/2?op=renew',
      headers: { authorization: `apikey ${key}`, accept: 'application/json', 'content-length': '0' },
      body: '',
    },
  ]);
});

test('the other root segment', async () => {
  const { service } = await echoing();
  await clientOf(service.address, { root: 'almaws' }).call('conf.general');
  expect(service.arrived[0]?.url).toBe('/almaws/v1/conf/general');
});

const partText = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((text) => text.trim() !== '' && text !== '.' && text !== '..' && !text.includes('\0'));

test('any text as a part of the path arrives as it was given', async () => {
  const { service, client } = await echoing();
  await fc.assert(
    fc.asyncProperty(partText, partText, async (user, loan) => {
      await client.call('users.loans.get', { path: { user_id: user, loan_id: loan } });
      const parts = service.arrived.at(-1)?.url.split('/').map(decodeURIComponent);
      expect(parts).toEqual(['', 'svcws', 'v1', 'users', user, 'loans', loan]);
    }),
    {
      numRuns: 150,
      examples: [
        ['a/b', '..%2f'],
        ['../../conf', '%2e'],
        ['a?b#c', 'x~y AND z'],
        ['...', '\\..\\'],
      ],
    },
  );
});

test('any barcode in the query arrives as it was given', async () => {
  const { service, client } = await echoing();
  await fc.assert(
    fc.asyncProperty(partText, async (barcode) => {
      await client.call('items.byBarcode', { query: { item_barcode: barcode } });
      const query = service.arrived.at(-1)?.url.split('?item_barcode=')[1] ?? '';
      expect(decodeURIComponent(query)).toBe(barcode);
      expect(query).not.toMatch(/[&=#+ /]/);
    }),
    { numRuns: 150, examples: [['31/5+7'], ['a&op=delete'], ['‏123‎'], ['q~x AND y'], ['📚']] },
  );
});

test('a record goes back as it came, whatever else is in it', async () => {
  const { service, client } = await echoing();
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (more) => {
      const record = JSON.parse(JSON.stringify({ ...more, ...aUser, user_note: [] })) as typeof aUser;
      await client.call('users.update', { path: { user_id: 'u' }, body: record });
      expect(JSON.parse(service.arrived.at(-1)?.body ?? '')).toEqual(record);
    }),
    { numRuns: 100 },
  );
  expect(service.arrived.at(-1)?.headers['content-type']).toBe('application/json');
});

test('query values are sent as the row parses them, absent ones are not sent', async () => {
  const { service, client } = await echoing();
  await client.call('users.list', { query: { limit: 5, offset: 0, q: ' last_name~Ä b ' } });
  await client.call('bibs.items.scanIn', {
    path: { mms_id: '1', holding_id: '2', item_pid: '3' },
    query: { library: 'MAIN', done: true, register_in_house_use: false },
  });
  expect(service.arrived.map(({ url }) => url)).toEqual([
    '/svcws/v1/users?limit=5&offset=0&q=last_name~%C3%84%20b',
    '/svcws/v1/bibs/1/holdings/2/items/3?library=MAIN&done=true&register_in_house_use=false&op=scan',
  ]);
});

test('what is wrong is said with its field before anything is sent', async () => {
  const { service, client } = await echoing();
  const path = { user_id: 'u', loan_id: 'l', fee_id: 'f', request_id: 'r' };
  const inItself: Record<string, unknown> = {};
  inItself.self = inItself;
  const cases: [Promise<unknown>, object][] = [
    [
      client.call('users.get', { path: { user_id: '' } }),
      { place: 'path', field: 'user_id', reason: 'empty' },
    ],
    [client.call('users.get', { path: { user_id: ' \t' } }), { field: 'user_id', reason: 'empty' }],
    [
      client.call('users.get', { path: { user_id: '.' } }),
      { place: 'path', field: 'user_id', reason: 'invalid' },
    ],
    [client.call('users.get', { path: { user_id: '..' } }), { field: 'user_id', reason: 'invalid' }],
    [
      client.call('users.get', { path: { user_id: 'a\0b' } }),
      { place: 'path', field: 'user_id', reason: 'invalid' },
    ],
    [client.call('users.get', { path: { user_id: 'a\ud800' } }), { field: 'user_id', reason: 'invalid' }],
    [client.call('users.get', { path: {} as never }), { field: 'user_id', reason: 'missing' }],
    [
      client.call('users.get', { path: { user_id: null as never } }),
      { place: 'path', field: 'user_id', reason: 'missing' },
    ],
    [
      client.call('users.get', { path: { user_id: 5 as never } }),
      { place: 'path', field: 'user_id', reason: 'invalid' },
    ],
    [
      client.call('users.list', { query: { limit: 101 } }),
      { place: 'query', field: 'limit', detail: expect.stringContaining('100') as string },
    ],
    [client.call('users.list', { query: { q: '  ' } }), { place: 'query', field: 'q', reason: 'empty' }],
    [
      client.call('users.list', { query: { page: 1 } as never }),
      { place: 'query', field: 'page', reason: 'unknown' },
    ],
    [
      client.open({ method: 'GET', path: '/x', query: { own: {} as never }, kind: 'read' }),
      { place: 'query', field: 'own', reason: 'invalid' },
    ],
    [
      client.open({ method: 'POST', path: '/x', body: inItself, kind: 'command' }),
      { place: 'body', field: 'body', reason: 'invalid' },
    ],
    [client.call('items.byBarcode', { query: { item_barcode: 'a\0' } }), { field: 'item_barcode' }],
    [client.call('users.fees.pay', { path, query: {} as never }), { field: 'amount', reason: 'missing' }],
    ...['0', '-1', '1e9', 'abc', '1,50', '', '0.00', 'ALL'].map((amount): [Promise<unknown>, object] => [
      client.call('users.fees.pay', { path, query: { amount } }),
      { place: 'query', field: 'amount' },
    ]),
    [client.call('users.fees.waive', { path, query: { reason: '' } }), { field: 'reason', reason: 'empty' }],
    [
      client.call('users.requests.cancel', { path, query: {} as never }),
      { field: 'reason', reason: 'missing' },
    ],
    [
      client.call('users.create', { body: {} as never }),
      { place: 'body', field: 'primary_id', reason: 'missing' },
    ],
    [client.call('users.create', {} as never), { place: 'body', field: 'body', reason: 'missing' }],
    [
      client.call('users.create', { body: { ...aUser, user_note: 'none' as never } }),
      { place: 'body', field: 'user_note' },
    ],
    [client.call('users.get', { path, body: {} } as never), { place: 'body', reason: 'unknown' }],
    [
      client.call('users.loans.create', { path }),
      { place: 'query', field: 'item_barcode | item_pid', reason: 'exactly-one' },
    ],
    [client.call('users.loans.create', { path, query: { item_barcode: ' ' } }), { reason: 'exactly-one' }],
    [
      client.call('users.loans.create', { path, query: { item_barcode: '1', item_pid: '2' } }),
      { reason: 'exactly-one' },
    ],
    [
      client.call('users.requests.create', { path, body: { request_type: 'HOLD' } }),
      { field: 'mms_id | item_pid | holding_id', reason: 'at-least-one' },
    ],
  ];
  for (const [call, expected] of cases) {
    const error = await failing(call);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject(expected);
    const { place, field, detail } = error as Invalid;
    expect((error as Error).message).toBe(`${place} ${field}: ${detail}`);
    expect(detail).not.toBe('');
  }
  expect(service.arrived).toEqual([]);
});

test.each([
  ['', 'empty'],
  ['with space', 'invalid'],
  ['line\nend', 'invalid'],
  ['nul\0', 'invalid'],
  ['schlüssel', 'invalid'],
])('the key %j is refused here, without being repeated', async (bad, reason) => {
  const { service } = await echoing();
  const error = await failing(clientOf(service.address, { key: () => bad }).call('conf.general'));
  expect(error).toMatchObject({ kind: 'invalid', place: 'connection', field: 'key', reason });
  expect((error as Invalid).detail).not.toBe('');
  if (bad !== '') expect((error as Error).stack).not.toContain(bad);
  expect(service.arrived).toEqual([]);
});

test('the key is asked for anew for every request', async () => {
  const { service } = await echoing();
  let requestCount = 0;
  const client = clientOf(service.address, { key: () => Promise.resolve(`k${++requestCount}`) });
  await client.call('conf.general');
  await client.call('conf.general');
  expect(service.arrived.map(({ headers }) => headers.authorization)).toEqual(['apikey k1', 'apikey k2']);
});

test('an operation we never heard of can be sent', async () => {
  const service = await stub((response) => json(response, { anything: [1] }));
  const client = clientOf(service.address);
  const answer = await client.open({
    method: 'POST',
    path: '/users/{user_id}/deposits/{deposit_id}',
    parts: { user_id: 'a/b', deposit_id: '7' },
    query: { op: 'withdraw', amount: 5 },
    body: { note: 'x' },
    kind: 'command',
  });
  expect(answer).toEqual({ anything: [1] });
  expect(service.arrived[0]).toMatchObject({
    url: '/svcws/v1/users/a%2Fb/deposits/7?op=withdraw&amount=5',
    body: '{"note":"x"}',
  });
});

test.each(['users', '/users?x=1', '/../admin', '/a/..', '/a b', '//evil.example', ''])(
  'the open call refuses the path %j',
  async (path) => {
    const { service, client } = await echoing();
    const error = await failing(client.open({ method: 'GET', path, kind: 'read' }));
    expect(error).toMatchObject({ place: 'path', field: 'path', reason: 'invalid' });
    expect((error as Invalid).detail).not.toBe('');
    expect(service.arrived).toEqual([]);
  },
);

test('a refusal of an open call says that it was one', async () => {
  const service = await stub((response) => json(response, refusalBody('X'), 400));
  const call = clientOf(service.address).open({
    method: 'GET',
    path: '/x/{y}',
    parts: { y: '1' },
    kind: 'read',
  });
  expect(await failing(call)).toMatchObject({ operation: 'open', endpoint: 'GET /x/{y}' });
});

test('a parameter that is undefined is not there, whatever its name', async () => {
  const { service, client } = await echoing();
  await client.call('users.list', { query: { limit: undefined, page: undefined } as never });
  expect(service.arrived[0]?.url).toBe('/svcws/v1/users');
});

test('without a body, no type of one is sent', async () => {
  const { service, client } = await echoing();
  await client.call('users.loans.create', { path: { user_id: 'u' }, query: { item_barcode: '1' } });
  expect(service.arrived[0]?.url).toBe('/svcws/v1/users/u/loans?item_barcode=1');
  expect(service.arrived[0]?.body).toBe('');
  expect(service.arrived[0]?.headers['content-type']).toBeUndefined();
});

test('requests leave by the fetch that was given', async () => {
  const fetch = () => Promise.resolve(Response.json({ own: 1 }));
  expect(await clientOf('https://library.example', { fetch }).call('conf.general')).toEqual({ own: 1 });
});
