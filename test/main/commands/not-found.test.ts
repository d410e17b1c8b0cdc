import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createClient } from '../../../src/client/client.ts';
import { noLimit } from '../../../src/client/limiter.ts';
import { confirmAfterMs, recheckAfterMs, graceMs } from '../../../src/main/commands/certainty.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { runOn } from './commanding.ts';
import { openTestStation } from '../support/test-station.ts';
import { silentRenewal } from '../loans/renewal.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-silenced-'));
afterAll(() => rmSync(folder, { recursive: true }));

const args = {
  path: { user_id: code('patronNothing') },
  body: { type: { value: 'OTHER' }, original_amount: '1.00', owner: { value: 'MAIN' } },
};
const charge = { operation: 'users.fees.create' as const, args, before: { feeIds: [] as string[] } };

test('a command that silence settled is read once more after ten minutes, and what turned up late is told', async () => {
  const { testStation, order, program } = await silentRenewal(folder);
  const { rechecks, unclear } = program;
  const cleared: unknown[] = [];
  unclear.resolved.on(({ id, happened }) => cleared.push([id === order.id, happened]));
  await testStation.client.call('users.loans.renew', { path: order.args.path });
  await testStation.clock.pass(recheckAfterMs - 60_000);
  expect(rechecks.late()).toEqual([]);
  await testStation.clock.pass(60_000);
  expect(rechecks.late()).toMatchObject([{ id: order.id, late: 'happened', about: 'a test' }]);
  expect(cleared).toEqual([[true, true]]);
  expect(testStation.journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'late' });
  rechecks.acknowledge(order.id);
  expect(rechecks.late()).toEqual([]);
});

test('a command that was repeated once silence had settled it is not said to have turned up: the repeat is what is found', async () => {
  const { testStation, order, program } = await silentRenewal(folder);
  const { run, rechecks } = program;
  await run({ ...order, id: randomUUID() });
  expect(testStation.journal.entry(order.id)).toMatchObject({ state: 'notSent', recheck: 'repeated' });
  await testStation.clock.pass(recheckAfterMs);
  expect(rechecks.late()).toEqual([]);
  expect(testStation.journal.entry(order.id)?.state).toBe('notSent');
});

test('a command that was repeated, and happened late beside the repeat, is asked about', async () => {
  const testStation = await openTestStation(folder);
  const { run, unclear } = runOn(testStation);
  const id = randomUUID();
  await testStation.faults({ operation: 'users.fees.create', fault: 'drop-before', count: 1 });
  await expect(run({ ...charge, id })).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  await testStation.clock.pass(graceMs + 2 * confirmAfterMs);
  expect(testStation.journal.entry(id)?.state).toBe('notSent');
  await run(charge);
  await testStation.client.call('users.fees.create', charge.args);
  await testStation.clock.pass(recheckAfterMs);
  expect(unclear.list()).toMatchObject([{ id, seen: 'cannotTell', until: null }]);
  expect(testStation.journal.entry(id)?.state).toBe('unknown');
});

test('a command that silence settled, as it did another of the same effect, is asked about when one of them turns up', async () => {
  const testStation = await openTestStation(folder);
  const { run, unclear, rechecks } = runOn(testStation);
  const ids = [randomUUID(), randomUUID()];
  await testStation.faults({ operation: 'users.fees.create', fault: 'drop-before', count: 2 });
  for (const id of ids) {
    await expect(run({ ...charge, id })).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await testStation.clock.pass(graceMs + 2 * confirmAfterMs);
  }
  await testStation.client.call('users.fees.create', charge.args);
  await testStation.clock.pass(2 * recheckAfterMs);
  expect(rechecks.late()).toEqual([]);
  expect(unclear.list().map(({ id, seen }) => [id, seen])).toEqual(ids.map((id) => [id, 'cannotTell']));
  // Nor can a further look, in this run or the next.
  expect(await unclear.lookAgain(ids[0] ?? '')).toBe('unclear');
  const next = runOn(testStation);
  next.unclear.recover();
  next.rechecks.recover();
  await testStation.clock.pass(recheckAfterMs);
  expect(next.unclear.list().map(({ id, seen }) => [id, seen])).toEqual(ids.map((id) => [id, 'cannotTell']));
  next.unclear.decide(ids[0] ?? '', true);
  next.unclear.decide(ids[1] ?? '', false);
  expect(ids.map((id) => testStation.journal.entry(id)?.state)).toEqual(['accepted', 'notSent']);
});

test('a command that silence settled is not said to have turned up while another of the same effect waits for its answer', async () => {
  const testStation = await openTestStation(folder);
  const answered = Promise.withResolvers<undefined>();
  let isHeldUp = false;
  const { url, key } = testStation.server;
  const client = createClient({
    address: new URL(url).origin,
    key: () => key,
    limiter: noLimit,
    timeoutMs: 60_000,
    fetch: async (...input) => {
      const isHeld = input[0] instanceof Request && input[0].method === 'POST' && isHeldUp;
      const answer = await testStation.clock.busy(fetch(...input));
      if (isHeld) await answered.promise;
      return answer;
    },
  });
  const { run, rechecks, unclear } = runOn({
    journal: testStation.journal,
    clock: testStation.clock,
    client,
  });
  const [id, again] = [randomUUID(), randomUUID()];
  await testStation.faults({ operation: 'users.fees.create', fault: 'drop-before', count: 1 });
  await expect(run({ ...charge, id })).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  await testStation.clock.pass(graceMs + 2 * confirmAfterMs);
  isHeldUp = true;
  const repeated = run({ ...charge, id: again });
  await testStation.clock.pass(recheckAfterMs);
  expect(rechecks.late()).toEqual([]);
  answered.resolve(undefined);
  await repeated;
  await testStation.clock.pass(recheckAfterMs);
  expect(rechecks.late()).toEqual([]);
  expect(unclear.list()).toEqual([]);
  expect([id, again].map((one) => testStation.journal.entry(one)?.state)).toEqual(['notSent', 'accepted']);
});

