import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { faultPanel } from '../../src/server/faults/index.ts';
import type { Client } from '../../src/client/client.ts';
import { paginate } from '../../src/client/paginate.ts';
import { probe } from '../../src/client/probe.ts';
import { barcodeOf } from '../../src/server/sample/barcode.ts';
import type { RunningServer } from '../../src/server/server.ts';
import { startSample } from '../sample/server.ts';
import { codes, ours } from '../../src/service/codes.ts';
import type { Operation } from '../../src/service/endpoints.ts';
import { notesOf } from '../../src/service/notes.ts';
import { amountOf, arrayOf, textOf } from '../../src/service/read.ts';
import { clientOf, failing, key } from './stub.ts';

let server: RunningServer;
let client: Client & { pauses: number[] };
let remaining: number | null = null;

beforeAll(async () => {
  server = await startSample({ database: ':memory:', key, port: 0, faults: faultPanel });
  client = clientOf(server.url, { timeoutMs: 3000, onAnswer: (report) => (remaining = report.remaining) });
});
afterAll(() => server.close());
afterEach(async () => {
  await faults();
  client.pauses.length = 0;
});

interface Fault {
  readonly operation: Operation;
  readonly fault: string;
  readonly count?: number;
  readonly status?: number;
  readonly ms?: number;
}

