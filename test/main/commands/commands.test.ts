import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import type { UnclearView } from '../../../src/contract/desk.ts';
import { confirmAfterMs, graceMs } from '../../../src/main/commands/certainty.ts';
import type { OrderOf } from '../../../src/main/deps.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { runOn } from './commanding.ts';
import { openHouse, until, type House } from '../support/house.ts';
import { renewal } from '../loans/renewal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

const generalError = {
  errorsExist: true,
  errorList: { error: [{ errorCode: 'GENERAL_ERROR', errorMessage: 'An error', trackingId: 'E01-1' }] },
};

const user = () => ({
  primary_id: `test/${randomUUID()}`,
  account_type: { value: 'INTERNAL' },
  status: { value: 'ACTIVE' },
  user_group: { value: 'STAFF' },
  last_name: 'Test',
});

/** Runs with the answer dropped: before the effect it is known in the end not to have happened, after it to have. */
async function bothWays<K extends Command>(
  house: House,
  operation: K,
  order: () => Promise<Omit<OrderOf<K>, 'service' | 'queue' | 'about'>>,
) {
  const { run, unclear } = runOn(house);
  const missed = { id: randomUUID(), ...(await order()) };
  await house.faults({ operation, fault: 'drop-before', count: 1 });
  await expect(run(missed)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  expect(unclear.list()).toMatchObject([{ id: missed.id, seen: 'notFound' }]);
  await house.clock.pass(graceMs + 2 * confirmAfterMs);
  expect(unclear.list()).toEqual([]);
  expect(house.journal.entry(missed.id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  await house.faults({ operation, fault: 'drop-after', count: 1 });
  return run({ ...missed, id: randomUUID() });
}

describe('what the other tasks do not send yet is looked up too', () => {
  test('a new user, a changed one, a deleted one', async () => {
    const house = await openHouse(folder);
    const body = user();
    const made = await bothWays(house, 'users.create', () =>
      Promise.resolve({ operation: 'users.create', args: { body }, before: null }),
    );
    expect(made.answer.primary_id).toBe(body.primary_id);
    const userPath = { user_id: body.primary_id };
    const changed = await bothWays(house, 'users.update', async () => {
      const before = await house.client.call('users.get', { path: userPath });
      return {
        operation: 'users.update',
        args: { path: userPath, body: { ...body, last_name: 'Other' } },
        before,
      };
    });
    expect(changed.answer.last_name).toBe('Other');
    const deleted = await bothWays(house, 'users.delete', () =>
      Promise.resolve({ operation: 'users.delete', args: { path: userPath }, before: null }),
    );
    expect(deleted.answer).toEqual({});
  });

  test('a new fee', async () => {
    const house = await openHouse(folder);
    const userPath = { user_id: code('patronNothing') };
    const fee = await bothWays(house, 'users.fees.create', () =>
      Promise.resolve({
        operation: 'users.fees.create',
        args: {
          path: userPath,
          body: { type: { value: 'OTHER' }, original_amount: '1.00', owner: { value: 'MAIN' } },
        },
        before: { feeIds: [] },
      }),
    );
    expect(fee.answer.type).toMatchObject({ value: 'OTHER' });
  });
});

describe('a command', () => {
  test('is in the journal before it leaves, and settled after', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const states: unknown[] = [];
    await runOn(house).run({ ...order, onSent: () => states.push(house.journal.entry(order.id)?.state) });
    expect(states).toEqual(['sent']);
    expect(house.journal.entry(order.id)).toMatchObject({
      state: 'accepted',
      operation: 'users.loans.renew',
    });
  });

  test('to a service that is not there is never sent, and may be asked for again', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    await house.server.close();
    await expect(runOn(house).run(order)).rejects.toMatchObject({
      failure: { kind: 'unreachable', why: 'connectionRefused' },
    });
    expect(house.journal.entry(order.id)?.state).toBe('notSent');
  });

  test('whose answer was lost is unclear for two minutes, and until two reads after that agree', async () => {
    const house = await openHouse(folder);
    const { clock, journal } = house;
    const order = await renewal(house);
    const { run, unclear } = runOn(house);
    const lostAt = clock.monotonic();
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({
      failure: { kind: 'unknown-outcome', journalId: order.id },
    });
    // Whoever asked has waited for three looks.
    expect(clock.monotonic() - lostAt).toBe(4000);
    await clock.pass(lostAt + graceMs - 1 - clock.monotonic());
    expect(unclear.list()).toMatchObject([{ id: order.id, about: 'a test', seen: 'notFound' }]);
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    await clock.pass(confirmAfterMs);
    expect(journal.entry(order.id)?.state).toBe('unknown');
    await clock.pass(1);
    expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'silence', recheck: 'due' });
    expect(unclear.list()).toEqual([]);
  });

  test('whose effect comes late is found then, and not told before as not having happened', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, unclear } = runOn(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(100_000);
    expect(unclear.list()).toHaveLength(1);
    await house.client.call('users.loans.renew', { path: order.args.path });
    await house.clock.pass(30_000);
    expect(house.journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'read' });
  });

  test.each([
    ['an error of the service with a code of its own', 500],
    ['a gateway’s error', 502],
    ['a no in nobody’s words', 404],
  ])('answered with %s is unclear', async (_, status) => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { url, key } = house.server;
    const body = status === 500 ? JSON.stringify(generalError) : 'no';
    const failing: typeof fetch = async (...given) =>
      new Request(...given).method === 'POST' ? new Response(body, { status }) : fetch(...given);
    const client = createClient({ address: new URL(url).origin, key: () => key, fetch: failing });
    const { run, unclear } = runOn({ journal: house.journal, clock: house.clock, client });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    expect(unclear.list()).toMatchObject([{ id: order.id }]);
  });

  test('of the same effect is refused while another is unclear, until a person has said what came of it', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, unclear } = runOn(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    const again = { ...order, id: randomUUID() };
    await expect(run(again)).rejects.toMatchObject({
      failure: { kind: 'unsettled', journalId: order.id, operation: 'users.loans.renew' },
    });
    expect(house.journal.entry(again.id)).toBeNull();
    unclear.decide(order.id, false);
    expect(house.journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'person' });
    await run(again);
    expect(house.journal.entry(again.id)?.state).toBe('accepted');
  });

  test('of the same effect that waits behind one that becomes unclear does not leave', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run } = runOn(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-after', count: 1 });
    const again = { ...order, id: randomUUID() };
    const both = await Promise.allSettled([run(order), run(again)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(house.journal.entry(again.id)).toMatchObject({ state: 'notSent', failure: { kind: 'unsettled' } });
  });

  test('is not held up by looking for the one before it', async () => {
    const house = await openHouse(folder);
    const { run } = runOn(house);
    const order = await renewal(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    const ended: string[] = [];
    const path = { user_id: code('patronNothing') };
    const query = { item_barcode: code('itemFree1') };
    const lending = { operation: 'users.loans.create', args: { path, query }, before: null } as const;
    const unclear = run(order).catch(() => ended.push('unclear'));
    await run(lending).then(() => ended.push('lent'));
    await unclear;
    expect(ended).toEqual(['lent', 'unclear']);
  });

  test('left unclear by an earlier run is looked up when the service answers, and only at its own service', async () => {
    const house = await openHouse(folder);
    const [done, elsewhere] = [await renewal(house), await renewal(house)];
    for (const [order, library] of [
      [done, 'here'],
      [elsewhere, 'elsewhere'],
    ] as const) {
      house.journal.intend({ ...order, payload: order.args, queue: 'test', about: 'left', library });
      house.journal.sent(order.id);
    }
    const never = randomUUID();
    house.journal.intend({
      ...done,
      id: never,
      payload: done.args,
      queue: 'test',
      about: 'never',
      library: 'here',
    });
    await house.client.call('users.loans.renew', { path: done.args.path });
    const told: (readonly UnclearView[])[] = [];
    const { unclear } = runOn(house);
    unclear.changes.on(() => told.push(unclear.list()));
    const cleared: unknown[] = [];
    unclear.resolved.on((one) => cleared.push([one.id, one.happened]));
    unclear.recover();
    expect(house.journal.entry(never)?.state).toBe('notSent');
    expect(told[0]).toMatchObject([
      { id: done.id, elsewhere: null },
      { id: elsewhere.id, elsewhere: { name: '' }, until: null },
    ]);
    await until(() => told.at(-1)?.length === 1);
    expect(cleared).toEqual([[done.id, true]]);
    expect(house.journal.entry(done.id)?.state).toBe('accepted');
    expect(house.journal.entry(elsewhere.id)?.state).toBe('sent');
    unclear.decide(elsewhere.id, false);
    expect(house.journal.entry(elsewhere.id)?.state).toBe('notSent');
  });
});

test('a payment that shows in the balance and not among the transactions is not said to have failed', async () => {
  const house = await openHouse(folder);
  const patron = { user_id: code('patronOwing') };
  const fee = (await house.client.call('users.fees.list', { path: patron })).items.at(-1);
  const path = { ...patron, fee_id: String(fee?.id) };
  const forgetful: typeof fetch = async (...given) => {
    const text = await (await fetch(...given)).text();
    return new Response(text.replace(/"transaction":\[.*?\]/, '"transaction":[]'));
  };
  const { url, key } = house.server;
  const client = createClient({ address: new URL(url).origin, key: () => key, fetch: forgetful });
  const { run, unclear } = runOn({ journal: house.journal, clock: house.clock, client });
  const pay = (id = randomUUID()) => {
    const query = { amount: '0.50', external_transaction_id: id };
    const before = { balance: String(fee?.balance) };
    return run({ operation: 'users.fees.pay', args: { path, query }, before, id });
  };
  await house.faults({ operation: 'users.fees.pay', fault: 'drop-after', count: 1 });
  await expect(pay()).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  expect(unclear.list()).toHaveLength(1);
});
