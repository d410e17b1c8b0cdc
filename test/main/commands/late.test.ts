import { describe, expect, test } from 'vitest';
import { UnreachableError } from '../../../src/client/errors.ts';
import {
  confirmAfterMs,
  lookupEveryMs,
  recheckAfterMs,
  graceMs,
} from '../../../src/main/commands/certainty.ts';
import { placeOf, runOn } from './commanding.ts';
import { charge, held, lost, lostBefore, payment, quickGround } from '../fees/fee-service.ts';
import { elsewhere } from '../support/test-station.ts';
import { failureOf } from '../support/lost.ts';
import { settled } from '../support/quick-clock.ts';

const away = new UnreachableError(placeOf('users.fees.list'), 'refused');
type Ground = ReturnType<typeof quickGround>;
type Ordered = ReturnType<typeof charge> | ReturnType<typeof payment>;

/** Sends it, and it is lost; silence settles it. */
async function silence(ground: Ground, program: ReturnType<typeof runOn>, order: Ordered) {
  ground.service.fates.push(lostBefore);
  const failing = failureOf(program.run(order as ReturnType<typeof charge>));
  await ground.clock.pass(graceMs + confirmAfterMs);
  await failing;
  expect(ground.journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
}

/** A run in which silence has just settled a command. */
async function silenced(order: Ordered = charge()) {
  const ground = quickGround();
  if (order.operation === 'users.fees.pay')
    ground.service.fees = [{ id: 'fee', status: 'ACTIVE', balance: '1.00' }];
  const program = runOn(ground);
  await silence(ground, program, order);
  const { journal, service } = ground;
  const { args, id, operation } = order;
  return {
    ...{ ...ground, ground, ...program, order },
    recheck: () => journal.entry(id)?.recheck,
    state: () => journal.entry(id)?.state,
    /** Its effect comes after all. */
    comesTrue: () => service.call(operation, args),
  };
}

describe('what silence has settled', () => {
  test('is read once after ten minutes, and at the next start', async () => {
    const { clock, service, recheck } = await silenced();
    expect(recheck()).toBe('due');
    const { reads } = service;
    await clock.pass(recheckAfterMs - 1);
    expect(service.reads).toBe(reads);
    await clock.pass(1);
    expect(service.reads).toBeGreaterThan(reads);
    expect([recheck(), clock.waiting]).toEqual(['start', 0]);
    const after = service.reads;
    await clock.pass(24 * 3_600_000);
    expect(service.reads).toBe(after);
  });

  test('and turns up then is told until somebody has seen it, and is in the journal as having happened', async () => {
    const { clock, comesTrue, rechecks, order, journal, unclear, log } = await silenced();
    const [cleared, report]: [unknown[], number[]] = [[], []];
    unclear.resolved.on((one) => cleared.push(one));
    rechecks.changes.on(() => report.push(rechecks.late().length));
    await comesTrue();
    await clock.pass(recheckAfterMs);
    const { id, operation } = order;
    expect(rechecks.late()).toEqual([
      {
        ...{ id, operation, act: operation, at: '2026-11-02T08:00:00.000Z', about: 'a test', userId: '' },
        ...{
          feeIds: [],
          askPerson: null,
          lastFailure: null,
          seen: 'notFound',
          until: null,
          late: 'happened',
          undid: null,
          elsewhere: null,
        },
      },
    ]);
    expect(cleared).toMatchObject([{ id, happened: true, record: { original_amount: '1.00' } }]);
    expect(journal.entry(id)).toMatchObject({ state: 'accepted', settledBy: 'late', recheck: null });
    expect(log.lines).toContainEqual(['command.late', { operation, id }]);
    const gone = { kind: 'invalid', field: 'id', reason: 'gone', detail: '' };
    expect(() => rechecks.acknowledge('another')).toThrow(
      expect.objectContaining({ failure: gone }) as Error,
    );
    rechecks.acknowledge(id);
    expect([rechecks.late(), report]).toEqual([[], [1, 0]]);
  });

  test('is read half a minute later where it cannot be read then, as often as it takes', async () => {
    const { clock, service, comesTrue, rechecks, recheck, order } = await silenced();
    service.readsFail = away;
    await clock.pass(recheckAfterMs + 3 * lookupEveryMs);
    expect([recheck(), rechecks.late()]).toEqual(['due', []]);
    await comesTrue();
    service.readsFail = null;
    await clock.pass(lookupEveryMs - 1);
    expect(rechecks.late()).toEqual([]);
    await clock.pass(1);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('is not read at another library, nor where none is connected', async () => {
    const { clock, service, ground, comesTrue, rechecks, order } = await silenced();
    await comesTrue();
    const { reads } = service;
    ground.library = elsewhere;
    await clock.pass(recheckAfterMs + lookupEveryMs);
    ground.isAway = true;
    await clock.pass(lookupEveryMs * 2);
    expect([service.reads, rechecks.late()]).toEqual([reads, []]);
    Object.assign(ground, { library: undefined, isAway: false });
    await clock.pass(lookupEveryMs);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('is read no more when the program ends', async () => {
    const { clock, service, end, comesTrue, state, recheck } = await silenced();
    await comesTrue();
    const { reads } = service;
    end();
    await clock.pass(2 * recheckAfterMs);
    expect([service.reads, clock.waiting, state(), recheck()]).toEqual([reads, 0, 'notSent', 'due']);
  });

  test('and whose answer comes when the program has ended is left to the next run', async () => {
    const { clock, service, end, comesTrue, state } = await silenced();
    await comesTrue();
    const answer = Promise.withResolvers<undefined>();
    service.readsWaitFor = answer.promise;
    await clock.pass(recheckAfterMs);
    end();
    answer.resolve(undefined);
    await settled();
    expect(state()).toBe('notSent');
  });

  test('is asked about where what is there may be its effect, or may not', async () => {
    const { clock, service, unclear, rechecks, recheck, state, order, journal } = await silenced();
    service.fees = [{ id: '', status: 'ACTIVE' }];
    const lists: number[] = [];
    unclear.changes.on(() => lists.push(unclear.list().length));
    await clock.pass(recheckAfterMs);
    expect([rechecks.late(), lists]).toEqual([[], [1]]);
    expect(journal.doneIn('test', order.operation)).toMatchObject([{ id: order.id }]);
    const failure = {
      kind: 'unknown-outcome',
      operation: order.operation,
      journalId: order.id,
      trackingId: null,
    };
    expect(unclear.list()).toMatchObject([
      { id: order.id, seen: 'cannotTell', until: null, lastFailure: failure, late: null },
    ]);
    expect([state(), recheck()]).toEqual(['unknown', 'repeated']);
    expect(journal.entry(order.id)).toMatchObject({ failure });
    // Nobody looks by themselves, and what a look finds may be another's.
    expect(clock.waiting).toBe(0);
    service.fees = [];
    await service.call('users.fees.create', order.args);
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    unclear.decide(order.id, true);
    expect(journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'person' });
  });

  test('and is asked about is settled once more where two looks that somebody asks for do not find it', async () => {
    const { clock, service, unclear, order, state } = await silenced();
    service.fees = [{ id: '', status: 'ACTIVE' }];
    await clock.pass(recheckAfterMs);
    service.fees = [];
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    await clock.pass(confirmAfterMs);
    expect(await unclear.lookAgain(order.id)).toBe('didNotHappen');
    expect(state()).toBe('notSent');
  });

  test('is read once then, however many others silence settles meanwhile', async () => {
    const ground = quickGround();
    ground.service.fees = [
      { id: 'fee', status: 'ACTIVE', balance: '1.00' },
      { id: 'other', status: 'ACTIVE', balance: '1.00' },
    ];
    const program = runOn(ground);
    await silence(ground, program, payment());
    await ground.clock.pass(60_000);
    await silence(ground, program, payment('b', 'other'));
    const readsOf = (id: string) =>
      ground.service.requests.filter((one) => one.operation === 'users.fees.get' && one.path['fee_id'] === id)
        .length;
    const before = readsOf('fee');
    await ground.clock.pass(2 * recheckAfterMs);
    expect(readsOf('fee')).toBe(before + 1);
  });

  test('and turned up is seen one by one', async () => {
    const ground = quickGround();
    const fee = (id: string) => ({ id, status: 'ACTIVE', balance: '1.00' });
    ground.service.fees = [fee('fee'), fee('other')];
    const program = runOn(ground);
    const [one, other] = [payment(), payment(undefined, 'other')];
    for (const order of [one, other]) await silence(ground, program, order);
    for (const { operation, args } of [one, other]) await ground.service.call(operation, args);
    await ground.clock.pass(2 * recheckAfterMs);
    expect(program.rechecks.late().map(({ id }) => id)).toEqual([one.id, other.id]);
    program.rechecks.acknowledge(one.id);
    expect(program.rechecks.late().map(({ id }) => id)).toEqual([other.id]);
  });
});

describe('what silence has settled, and was done once more since', () => {
  test('has not turned up: what is there is the other’s', async () => {
    const { clock, run, rechecks, recheck, state } = await silenced();
    await run(charge());
    expect(recheck()).toBe('repeated');
    await clock.pass(2 * recheckAfterMs);
    expect([rechecks.late(), state(), clock.waiting]).toEqual([[], 'notSent', 0]);
  });

  test.each([
    ['of another amount', charge({ amount: '2.00' })],
    ['of another kind', payment()],
  ])('is the same only where the other did the same: not %s', async (_, other) => {
    const { clock, run, rechecks, recheck, comesTrue, order, service } = await silenced();
    service.fees = [{ id: 'fee', status: 'CLOSED', balance: '0.00' }];
    await run(other as ReturnType<typeof charge>);
    expect(recheck()).toBe('due');
    await comesTrue();
    await clock.pass(recheckAfterMs);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('is the same only at the same library', async () => {
    const { ground, run, recheck } = await silenced();
    ground.library = elsewhere;
    await run(charge());
    expect(recheck()).toBe('due');
  });

  test('is told from what was settled before it, elsewhere or for something else', async () => {
    const ground = quickGround();
    const program = runOn(ground);
    ground.library = elsewhere;
    await silence(ground, program, charge());
    delete ground.library;
    for (const amount of ['2.00', '1.00']) await silence(ground, program, charge({ amount }));
    await program.run(charge());
    expect(ground.journal.notFound().map(({ recheck }) => recheck)).toEqual(['due', 'due', 'repeated']);
  });

  test('and carries its id is known by it, whatever was done since', async () => {
    const { clock, run, rechecks, recheck, comesTrue, order, service } = await silenced(payment());
    await run(payment());
    expect(recheck()).toBe('due');
    service.fees = [{ id: 'fee', status: 'ACTIVE', balance: '1.00' }];
    await comesTrue();
    await clock.pass(recheckAfterMs);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('is read later while the answer of the other is waited for', async () => {
    const { clock, run, service, rechecks, unclear, recheck, state } = await silenced();
    const { fate, end } = held();
    service.fates.push((take, leave, asking) => {
      // It has come to its effect, and its answer is on the way.
      const fee = take();
      return fate(() => fee, leave, asking);
    });
    const repeating = run(charge());
    await clock.pass(recheckAfterMs);
    expect([rechecks.late(), unclear.list(), recheck()]).toEqual([[], [], 'due']);
    end((take) => take());
    await repeating;
    await clock.pass(lookupEveryMs);
    expect([rechecks.late(), unclear.list(), state()]).toEqual([[], [], 'notSent']);
  });

  test('is asked about while the other is unclear: which of the two is there, no read can tell', async () => {
    const { clock, run, service, rechecks, unclear, order, comesTrue } = await silenced();
    await clock.pass(recheckAfterMs - 10_000);
    const other = charge();
    service.fates.push((_take, leave) => {
      leave();
      throw lost('users.fees.create');
    });
    const failing = failureOf(run(other));
    await clock.pass(9000);
    await failing;
    await comesTrue();
    await clock.pass(1000);
    expect(rechecks.late()).toEqual([]);
    expect(unclear.list().map(({ id, seen }) => [id, seen])).toContainEqual([order.id, 'cannotTell']);
  });

  test('is read in its time where nothing is there, whatever is under way', async () => {
    const { clock, run, service, recheck, unclear } = await silenced();
    const { fate } = held();
    service.fates.push(fate);
    void run(charge());
    await clock.pass(recheckAfterMs);
    expect([recheck(), unclear.list()]).toEqual(['start', []]);
  });

  test('is not asked about where nothing is there, whatever is unclear', async () => {
    const { clock, run, service, recheck, unclear } = await silenced();
    await clock.pass(recheckAfterMs - 10_000);
    service.fates.push(lostBefore);
    const other = charge();
    const failing = failureOf(run(other));
    await clock.pass(10_000);
    await failing;
    expect([recheck(), unclear.list().map(({ id }) => id)]).toEqual(['start', [other.id]]);
  });

  test.each([
    ['under way', held().fate],
    ['unclear', lostBefore],
  ])('and carries its id has turned up while another of it is %s', async (_, fate) => {
    const { clock, run, service, rechecks, comesTrue, order } = await silenced(payment());
    await clock.pass(recheckAfterMs - 10_000);
    await comesTrue();
    service.fates.push(fate);
    run(payment()).catch(() => undefined);
    await clock.pass(10_000);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test.each([
    ['under way', held().fate],
    ['settled by silence', lostBefore],
  ])('has turned up while the same at another library is %s', async (_, fate) => {
    const { clock, run, service, ground, rechecks, comesTrue, order } = await silenced();
    ground.library = elsewhere;
    service.fates.push(fate);
    run(charge()).catch(() => undefined);
    await clock.pass(graceMs + confirmAfterMs);
    delete ground.library;
    await comesTrue();
    await clock.pass(recheckAfterMs);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
  });

  test('and settled by silence too, is asked about: both of them', async () => {
    const program = await silenced();
    const other = charge();
    await silence(program.ground, program, other);
    await program.comesTrue();
    await program.clock.pass(2 * recheckAfterMs);
    expect(program.rechecks.late()).toEqual([]);
    expect(program.unclear.list().map(({ id }) => id)).toEqual([program.order.id, other.id]);
  });
});

describe('at the next start', () => {
  test('what had been read after its ten minutes is read at once, and then no more', async () => {
    const { clock, ground, service, recheck, end } = await silenced();
    await clock.pass(recheckAfterMs);
    end();
    const { rechecks } = runOn(ground);
    const { reads } = service;
    rechecks.recover();
    await clock.pass(0);
    expect(service.reads).toBeGreaterThan(reads);
    expect([recheck(), clock.waiting]).toEqual([null, 0]);
    const after = service.reads;
    runOn(ground).rechecks.recover();
    await clock.pass(recheckAfterMs);
    expect(service.reads).toBe(after);
  });

  test('what had not is read at once and after ten minutes more', async () => {
    const { clock, ground, service, recheck, end } = await silenced();
    end();
    const { rechecks } = runOn(ground);
    rechecks.recover();
    // However often keys of the journal come back.
    rechecks.recover();
    await clock.pass(0);
    const { reads } = service;
    expect(recheck()).toBe('due');
    await clock.pass(recheckAfterMs - 1);
    expect(service.reads).toBe(reads);
    await clock.pass(1);
    expect(recheck()).toBe('start');
  });

  test('what can be read only later is read then, also behind what was read before', async () => {
    const ground = quickGround();
    const program = runOn(ground);
    for (const amount of ['1.00', '2.00']) await silence(ground, program, charge({ amount }));
    program.end();
    const { rechecks } = runOn(ground);
    const notFound = ground.journal.notFound.bind(ground.journal);
    ground.journal.notFound = () => notFound().slice(0, 1);
    rechecks.recover();
    await ground.clock.pass(0);
    ground.journal.notFound = notFound;
    const { reads } = ground.service;
    rechecks.recover();
    await ground.clock.pass(0);
    expect(ground.service.reads).toBeGreaterThan(reads);
  });

  test('what turned up is found', async () => {
    const { clock, ground, comesTrue, end, order } = await silenced();
    end();
    await comesTrue();
    const { rechecks } = runOn(ground);
    rechecks.recover();
    await clock.pass(0);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
    expect(clock.waiting).toBe(0);
  });

  test('what was repeated is read twice more, and forgotten then', async () => {
    const { clock, ground, run, end, recheck, state } = await silenced();
    await run(charge());
    end();
    const { rechecks } = runOn(ground);
    rechecks.recover();
    await clock.pass(recheckAfterMs - 1);
    expect(recheck()).toBe('repeated');
    await clock.pass(1);
    expect([recheck(), state(), rechecks.late()]).toEqual([null, 'notSent', []]);
  });

  test.each(['start', 'repeated'] as const)(
    'what was done at a till stays to be read (%s) until the till is closed',
    async (next) => {
      const order = charge({ till: 'till-1' });
      const { clock, ground, run, end, recheck } = await silenced(order);
      if (next === 'repeated') await run(charge());
      await clock.pass(recheckAfterMs);
      end();
      runOn(ground).rechecks.recover();
      await clock.pass(2 * recheckAfterMs);
      expect(recheck()).toBe(next);
    },
  );

  test('what is to be read no more in this run is left, whatever else silence settles', async () => {
    const { clock, ground, end, service } = await silenced({ ...payment(), till: 'till-1' } as Ordered);
    await clock.pass(recheckAfterMs);
    end();
    const program = runOn(ground);
    program.rechecks.recover();
    await clock.pass(0);
    const readsOfIt = () => service.requests.filter(({ path }) => path['fee_id'] === 'fee').length;
    const before = readsOfIt();
    service.fees = [...service.fees, { id: 'other', status: 'ACTIVE', balance: '1.00' }];
    await silence(ground, program, payment(undefined, 'other'));
    await clock.pass(recheckAfterMs);
    expect(readsOfIt()).toBe(before);
  });

  test('what had turned up elsewhere says where', async () => {
    const { clock, ground, comesTrue, end } = await silenced();
    await comesTrue();
    await clock.pass(recheckAfterMs);
    end();
    ground.library = elsewhere;
    expect(runOn(ground).rechecks.late()).toMatchObject([{ elsewhere: { mode: 'institution', name: '' } }]);
  });
});

describe('before a till is closed', () => {
  const atTill = (id?: string) => ({ ...payment(id), till: 'till-1' }) as Ordered;

  test('what silence settled there is read, and no more after that', async () => {
    const { clock, rechecks, recheck, service } = await silenced(atTill());
    await clock.pass(recheckAfterMs);
    const { reads } = service;
    expect(await rechecks.recheckTill('another')).toBe(0);
    expect(service.reads).toBe(reads);
    expect(await rechecks.recheckTill('till-1')).toBe(0);
    expect(service.reads).toBe(reads + 1);
    expect(recheck()).toBeNull();
  });

  test('and is still to be read after its ten minutes is so all the same', async () => {
    const { clock, rechecks, recheck } = await silenced(atTill());
    expect(await rechecks.recheckTill('till-1')).toBe(0);
    expect(recheck()).toBe('due');
    await clock.pass(recheckAfterMs);
    expect(recheck()).toBe('start');
  });

  test('what turned up is told', async () => {
    const { rechecks, comesTrue, order, state } = await silenced(atTill());
    await comesTrue();
    expect(await rechecks.recheckTill('till-1')).toBe(0);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
    expect(state()).toBe('accepted');
  });

  test('what turns up while it is read twice is no reason to keep the till open', async () => {
    const { rechecks, comesTrue, order, unclear } = await silenced(atTill());
    await comesTrue();
    const cleared: string[] = [];
    unclear.resolved.on(({ id }) => cleared.push(id));
    expect(await Promise.all([rechecks.recheckTill('till-1'), rechecks.recheckTill('till-1')])).toEqual([
      0, 0,
    ]);
    expect(rechecks.late()).toMatchObject([{ id: order.id }]);
    expect(cleared).toEqual([order.id]);
  });

  test('where no library is connected, nothing of any is read', async () => {
    const { rechecks, ground, service } = await silenced(atTill());
    ground.isAway = true;
    const { reads } = service;
    expect(await rechecks.recheckTill('till-1')).toBe(0);
    expect(service.reads).toBe(reads);
  });

  test('what cannot be read is counted, and stays to be read', async () => {
    const { clock, rechecks, recheck, service } = await silenced(atTill());
    await clock.pass(recheckAfterMs);
    service.readsFail = away;
    expect(await rechecks.recheckTill('till-1')).toBe(1);
    expect(recheck()).toBe('start');
  });

  test('what was done there for another library is not read', async () => {
    const { clock, rechecks, ground, recheck, service } = await silenced(atTill());
    await clock.pass(recheckAfterMs);
    ground.library = elsewhere;
    const { reads } = service;
    expect(await rechecks.recheckTill('till-1')).toBe(0);
    expect([service.reads, recheck()]).toEqual([reads, 'start']);
  });
});

describe('a journal that cannot be written at this moment', () => {
  const full = () => {
    throw new Error('disk full');
  };

  test('is no reason to forget what is to be read: the defect is told, and the next start reads it', async () => {
    const { clock, journal, log, recheck } = await silenced();
    const { rechecked } = { rechecked: journal.rechecked.bind(journal) };
    journal.rechecked = full;
    await clock.pass(recheckAfterMs);
    expect([log.defects.length, recheck()]).toEqual([1, 'due']);
    journal.rechecked = rechecked;
  });

  test('makes no failure of a command that repeats another and was accepted, and has it later in this order', async () => {
    const { run, journal, log, clock, recheck } = await silenced();
    const { rechecked } = { rechecked: journal.rechecked.bind(journal) };
    journal.rechecked = full;
    const again = charge();
    await run(again);
    // Were it settled now, and the program ended: the first would be told as having turned up.
    expect([journal.entry(again.id)?.state, log.defects.length > 0]).toEqual(['sent', true]);
    journal.rechecked = rechecked;
    await clock.pass(lookupEveryMs);
    expect([journal.entry(again.id)?.state, recheck()]).toEqual(['accepted', 'repeated']);
  });

  test('does not make of what was done once more since something that has turned up', async () => {
    const { clock, run, journal, rechecks, state } = await silenced();
    const { rechecked } = { rechecked: journal.rechecked.bind(journal) };
    journal.rechecked = full;
    await run(charge());
    journal.rechecked = rechecked;
    await clock.pass(2 * recheckAfterMs);
    expect([rechecks.late(), state()]).toEqual([[], 'notSent']);
  });
});
