import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { noLimit } from '../../src/client/limiter.ts';
import type { UnclearView } from '../../src/contract/desk.ts';
import type { ScanView } from '../../src/contract/scans.ts';
import { agreeAfterMs, lookEveryMs, recheckAfterMs, restMs } from '../../src/main/commands/certainty.ts';
import { createLanes } from '../../src/main/commands/lanes.ts';
import { createCommands, type Order } from '../../src/main/commands/runner.ts';
import { Rechecks } from '../../src/main/commands/rechecks.ts';
import { Settlements } from '../../src/main/commands/settlements.ts';
import { UnclearCommands } from '../../src/main/commands/unclear.ts';
import { ScanList } from '../../src/main/rooms/scan-list.ts';
import type { Command } from '../../src/service/endpoints.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { openHouse, until, type House } from './house.ts';
import { quietLog } from './support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-commands-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('lanes', () => {
  test('keep the order within one, go side by side, and go on after a failure', async () => {
    const lanes = createLanes();
    const said: string[] = [];
    const say =
      (what: string, ms: number, fails = false) =>
      async () => {
        said.push(`${what} begins`);
        await new Promise((resolve) => setTimeout(resolve, ms));
        said.push(`${what} ends`);
        if (fails) throw new Error(what);
        return what;
      };
    const turns = [
      lanes.turn('a', say('a1', 40, true)),
      lanes.turn('a', say('a2', 1)),
      lanes.turn('b', say('b1', 10)),
    ];
    expect((await Promise.allSettled(turns)).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(said).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
  });
});

