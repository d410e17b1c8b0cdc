import { expect, test } from 'vitest';
import { clientOf, failing, json, key, stub } from './stub.ts';

const item = '/svcws/v1/bibs/1/holdings/2/items/3';
const byBarcode = { query: { item_barcode: '31/5' } };

test('a redirect on the same origin is followed, and is a call of its own', async () => {
  const service = await stub((response, { url }) =>
    url === item ? json(response, { item_data: { pid: '3' } }) : json(response, {}, 302, { location: item }),
  );
  let turns = 0;
  const statuses: number[] = [];
  const client = clientOf(service.address, {
    limiter: { turn: () => Promise.resolve(void (turns += 1)) },
    onAnswer: ({ status }) => statuses.push(status),
  });
  expect(await client.call('items.byBarcode', byBarcode)).toEqual({ item_data: { pid: '3' } });
  expect(service.arrived.map(({ url, headers }) => [url, headers.authorization])).toEqual([
    ['/svcws/v1/items?item_barcode=31%2F5', `apikey ${key}`],
    [item, `apikey ${key}`],
  ]);
  expect(turns).toBe(2);
  expect(statuses).toEqual([302, 200]);
});

test('the key is never sent to another origin', async () => {
  const stranger = await stub((response) => json(response, { item_data: { pid: 'not yours' } }));
  const service = await stub((response) =>
    json(response, {}, 302, { location: `${stranger.address}${item}` }),
  );
  const error = await failing(clientOf(service.address).call('items.byBarcode', byBarcode));
  expect(error).toMatchObject({ name: 'UnexpectedAnswerError', found: 'redirect', status: 302 });
  expect(stranger.arrived).toEqual([]);
});

test.each([
  ['in a circle', (nth: number) => `/svcws/v1/items/${nth}`, 4],
  ['nowhere', () => undefined, 1],
  ['to something that is no address', () => 'http://[', 1],
  ['to a file', () => 'file:///etc/passwd', 1],
])('a redirect %s ends', async (_name, location, requests) => {
  const service = await stub((response, _request, nth) => {
    const to = location(nth);
    response.writeHead(302, to === undefined ? {} : { location: to }).end();
  });
  const error = await failing(clientOf(service.address).call('items.byBarcode', byBarcode));
  expect(error).toMatchObject({ found: 'redirect' });
  expect(service.arrived).toHaveLength(requests);
});

test('an address with somebody’s name in it is not followed', async () => {
  const service = await stub((response) =>
    json(response, {}, 302, { location: service.address.replace('http://', 'http://somebody@') + item }),
  );
  const error = await failing(clientOf(service.address).call('items.byBarcode', byBarcode));
  expect(error).toMatchObject({ name: 'UnexpectedAnswerError', found: 'redirect' });
  expect(service.arrived).toHaveLength(1);
});

test('a command is never redirected', async () => {
  const service = await stub((response) => json(response, {}, 307, { location: '/svcws/v1/users/u' }));
  const call = clientOf(service.address).call('users.delete', { path: { user_id: 'u' } });
  expect(await failing(call)).toMatchObject({ name: 'UnknownOutcomeError', why: 'redirect' });
  expect(service.arrived).toHaveLength(1);
});