async function faults(...rules: Fault[]): Promise<void> {
  const answer = await fetch(`${new URL(server.url).origin}/faults`, {
    method: 'POST',
    headers: { authorization: `apikey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(rules),
  });
  expect(answer.status).toBe(200);
}

let number = 0;

/** A patron of this test's own. */
async function aPatron(more: object = {}) {
  const body = {
    primary_id: `client-test/${++number} ü`,
    account_type: { value: 'INTERNAL' },
    status: 'ACTIVE',
    user_group: { value: 'STAFF' },
    first_name: 'Ada',
    last_name: 'Test',
    ...more,
  };
  await client.call('users.create', { body });
  return body.primary_id;
}

/** A fee of 10.00 for this patron. */
async function aFee(user_id: string) {
  const body = { type: { value: 'OTHER' }, original_amount: '10.00', owner: { value: 'MAIN' } };
  const fee = await client.call('users.fees.create', { path: { user_id }, body });
  return { user_id, fee_id: textOf(fee.id) };
}

test('the connection can be tested', async () => {
  const { libraries } = await probe(client);
  expect(libraries.map(({ code }) => code)).toContain('MAIN');
  // Of the hundred thousand of a day.
  expect(remaining).toBe(99_998);
});

test('a wrong key', async () => {
  expect(await failing(probe(clientOf(server.url, { key: () => 'wrong' })))).toMatchObject({
    kind: 'unauthorized',
    status: 401,
    code: ours.unauthorized,
    trackingId: expect.stringMatching(/^E01-/) as string,
  });
});

test('both root segments', async () => {
  const { origin } = new URL(server.url);
  expect((await probe(clientOf(origin, { root: 'almaws' }))).libraries.map(({ code }) => code)).toEqual([
    'MAIN',
    'SCI',
    'LAW',
  ]);
});

test('a user is created, read and replaced, and what we do not know of stays', async () => {
  const own = { our_own: [{ deep: { number: 1, text: '‏א' } }], user_note: [{ note_text: 'Hello' }] };
  const user_id = await aPatron(own);
  const user = await client.call('users.get', { path: { user_id } });
  expect(user).toMatchObject({ primary_id: user_id, our_own: own.our_own });
  expect(notesOf(user).map(({ note_text }) => note_text)).toEqual(['Hello']);

  const changed = { ...user, last_name: 'Changed' };
  await client.call('users.update', { path: { user_id }, body: changed as never });
  expect(await client.call('users.get', { path: { user_id } })).toEqual(changed);
});

test('a user who is not there', async () => {
  const error = await failing(client.call('users.get', { path: { user_id: 'nobody/../here' } }));
  expect(error).toMatchObject({ kind: 'refused', code: codes.userNotFound });
});

test('all users, page by page, each once', async () => {
  const ids = [];
  for await (const user of paginate(client, 'users.list', {}, { priority: 'bulk' }))
    ids.push(user.primary_id);
  const { total } = await client.call('users.list', { query: { limit: 0 } });
  expect(ids).toHaveLength(total);
  expect(new Set(ids).size).toBe(total);
  expect(total).toBeGreaterThan(100);
});

test('an operation the service does not know is refused by it', async () => {
  const path = await aFee(await aPatron());
  const call = {
    method: 'POST',
    path: '/users/{user_id}/fees/{fee_id}',
    parts: path,
    kind: 'command',
  } as const;
  expect(await failing(client.open({ ...call, query: { op: 'forget' } }))).toMatchObject({ kind: 'refused' });
  expect(await client.open({ ...call, query: { op: 'dispute' } })).toMatchObject({ id: path.fee_id });
});

test('an item is found by its barcode, over the redirect', async () => {
  const item_barcode = barcodeOf('item', 10_000);
  const item = await client.call('items.byBarcode', { query: { item_barcode } });
  expect(item.item_data?.barcode).toBe(item_barcode);
  expect(
    await failing(client.call('items.byBarcode', { query: { item_barcode: 'no/such&x=y' } })),
  ).toMatchObject({
    kind: 'refused',
    code: codes.noItemForBarcode,
  });
});

describe('a read', () => {
  test.each<[string, Partial<Fault>, number]>([
    ['dropped twice', { fault: 'drop-before', count: 2 }, 2],
    ['throttled', { fault: 'status', status: 429, count: 1 }, 1],
    ['met by a 503', { fault: 'status', status: 503, count: 3 }, 3],
    ['cut off', { fault: 'truncated', count: 1 }, 1],
    ['slow', { fault: 'slow', count: 1, ms: 500 }, 0],
    ['answered with numbers for texts', { fault: 'numbers-for-strings' }, 0],
  ])('%s is answered all the same', async (_name, fault, pauses) => {
    const user_id = await aPatron();
    await faults({ operation: 'users.get', fault: '', ...fault });
    expect((await client.call('users.get', { path: { user_id } })).primary_id).toBe(user_id);
    expect(client.pauses).toHaveLength(pauses);
  });

  test.each([
    ['html', 'html'],
    ['half-json', 'not-json'],
    ['empty', 'empty'],
  ])('answered with %s', async (fault, found) => {
    await faults({ operation: 'conf.libraries.list', fault });
    expect(await failing(client.call('conf.libraries.list'))).toMatchObject({
      kind: 'unexpected-answer',
      found,
    });
  });

  test('of a list that comes without its key is an empty one', async () => {
    await faults({ operation: 'conf.libraries.list', fault: 'list-without-key' });
    expect((await client.call('conf.libraries.list')).items).toEqual([]);
  });
});

describe('a payment', () => {
  const transactions = async (path: { user_id: string; fee_id: string }) => {
    const fee = await client.call('users.fees.get', { path });
    return {
      balance: amountOf(fee.balance),
      ids: arrayOf(fee.transaction as { external_transaction_id?: string }[]).map(
        (one) => one.external_transaction_id,
      ),
    };
  };

  test.each<[string, Partial<Fault>, 'unknown-outcome' | 'unreachable', boolean]>([
    ['dropped before it was done', { fault: 'drop-before' }, 'unknown-outcome', false],
    ['dropped after it was done', { fault: 'drop-after' }, 'unknown-outcome', true],
    ['met by a 503', { fault: 'status', status: 503 }, 'unknown-outcome', false],
    ['answered with a page', { fault: 'html' }, 'unknown-outcome', false],
    ['answered with half a JSON', { fault: 'half-json' }, 'unknown-outcome', true],
    ['answered with nothing', { fault: 'empty' }, 'unknown-outcome', true],
    ['cut off', { fault: 'truncated' }, 'unknown-outcome', true],
    ['too slow', { fault: 'delay', ms: 4000 }, 'unknown-outcome', true],
  ])('%s is never sent twice, and can be looked up', async (_name, fault, kind, done) => {
    const path = await aFee(await aPatron());
    await faults({ operation: 'users.fees.pay', fault: '', ...fault });
    const external_transaction_id = crypto.randomUUID();
    const pay = client.call('users.fees.pay', { path, query: { amount: '4.00', external_transaction_id } });
    expect(await failing(pay)).toMatchObject({ kind, operation: 'users.fees.pay' });
    expect(client.pauses).toEqual([]);
    const expected = done
      ? { balance: '6.00', ids: [external_transaction_id] }
      : { balance: '10.00', ids: [] };
    await expect.poll(() => transactions(path), { timeout: 3000 }).toEqual(expected);
  });

  test('throttled is sent again, and posted once', async () => {
    const path = await aFee(await aPatron());
    await faults({ operation: 'users.fees.pay', fault: 'status', status: 429, count: 2 });
    await client.call('users.fees.pay', { path, query: { amount: '4.00', external_transaction_id: 'once' } });
    expect(client.pauses).toHaveLength(2);
    expect(await transactions(path)).toEqual({ balance: '6.00', ids: ['once'] });
  });

  test.each(['error-as-object', 'no-tracking-id'])('refused with %s', async (fault) => {
    const path = await aFee(await aPatron());
    await faults({ operation: 'users.fees.pay', fault });
    const pay = client.call('users.fees.pay', { path, query: { amount: '11.00' } });
    expect(await failing(pay)).toMatchObject({
      kind: 'refused',
      code: ours.amountAboveBalance,
      trackingId: fault === 'no-tracking-id' ? null : (expect.any(String) as string),
    });
  });
});
