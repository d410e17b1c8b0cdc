import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import type { UnclearView } from '../../src/contract/desk.ts';
import type { ScanView } from '../../src/contract/scans.ts';
import { createLanes } from '../../src/main/commands/lanes.ts';
import { createCommands, type Order } from '../../src/main/commands/runner.ts';
import { UnclearCommands } from '../../src/main/commands/unclear.ts';
import { systemClock } from '../../src/main/clock.ts';
import type { Clock } from '../../src/main/ports.ts';
import { ScanList } from '../../src/main/rooms/scan-list.ts';
import type { Command } from '../../src/service/endpoints.ts';
import { sampleCode as code } from '../../src/service/samples.ts';
import { hastyClock, openHouse, until, type House } from './house.ts';
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
        await systemClock.sleep(ms);
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
function runnerOf(house: Pick<House, 'client' | 'journal'>, clock: Clock = hastyClock) {
  const lanes = createLanes();
  const closing = new AbortController().signal;
  const library = { id: 'here', mode: 'practice', name: 'Here' } as const;
  const service = { client: house.client, library, currency: 'ILS', decimals: 2 };
  const standing = {
    service: () => Promise.resolve(service),
    library: () => library,
    view: () => ({ mode: 'practice' }) as never,
  };
  const common = { standing, journal: house.journal, clock, log: quietLog(), lanes, closing };
  const unclear = new UnclearCommands(common);
  const commands = createCommands({ ...common, unclear });
  return {
    unclear,
    run: <K extends Command>(order: Omit<Order<K>, 'service' | 'lane' | 'about'>) =>
      commands.run<K>({ ...order, service, lane: 'test', about: 'a test' }),
  };
}

const user = () => ({
  primary_id: `test/${randomUUID()}`,
  account_type: { value: 'INTERNAL' },
  status: { value: 'ACTIVE' },
  user_group: { value: 'STAFF' },
  last_name: 'Test',
});

/** Runs with the answer dropped: before the effect it is said not to have happened, after it to have. */
async function bothWays<K extends Command>(
  house: House,
  operation: K,
  order: () => Promise<Omit<Order<K>, 'service' | 'lane' | 'about'>>,
) {
  const { run } = runnerOf(house);
  const missed = await order();
  await house.faults({ operation, fault: 'drop-before', count: 1 });
  await expect(run(missed)).rejects.toMatchObject({
    failure: { kind: 'unreachable', why: 'didNotHappen' },
  });
  await house.faults({ operation, fault: 'drop-after', count: 1 });
  return run(missed.id === undefined ? missed : { ...missed, id: randomUUID() });
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

  test(
    'that timed out is unclear until it is old enough for a read to prove anything',
    { timeout: 20_000 },
    async () => {
      const house = await openHouse(folder);
      const order = await renewal(house);
      let ahead = 0;
      const clock: Clock = { ...hastyClock, now: () => new Date(Date.now() + ahead) };
      const { run, unclear } = runnerOf(house, {
        ...clock,
        sleep: (ms, signal) => systemClock.sleep(ms === 30_000 ? 600_000 : 20, signal),
      });
      await house.faults(
        { operation: 'users.loans.renew', fault: 'delay', ms: 6000, count: 1 },
        { operation: 'users.loans.renew', fault: 'drop-before', count: 1 },
      );
      await expect(run(order)).rejects.toMatchObject({
        failure: { kind: 'unknown-outcome', journalId: order.id },
      });
      expect(unclear.list()).toMatchObject([{ id: order.id, about: 'a test' }]);
      expect(await unclear.lookAgain(order.id)).toBe('unclear');
      ahead = 600_000;
      expect(await unclear.lookAgain(order.id)).toBe('didNotHappen');
      expect(unclear.list()).toEqual([]);
      expect(house.journal.entry(order.id)?.state).toBe('notSent');
    },
  );

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
    unclear.changes.add((list) => told.push(list));
    const cleared: unknown[] = [];
    unclear.cleared.add((one) => cleared.push([one.id, one.happened]));
    unclear.recover();
    expect(house.journal.entry(never)?.state).toBe('notSent');
    expect(told[0]).toMatchObject([{ id: done.id }]);
    await until(() => told.at(-1)?.length === 0);
    expect(cleared).toEqual([[done.id, true]]);
    expect(house.journal.entry(done.id)?.state).toBe('accepted');
    expect(house.journal.entry(elsewhere.id)?.state).toBe('sent');
    unclear.decide(elsewhere.id, false);
    expect(house.journal.entry(elsewhere.id)?.state).toBe('notSent');
  });
});

describe('a journal that cannot be written for a moment', () => {
  test('makes no failure of a command that the service has accepted', async () => {
    const house = await openHouse(folder);
    const { run } = runnerOf(house);
    const settle = house.journal.settle.bind(house.journal);
    house.journal.settle = () => {
      house.journal.settle = settle;
      throw new Error('disk full');
    };
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
    // The next run looks it up.
    expect(house.journal.entry(id)?.state).toBe('sent');
  });

  test('stops neither the scans behind nor the end of the session', async () => {
    const house = await openHouse(folder);
    const told: ScanView[] = [];
    const list = new ScanList('desk', { ...house, standing: { library: () => house.library } }, (scan) =>
      told.push(scan),
    );
    const id = randomUUID();
    const scan = { id, text: 'X', kind: 'item', action: 'lend', state: 'received', failure: null } as const;
    list.add(scan, 'auto');
    const save = house.journal.saveScan.bind(house.journal);
    house.journal.saveScan = () => {
      house.journal.saveScan = save;
      throw new Error('disk full');
    };
    expect(() => list.change(id, { state: 'done' })).toThrow('disk full');
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
  const { run, unclear } = runnerOf({ journal: house.journal, client });
  const pay = () => {
    const id = randomUUID();
    const query = { amount: '0.50', external_transaction_id: id };
    const before = { balance: String(fee?.balance) };
    return run({ operation: 'users.fees.pay', args: { path, query }, before, id });
  };
  await house.faults({ operation: 'users.fees.pay', fault: 'drop-before', count: 1 });
  await expect(pay()).rejects.toMatchObject({ failure: { why: 'didNotHappen' } });
  await house.faults({ operation: 'users.fees.pay', fault: 'drop-after', count: 1 });
  await expect(pay()).rejects.toMatchObject({ failure: { kind: 'unknown-outcome' } });
  expect(unclear.list()).toHaveLength(1);
});