test('a command that silence settled and that turns up is told, whatever else was done with its record since', async () => {
  const testStation = await openTestStation(folder);
  const { run, rechecks } = runOn(testStation);
  const user = { user_id: code('patronNothing') };
  const body = { type: { value: 'OTHER' }, original_amount: '5.00', owner: { value: 'MAIN' } };
  const fee = await testStation.client.call('users.fees.create', { path: user, body });
  const path = { ...user, fee_id: String(fee.id) };
  const id = randomUUID();
  const dispute = {
    ...{ operation: 'users.fees.dispute' as const, id },
    ...{ args: { path }, before: { status: 'ACTIVE' } },
  };
  await testStation.faults({ operation: 'users.fees.dispute', fault: 'drop-before', count: 1 });
  await expect(run(dispute)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  await testStation.clock.pass(graceMs + 2 * confirmAfterMs);
  const query = { amount: '1.00', method: 'CASH', external_transaction_id: randomUUID() };
  const before = { balance: '5.00', status: 'ACTIVE' };
  await run({ operation: 'users.fees.pay', args: { path, query }, before });
  await testStation.client.call('users.fees.dispute', { path });
  await testStation.clock.pass(recheckAfterMs);
  expect(rechecks.late()).toMatchObject([{ id }]);
});

test('a command that silence settled, and that the journal cannot read, is read once its key is back', async () => {
  const { testStation, order } = await silentRenewal(folder);
  const { journal } = testStation;
  const entry = journal.entry.bind(journal);
  const silenced = journal.notFound.bind(journal);
  const locked = { payload: null, before: null, queue: '', about: '', unreadable: true } as const;
  journal.entry = (id) => {
    const found = entry(id);
    return found && { ...found, ...locked };
  };
  journal.notFound = () => silenced().map((one) => ({ ...one, ...locked }));
  const next = runOn(testStation);
  next.rechecks.recover();
  await testStation.clock.pass(recheckAfterMs);
  expect(next.unclear.list()).toEqual([]);
  Object.assign(journal, { entry, notFound: silenced });
  await testStation.client.call('users.loans.renew', { path: order.args.path });
  await testStation.clock.pass(recheckAfterMs);
  expect(next.rechecks.late()).toMatchObject([{ id: order.id }]);
});

test('a command that silence settled is read again at the next start', async () => {
  const { testStation, order } = await silentRenewal(folder);
  await testStation.clock.pass(recheckAfterMs);
  expect(testStation.journal.entry(order.id)).toMatchObject({ state: 'notSent', recheck: 'start' });
  await testStation.client.call('users.loans.renew', { path: order.args.path });
  const next = runOn(testStation);
  next.rechecks.recover();
  await testStation.clock.pass(1000);
  expect(next.rechecks.late()).toMatchObject([{ id: order.id }]);
});

test('a command that was read once more is read at each start, where the journal could not note it', async () => {
  const { testStation, order, program } = await silentRenewal(folder);
  const { journal } = testStation;
  const rechecked = journal.rechecked.bind(journal);
  journal.rechecked = () => {
    throw new Error('disk full');
  };
  await testStation.clock.pass(recheckAfterMs);
  expect(program.log.defects).toHaveLength(1);
  journal.rechecked = rechecked;
  expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', recheck: 'due' });
  await testStation.client.call('users.loans.renew', { path: order.args.path });
  const next = runOn(testStation);
  next.rechecks.recover();
  await testStation.clock.pass(1000);
  expect(next.rechecks.late()).toMatchObject([{ id: order.id }]);
});

test('a command that was repeated is taken up once, however often keys of the journal come back', async () => {
  const { testStation, order, program } = await silentRenewal(folder);
  await program.run({ ...order, id: randomUUID() });
  const next = runOn(testStation);
  next.rechecks.recover();
  await testStation.clock.pass(1000);
  next.rechecks.recover();
  await testStation.clock.pass(recheckAfterMs);
  // What is there is the repeat's.
  expect(next.rechecks.late()).toEqual([]);
  expect(testStation.journal.entry(order.id)?.state).toBe('notSent');
});

test('a change of a patron that turns up after another change was made has undone it, and that is told', async () => {
  const testStation = await openTestStation(folder);
  const { journal, clock, client } = testStation;
  const window = testStation.window();
  const userId = code('patronOwing');
  const save = async (change: { readonly firstName: string } | { readonly lastName: string }) => {
    const { form, seen } = await window.ask('patrons.read', { userId });
    const intent = randomUUID();
    const saving = window.ask('patrons.save', { intent, seen, form: { ...form, ...change } });
    await saving.catch(() => undefined);
    return intent;
  };
  await testStation.faults({ operation: 'users.update', fault: 'drop-before', count: 1 });
  const first = await save({ firstName: 'First-change' });
  await clock.pass(graceMs + 2 * confirmAfterMs);
  expect(journal.entry(first)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  const second = await save({ lastName: 'Second-change' });
  expect(journal.entry(second)?.state).toBe('accepted');
  const { payload } = testStation.intended.get(first) ?? {};
  await client.call('users.update', payload as never);
  await clock.pass(recheckAfterMs + 60_000);
  expect(journal.entry(first)).toMatchObject({ state: 'accepted', settledBy: 'late', undid: second });
  const at = journal.entry(second)?.at;
  expect(await window.unclear()).toMatchObject([{ id: first, late: 'happened', undid: { id: second, at } }]);
});
