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
import { openTestStation, until, type TestStation } from '../support/test-station.ts';
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
  testStation: TestStation,
  operation: K,
  order: () => Promise<Omit<OrderOf<K>, 'service' | 'queue' | 'about'>>,
) {
  const { run, unclear } = runOn(testStation);
  const missed = { id: randomUUID(), ...(await order()) };
  await testStation.faults({ operation, fault: 'drop-before', count: 1 });
  await expect(run(missed)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  expect(unclear.list()).toMatchObject([{ id: missed.id, seen: 'notFound' }]);
  await testStation.clock.pass(graceMs + 2 * confirmAfterMs);
  expect(unclear.list()).toEqual([]);
  expect(testStation.journal.entry(missed.id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  await testStation.faults({ operation, fault: 'drop-after', count: 1 });
  return run({ ...missed, id: randomUUID() });
}

describe('what the other tasks do not send yet is looked up too', () => {
  test('a new user, a changed one, a deleted one', async () => {
    const testStation = await openTestStation(folder);
    const body = user();
    const made = await bothWays(testStation, 'users.create', () =>
      Promise.resolve({ operation: 'users.create', args: { body }, before: null }),
    );
    expect(made.answer.primary_id).toBe(body.primary_id);
    const userPath = { user_id: body.primary_id };
    const changed = await bothWays(testStation, 'users.update', async () => {
      const before = await testStation.client.call('users.get', { path: userPath });
      return {
        operation: 'users.update',
        args: { path: userPath, body: { ...body, last_name: 'Other' } },
        before,
      };
    });
    expect(changed.answer.last_name).toBe('Other');
    const deleted = await bothWays(testStation, 'users.delete', () =>
      Promise.resolve({ operation: 'users.delete', args: { path: userPath }, before: null }),
    );
    expect(deleted.answer).toEqual({});
  });

  test('a new fee', async () => {
    const testStation = await openTestStation(folder);
    const userPath = { user_id: code('patronNothing') };
    const fee = await bothWays(testStation, 'users.fees.create', () =>
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
    const testStation = await openTestStation(folder);
    const order = await renewal(testStation);
    const states: unknown[] = [];
    await runOn(testStation).run({
      ...order,
      onSent: () => states.push(testStation.journal.entry(order.id)?.state),
    });
    expect(states).toEqual(['sent']);
    expect(testStation.journal.entry(order.id)).toMatchObject({
      state: 'accepted',
      operation: 'users.loans.renew',
    });
  });

  test('to a service that is not there is never sent, and may be asked for again', async () => {
    const testStation = await openTestStation(folder);
    const order = await renewal(testStation);
    await testStation.server.close();
    await expect(runOn(testStation).run(order)).rejects.toMatchObject({
      failure: { kind: 'unreachable', why: 'connectionRefused' },
    });
    expect(testStation.journal.entry(order.id)?.state).toBe('notSent');
  });

  test('whose answer was lost is unclear for two minutes, and until two reads after that agree', async () => {
    const testStation = await openTestStation(folder);
    const { clock, journal } = testStation;
    const order = await renewal(testStation);
    const { run, unclear } = runOn(testStation);
    const lostAt = clock.monotonic();
    await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
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
    const testStation = await openTestStation(folder);
    const order = await renewal(testStation);
    const { run, unclear } = runOn(testStation);
    await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await testStation.clock.pass(100_000);
    expect(unclear.list()).toHaveLength(1);
    await testStation.client.call('users.loans.renew', { path: order.args.path });
    await testStation.clock.pass(30_000);
    expect(testStation.journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'read' });
  });

  test.each([
    ['an error of the service with a code of its own', 500],
    ['a gateway’s error', 502],
    ['a no in nobody’s words', 404],
  ])('answered with %s is unclear', async (_, status) => {
    const testStation = await openTestStation(folder);
    const order = await renewal(testStation);
    const { url, key } = testStation.server;
    const body = status === 500 ? JSON.stringify(generalError) : 'no';
    const failing: typeof fetch = async (...input) =>
      new Request(...input).method === 'POST' ? new Response(body, { status }) : fetch(...input);
    const client = createClient({ address: new URL(url).origin, key: () => key, fetch: failing });
    const { run, unclear } = runOn({ journal: testStation.journal, clock: testStation.clock, client });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    expect(unclear.list()).toMatchObject([{ id: order.id }]);
  });

  test('of the same effect is refused while another is unclear, until a person has said what came of it', async () => {
    const testStation = await openTestStation(folder);
    const order = await renewal(testStation);
    const { run, unclear } = runOn(testStation);
    await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    const again = { ...order, id: randomUUID() };
    await expect(run(again)).rejects.toMatchObject({
      failure: { kind: 'unsettled', journalId: order.id, operation: 'users.loans.renew' },
    });
    expect(testStation.journal.entry(again.id)).toBeNull();
    unclear.decide(order.id, false);
    expect(testStation.journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'person' });
    await run(again);
    expect(testStation.journal.entry(again.id)?.state).toBe('accepted');
  });

  test('of the same effect that waits behind one that becomes unclear does not leave', async () => {
    const testStation = await openTestStation(folder);
    const order = await renewal(testStation);
    const { run } = runOn(testStation);
    await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-after', count: 1 });
    const again = { ...order, id: randomUUID() };
    const both = await Promise.allSettled([run(order), run(again)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(testStation.journal.entry(again.id)).toMatchObject({
      state: 'notSent',
      failure: { kind: 'unsettled' },
    });
  });

  test('is not held up by looking for the one before it', async () => {
    const testStation = await openTestStation(folder);
    const { run } = runOn(testStation);
    const order = await renewal(testStation);
    await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
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
    const testStation = await openTestStation(folder);
    const [done, elsewhere] = [await renewal(testStation), await renewal(testStation)];
    for (const [order, library] of [
      [done, 'here'],
      [elsewhere, 'elsewhere'],
    ] as const) {
      testStation.journal.intend({ ...order, payload: order.args, queue: 'test', about: 'left', library });
      testStation.journal.sent(order.id);
    }
    const never = randomUUID();
    testStation.journal.intend({
      ...done,
      id: never,
      payload: done.args,
      queue: 'test',
      about: 'never',
      library: 'here',
    });
    await testStation.client.call('users.loans.renew', { path: done.args.path });
    const reports: (readonly UnclearView[])[] = [];
    const { unclear } = runOn(testStation);
    unclear.changes.on(() => reports.push(unclear.list()));
    const cleared: unknown[] = [];
    unclear.resolved.on((one) => cleared.push([one.id, one.happened]));
    unclear.recover();
    expect(testStation.journal.entry(never)?.state).toBe('notSent');
    expect(reports[0]).toMatchObject([
      { id: done.id, elsewhere: null },
      { id: elsewhere.id, elsewhere: { name: '' }, until: null },
    ]);
    await until(() => reports.at(-1)?.length === 1);
    expect(cleared).toEqual([[done.id, true]]);
    expect(testStation.journal.entry(done.id)?.state).toBe('accepted');
    expect(testStation.journal.entry(elsewhere.id)?.state).toBe('sent');
    unclear.decide(elsewhere.id, false);
    expect(testStation.journal.entry(elsewhere.id)?.state).toBe('notSent');
  });
});

test('a payment that shows in the balance and not among the transactions is not said to have failed', async () => {
  const testStation = await openTestStation(folder);
  const patron = { user_id: code('patronOwing') };
  const fee = (await testStation.client.call('users.fees.list', { path: patron })).items.at(-1);
  const path = { ...patron, fee_id: String(fee?.id) };
  const forgetful: typeof fetch = async (...input) => {
    const text = await (await fetch(...input)).text();
    return new Response(text.replace(/"transaction":\[.*?\]/, '"transaction":[]'));
  };
  const { url, key } = testStation.server;
  const client = createClient({ address: new URL(url).origin, key: () => key, fetch: forgetful });
  const { run, unclear } = runOn({ journal: testStation.journal, clock: testStation.clock, client });
  const pay = (id = randomUUID()) => {
    const query = { amount: '0.50', external_transaction_id: id };
    const before = { balance: String(fee?.balance) };
    return run({ operation: 'users.fees.pay', args: { path, query }, before, id });
  };
  await testStation.faults({ operation: 'users.fees.pay', fault: 'drop-after', count: 1 });
  await expect(pay()).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  expect(unclear.list()).toHaveLength(1);
});
