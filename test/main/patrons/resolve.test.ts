import { expect, test } from 'vitest';
import { sampleCode } from '../../../src/service/samples.ts';
import { lookingUp } from '../support/looking-up.ts';

const library = lookingUp();

const path = { user_id: sampleCode('patronNothing') };

test('a file that was attached is found among those that were not there before', async () => {
  const operation = 'users.attachments.create';
  const body = { type: 'GENERAL', file_name: 'a.txt', content: 'SGVsbG8=' };
  const before = { attachmentIds: [] as string[] };
  expect(await library.found(operation, { path, body }, before)).toBe('didNotHappen');
  await library.client.call(operation, { path, body: { ...body, file_name: 'of another desk.txt' } });
  expect(await library.found(operation, { path, body }, before)).toBe('unclear');
  const { id } = await library.client.call(operation, { path, body });
  expect(await library.found(operation, { path, body }, before)).toBe('happened');
  expect(await library.found(operation, { path, body: { ...body, file_name: 'b.txt' } }, before)).toBe(
    'unclear',
  );
  await library.client.call(operation, { path, body });
  expect(await library.found(operation, { path, body }, before)).toBe('unclear');
  const { items } = await library.client.call('users.attachments.list', { path });
  const all = { attachmentIds: items.map((one) => String(one.id)) };
  expect(all.attachmentIds).toContain(String(id));
  expect(await library.found(operation, { path, body }, all)).toBe('didNotHappen');
});

test('a deposit is found among those that were not there before', async () => {
  const operation = 'users.deposits.create';
  const body = { deposit_profile: { value: 'DEPOSIT' }, amount: '50', owner: { value: 'MAIN' } };
  const before = { depositIds: [] };
  expect(await library.found(operation, { path, body }, before)).toBe('didNotHappen');
  await library.client.call(operation, { path, body });
  expect(await library.found(operation, { path, body }, before)).toBe('happened');
  expect(await library.found(operation, { path, body: { ...body, amount: '51.00' } }, before)).toBe(
    'unclear',
  );
  await library.client.call(operation, { path, body });
  expect(await library.found(operation, { path, body }, before)).toBe('unclear');
});

test('what was done with a deposit shows in its state', async () => {
  const body = { deposit_profile: 'LOCKER', amount: '20.00', owner: 'MAIN' };
  const deposit = await library.client.call('users.deposits.create', { path, body });
  const place = { ...path, deposit_id: String(deposit.id) };
  const payload = (op: string) => ({ path: place, query: { op } });
  const act = 'users.deposits.act';
  const steps = [
    ['dispute', 'ACTIVE', 'pay'],
    ['restore', 'INDISPUTE', 'dispute'],
    ['pay', 'ACTIVE', 'refund'],
    ['refund', 'PAID', 'dispute'],
  ] as const;
  for (const [op, status, other] of steps) {
    expect(await library.found(act, payload(op), { status })).toBe('didNotHappen');
    await library.client.call(act, payload(op));
    expect(await library.found(act, payload(op), { status })).toBe('happened');
    // Another desk was faster with something else.
    expect(await library.found(act, payload(other), { status })).toBe('unclear');
  }
  // Nobody knows what an operation we have never heard of would leave behind.
  expect(await library.found(act, payload('withdraw'), { status: 'REFUNDED' })).toBe('unclear');
});