/** The command runner by itself, over the house's service and journal. */
function runnerOf(house: Pick<House, 'client' | 'journal' | 'clock'>) {
  const { clock, journal } = house;
  const lanes = createLanes();
  const closing = new AbortController().signal;
  const library = { id: 'here', mode: 'practice', name: 'Here' } as const;
  const service = { client: house.client, library, currency: 'ILS', decimals: 2 };
  const standing = {
    service: () => Promise.resolve(service),
    library: () => library,
    view: () => ({ mode: 'practice' }) as never,
  };
  const log = quietLog();
  const common = { standing, journal, clock, log, lanes, closing };
  const settlements = new Settlements(common);
  const unclear = new UnclearCommands({ ...common, settlements });
  const rechecks = new Rechecks({ ...common, unclear });
  const commands = createCommands({ ...common, settlements, unclear });
  return {
    unclear,
    rechecks,
    log,
    run: <K extends Command>(order: Omit<Order<K>, 'service' | 'lane' | 'about'> & { lane?: string }) =>
      commands.run<K>({ lane: 'test', ...order, service, about: 'a test' }),
  };
}

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
  order: () => Promise<Omit<Order<K>, 'service' | 'lane' | 'about'>>,
) {
  const { run, unclear } = runnerOf(house);
  const missed = { id: randomUUID(), ...(await order()) };
  await house.faults({ operation, fault: 'drop-before', count: 1 });
  await expect(run(missed)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  expect(unclear.list()).toMatchObject([{ id: missed.id, seen: 'notFound' }]);
  await house.clock.pass(restMs + 2 * agreeAfterMs);
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
  const renewal = async (house: House) => {
    const patron = { user_id: code('patronGood') };
    const { items } = await house.client.call('users.loans.list', { path: patron });
    const [loan] = items;
    const args = { path: { ...patron, loan_id: String(loan?.loan_id) } };
    const before = { due: new Date(String(loan?.due_date)).toISOString(), renewed: '' };
    return { operation: 'users.loans.renew', args, before, id: randomUUID() } as const;
  };

  test('is in the journal before it leaves, and settled after', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const states: unknown[] = [];
    await runnerOf(house).run({ ...order, onSent: () => states.push(house.journal.entry(order.id)?.state) });
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
    await expect(runnerOf(house).run(order)).rejects.toMatchObject({
      failure: { kind: 'unreachable', why: 'connectionRefused' },
    });
    expect(house.journal.entry(order.id)?.state).toBe('notSent');
  });

  test('whose answer was lost is unclear for two minutes, and until two reads after that agree', async () => {
    const house = await openHouse(folder);
    const { clock, journal } = house;
    const order = await renewal(house);
    const { run, unclear } = runnerOf(house);
    const lostAt = clock.monotonic();
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({
      failure: { kind: 'unknown-outcome', journalId: order.id },
    });
    // Whoever asked has waited for three looks.
    expect(clock.monotonic() - lostAt).toBe(4000);
    await clock.pass(lostAt + restMs - 1 - clock.monotonic());
    expect(unclear.list()).toMatchObject([{ id: order.id, about: 'a test', seen: 'notFound' }]);
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    await clock.pass(agreeAfterMs);
    expect(journal.entry(order.id)?.state).toBe('unknown');
    await clock.pass(1);
    expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'silence', recheck: 'due' });
    expect(unclear.list()).toEqual([]);
  });

  test('whose effect comes late is found then, and not told before as not having happened', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, unclear } = runnerOf(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(100_000);
    expect(unclear.list()).toHaveLength(1);
    await house.client.call('users.loans.renew', { path: order.args.path });
    await house.clock.pass(30_000);
    expect(house.journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'read' });
  });

  test('that silence settled is read once more after ten minutes, and what turned up late is told', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, rechecks, unclear } = runnerOf(house);
    const cleared: unknown[] = [];
    unclear.cleared.add(({ id, happened }) => cleared.push([id === order.id, happened]));
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    expect(cleared).toEqual([[true, false]]);
    await house.client.call('users.loans.renew', { path: order.args.path });
    await house.clock.pass(recheckAfterMs - 60_000);
    expect(rechecks.late()).toEqual([]);
    await house.clock.pass(60_000);
    expect(rechecks.late()).toMatchObject([{ id: order.id, late: true, about: 'a test' }]);
    expect(cleared).toEqual([
      [true, false],
      [true, true],
    ]);
    expect(house.journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'late' });
    rechecks.seen(order.id);
    expect(rechecks.late()).toEqual([]);
  });

  test('that was repeated once silence had settled it is not said to have turned up: the repeat is what is found', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, rechecks } = runnerOf(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    await run({ ...order, id: randomUUID() });
    expect(house.journal.entry(order.id)).toMatchObject({ state: 'notSent', recheck: 'repeated' });
    await house.clock.pass(recheckAfterMs);
    expect(rechecks.late()).toEqual([]);
    expect(house.journal.entry(order.id)?.state).toBe('notSent');
  });

  test('that is accepted stays so where the journal cannot note of which other it is the repeat', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, log, unclear } = runnerOf(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    house.journal.rechecked = () => {
      throw new Error('disk full');
    };
    const again = { ...order, id: randomUUID() };
    await run(again);
    expect(house.journal.entry(again.id)?.state).toBe('accepted');
    expect(unclear.list()).toEqual([]);
    expect(log.defects).toHaveLength(1);
  });

  test('that silence settled and was read once more stops nothing where the journal cannot note that', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, log } = runnerOf(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    house.journal.rechecked = () => {
      throw new Error('disk full');
    };
    await house.clock.pass(recheckAfterMs);
    expect(log.defects).toHaveLength(1);
    // The next start reads it again.
    expect(house.journal.entry(order.id)).toMatchObject({ state: 'notSent', recheck: 'due' });
  });

  test('that was repeated, and happened late beside the repeat, is asked about', async () => {
    const house = await openHouse(folder);
    const { run, unclear } = runnerOf(house);
    const path = { user_id: code('patronNothing') };
    const body = { type: { value: 'OTHER' }, original_amount: '1.00', owner: { value: 'MAIN' } };
    const before = { feeIds: [] as string[] };
    const charge = { operation: 'users.fees.create' as const, args: { path, body }, before };
    const id = randomUUID();
    await house.faults({ operation: 'users.fees.create', fault: 'drop-before', count: 1 });
    await expect(run({ ...charge, id })).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    expect(house.journal.entry(id)?.state).toBe('notSent');
    await run(charge);
    await house.client.call('users.fees.create', { path, body });
    await house.clock.pass(recheckAfterMs);
    expect(unclear.list()).toMatchObject([{ id, seen: 'cannotTell', until: null }]);
    expect(house.journal.entry(id)?.state).toBe('unknown');
  });

  test('that silence settled, as it did another of the same effect, is asked about when one of them turns up', async () => {
    const house = await openHouse(folder);
    const { run, unclear, rechecks } = runnerOf(house);
    const path = { user_id: code('patronNothing') };
    const body = { type: { value: 'OTHER' }, original_amount: '1.00', owner: { value: 'MAIN' } };
    const ids = [randomUUID(), randomUUID()];
    await house.faults({ operation: 'users.fees.create', fault: 'drop-before', count: 2 });
    for (const id of ids) {
      const before = { feeIds: [] as string[] };
      const charge = { operation: 'users.fees.create' as const, args: { path, body }, before };
      await expect(run({ ...charge, id })).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
      await house.clock.pass(restMs + 2 * agreeAfterMs);
    }
    await house.client.call('users.fees.create', { path, body });
    await house.clock.pass(2 * recheckAfterMs);
    expect(rechecks.late()).toEqual([]);
    expect(unclear.list().map(({ id, seen }) => [id, seen])).toEqual(ids.map((id) => [id, 'cannotTell']));
    // Nor can a further look, in this run or the next.
    expect(await unclear.lookAgain(ids[0] ?? '')).toBe('unclear');
    const next = runnerOf(house);
    next.unclear.recover();
    next.rechecks.recover();
    await house.clock.pass(recheckAfterMs);
    expect(next.unclear.list().map(({ id, seen }) => [id, seen])).toEqual(
      ids.map((id) => [id, 'cannotTell']),
    );
    next.unclear.decide(ids[0] ?? '', true);
    next.unclear.decide(ids[1] ?? '', false);
    expect(ids.map((id) => house.journal.entry(id)?.state)).toEqual(['accepted', 'notSent']);
  });

  test('that silence settled is not said to have turned up while another of the same effect waits for its answer', async () => {
    const house = await openHouse(folder);
    const answered = Promise.withResolvers<undefined>();
    let isHeldUp = false;
    const { url, key } = house.server;
    const client = createClient({
      address: new URL(url).origin,
      key: () => key,
      limiter: noLimit,
      timeoutMs: 60_000,
      fetch: async (...given) => {
        const isHeld = given[0] instanceof Request && given[0].method === 'POST' && isHeldUp;
        const answer = await house.clock.busy(fetch(...given));
        if (isHeld) await answered.promise;
        return answer;
      },
    });
    const { run, rechecks, unclear } = runnerOf({ journal: house.journal, clock: house.clock, client });
    const args = {
      path: { user_id: code('patronNothing') },
      body: { type: { value: 'OTHER' }, original_amount: '1.00', owner: { value: 'MAIN' } },
    };
    const charge = { operation: 'users.fees.create' as const, args, before: { feeIds: [] as string[] } };
    const [id, again] = [randomUUID(), randomUUID()];
    await house.faults({ operation: 'users.fees.create', fault: 'drop-before', count: 1 });
    await expect(run({ ...charge, id })).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    isHeldUp = true;
    const repeated = run({ ...charge, id: again });
    await house.clock.pass(recheckAfterMs);
    expect(rechecks.late()).toEqual([]);
    answered.resolve(undefined);
    await repeated;
    await house.clock.pass(recheckAfterMs);
    expect(rechecks.late()).toEqual([]);
    expect(unclear.list()).toEqual([]);
    expect([id, again].map((one) => house.journal.entry(one)?.state)).toEqual(['notSent', 'accepted']);
  });

  test('that silence settled and that turns up is told, whatever else was done with its record since', async () => {
    const house = await openHouse(folder);
    const { run, rechecks } = runnerOf(house);
    const user = { user_id: code('patronNothing') };
    const body = { type: { value: 'OTHER' }, original_amount: '5.00', owner: { value: 'MAIN' } };
    const fee = await house.client.call('users.fees.create', { path: user, body });
    const path = { ...user, fee_id: String(fee.id) };
    const id = randomUUID();
    const dispute = {
      ...{ operation: 'users.fees.dispute' as const, id },
      ...{ args: { path }, before: { status: 'ACTIVE' } },
    };
    await house.faults({ operation: 'users.fees.dispute', fault: 'drop-before', count: 1 });
    await expect(run(dispute)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    const query = { amount: '1.00', method: 'CASH', external_transaction_id: randomUUID() };
    const before = { balance: '5.00', status: 'ACTIVE' };
    await run({ operation: 'users.fees.pay', args: { path, query }, before });
    await house.client.call('users.fees.dispute', { path });
    await house.clock.pass(recheckAfterMs);
    expect(rechecks.late()).toMatchObject([{ id }]);
  });

  test('that silence settled, and that the journal cannot read, is read once its key is back', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const first = runnerOf(house);
    const { journal } = house;
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(first.run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    const entry = journal.entry.bind(journal);
    const silenced = journal.silenced.bind(journal);
    const locked = { payload: null, before: null, lane: '', about: '', unreadable: true } as const;
    journal.entry = (id) => {
      const found = entry(id);
      return found && { ...found, ...locked };
    };
    journal.silenced = () => silenced().map((one) => ({ ...one, ...locked }));
    const next = runnerOf(house);
    next.rechecks.recover();
    await house.clock.pass(recheckAfterMs);
    expect(next.unclear.list()).toEqual([]);
    Object.assign(journal, { entry, silenced });
    await house.client.call('users.loans.renew', { path: order.args.path });
    await house.clock.pass(recheckAfterMs);
    expect(next.rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('that silence settled is read again at the next start', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const first = runnerOf(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(first.run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs + recheckAfterMs);
    expect(house.journal.entry(order.id)).toMatchObject({ state: 'notSent', recheck: 'start' });
    await house.client.call('users.loans.renew', { path: order.args.path });
    const next = runnerOf(house);
    next.rechecks.recover();
    await house.clock.pass(1000);
    expect(next.rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('is read at each start, where the journal could not note that it was read', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const first = runnerOf(house);
    const { journal } = house;
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(first.run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    const rechecked = journal.rechecked.bind(journal);
    journal.rechecked = () => {
      throw new Error('disk full');
    };
    await house.clock.pass(recheckAfterMs);
    expect(first.log.defects).toHaveLength(1);
    journal.rechecked = rechecked;
    expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', recheck: 'due' });
    await house.client.call('users.loans.renew', { path: order.args.path });
    const next = runnerOf(house);
    next.rechecks.recover();
    await house.clock.pass(1000);
    expect(next.rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('that was repeated is taken up once, however often keys of the journal come back', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const first = runnerOf(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
    await expect(first.run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    await house.clock.pass(restMs + 2 * agreeAfterMs);
    await first.run({ ...order, id: randomUUID() });
    const next = runnerOf(house);
    next.rechecks.recover();
    await house.clock.pass(1000);
    next.rechecks.recover();
    await house.clock.pass(recheckAfterMs);
    // What is there is the repeat's.
    expect(next.rechecks.late()).toEqual([]);
    expect(house.journal.entry(order.id)?.state).toBe('notSent');
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
    const { run, unclear } = runnerOf({ journal: house.journal, clock: house.clock, client });
    await expect(run(order)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
    expect(unclear.list()).toMatchObject([{ id: order.id }]);
  });

  test('of the same effect is refused while another is unclear, until a person has said what came of it', async () => {
    const house = await openHouse(folder);
    const order = await renewal(house);
    const { run, unclear } = runnerOf(house);
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
    const { run } = runnerOf(house);
    await house.faults({ operation: 'users.loans.renew', fault: 'drop-after', count: 1 });
    const again = { ...order, id: randomUUID() };
    const both = await Promise.allSettled([run(order), run(again)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(house.journal.entry(again.id)).toMatchObject({ state: 'notSent', failure: { kind: 'unsettled' } });
  });

  test('is not held up by looking for the one before it', async () => {
    const house = await openHouse(folder);
    const { run } = runnerOf(house);
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
      house.journal.intend({ ...order, payload: order.args, lane: 'test', about: 'left', library });
      house.journal.sent(order.id);
    }
    const never = randomUUID();
    house.journal.intend({
      ...done,
      id: never,
      payload: done.args,
      lane: 'test',
      about: 'never',
      library: 'here',
    });
    await house.client.call('users.loans.renew', { path: done.args.path });
    const told: (readonly UnclearView[])[] = [];
    const { unclear } = runnerOf(house);
    unclear.changes.add(() => told.push(unclear.list()));
    const cleared: unknown[] = [];
    unclear.cleared.add((one) => cleared.push([one.id, one.happened]));
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

describe('a journal that cannot be written for a moment', () => {
  /** Every settlement fails, as on a full disk, until it is mended. */
  const full = (house: House): { mend: () => void } => {
    const settle = house.journal.settle.bind(house.journal);
    house.journal.settle = () => {
      throw new Error('disk full');
    };
    return { mend: () => (house.journal.settle = settle) };
  };

  test('makes no failure of a command that the service has accepted, and is written later', async () => {
    const house = await openHouse(folder);
    const { run } = runnerOf(house);
    const disk = full(house);
    const id = randomUUID();
    const path = { user_id: code('patronNothing') };
    const query = { item_barcode: code('itemFree1') };
    const { answer } = await run({
      operation: 'users.loans.create',
      args: { path, query },
      before: null,
      id,
    });
    expect(answer.item_barcode).toBe(code('itemFree1'));
    // Should the program end now, the next run looks it up.
    expect(house.journal.entry(id)?.state).toBe('sent');
    disk.mend();
    await house.clock.pass(lookEveryMs);
    expect(house.journal.entry(id)?.state).toBe('accepted');
  });

  test('hides no command whose answer was lost', async () => {
    const house = await openHouse(folder);
    const { run, unclear } = runnerOf(house);
    full(house);
    const id = randomUUID();
    const path = { user_id: code('patronNothing') };
    const query = { item_barcode: code('itemFree1') };
    const lend = { operation: 'users.loans.create', args: { path, query }, before: null, id } as const;
    await house.faults({ operation: 'users.loans.create', fault: 'drop-before', count: 1 });
    await expect(run(lend)).rejects.toMatchObject({ failure: { kind: 'unknown-outcome', journalId: id } });
    expect(unclear.list()).toMatchObject([{ id }]);
  });

  test('stops neither the scans behind nor the end of the session', async () => {
    const house = await openHouse(folder);
    const told: ScanView[] = [];
    const log = quietLog();
    const list = new ScanList(
      'desk',
      { journal: house.journal, clock: house.clock, log, standing: { library: () => house.library } },
      (scan) => told.push(scan),
    );
    const id = randomUUID();
    const scan = { id, text: 'X', kind: 'item', action: 'lend', state: 'received', failure: null } as const;
    list.add(scan, 'auto');
    const save = house.journal.saveScan.bind(house.journal);
    house.journal.saveScan = () => {
      house.journal.saveScan = save;
      throw new Error('disk full');
    };
    list.change(id, { state: 'done' });
    expect(log.defects).toMatchObject([{ message: 'disk full' }]);
    await list.settled(id);
    expect([list.open, told.at(-1)?.state]).toEqual([0, 'done']);
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
  const { run, unclear } = runnerOf({ journal: house.journal, clock: house.clock, client });
  const pay = (id = randomUUID()) => {
    const query = { amount: '0.50', external_transaction_id: id };
    const before = { balance: String(fee?.balance) };
    return run({ operation: 'users.fees.pay', args: { path, query }, before, id });
  };
  await house.faults({ operation: 'users.fees.pay', fault: 'drop-after', count: 1 });
  await expect(pay()).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  expect(unclear.list()).toHaveLength(1);
});
