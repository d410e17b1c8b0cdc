import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../src/contract/failure.ts';
import { confirmAfterMs, lookupEveryMs, graceMs } from '../../../src/main/commands/certainty.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import { placeOf, runOn } from './commanding.ts';
import { UnreachableError } from '../../../src/client/errors.ts';
import { charge, held, lost, lostBefore, quickGround } from '../fees/fee-service.ts';
import { elsewhere } from '../support/test-station.ts';
import { failureOf } from '../support/lost.ts';
import { settled } from '../support/quick-clock.ts';

const away = new UnreachableError(placeOf('users.fees.list'), 'refused');

/** A run that has sent a command whose request was lost, and that nobody waits for any more: four seconds after. */
async function unclearOne(order = charge()) {
  const ground = quickGround();
  const program = runOn(ground);
  ground.service.fates.push(lostBefore);
  const failing = failureOf(program.run(order));
  await ground.clock.pass(4000);
  const failure = await failing;
  const only = () => program.unclear.list().map(({ seen, until }) => [seen, until]);
  const cleared: unknown[] = [];
  program.unclear.resolved.on((one) => cleared.push(one));
  let changes = 0;
  program.unclear.changes.on(() => (changes += 1));
  return { ...ground, ground, ...program, order, failure, only, cleared, changes: () => changes };
}

const gone = { kind: 'invalid', field: 'id', reason: 'gone', detail: '' };

/** A row of an earlier run: it left, and nobody knows what came of it. */
function leftBehind(ground: ReturnType<typeof quickGround>, order = charge()) {
  const { id, operation, args, before } = order;
  ground.journal.intend({
    ...{ id, operation, payload: args, before, library: 'here' },
    queue: 'l',
    about: 'left behind',
  });
  ground.journal.sent(id);
  return order;
}

describe('what is unclear', () => {
  test('is listed with what a person has to know of it', async () => {
    const { unclear, order, failure } = await unclearOne();
    const [at, until] = ['2026-11-02T08:00:00.000Z', '2026-11-02T08:02:05.000Z'];
    expect(unclear.list()).toEqual([
      {
        ...{
          id: order.id,
          operation: 'users.fees.create',
          act: 'users.fees.create',
          at,
          about: 'a test',
          userId: 'patron',
        },
        ...{
          feeIds: [],
          askPerson: null,
          lastFailure: failure,
          seen: 'notFound',
          until,
          elsewhere: null,
          late: null,
          undid: null,
        },
      },
    ]);
    expect([unclear.has(order.id), unclear.has('another')]).toEqual([true, false]);
    expect([unclear.countAt('here'), unclear.countAt('elsewhere')]).toEqual([1, 0]);
  });

  test('is counted from when its request left, however long the answer took', async () => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const { fate, end } = held();
    ground.service.fates.push(fate);
    const order = charge();
    await ground.clock.pass(1000);
    const failing = failureOf(run(order));
    await ground.clock.pass(90_000);
    end(() => {
      throw lost('users.fees.create');
    });
    await ground.clock.pass(4000);
    await failing;
    expect(unclear.list()).toMatchObject([{ until: '2026-11-02T08:02:06.000Z' }]);
    await ground.clock.pass(graceMs + confirmAfterMs - 94_000 - 1);
    expect(unclear.list()).toHaveLength(1);
    await ground.clock.pass(1);
    expect(unclear.list()).toEqual([]);
  });

  test('is read every half minute, once when it has rested, and once more after that', async () => {
    const { service, clock, cleared, order, journal } = await unclearOne();
    const closed = () => service.requests.filter(({ query }) => query['status'] === 'CLOSED').length;
    const at = [];
    let known = closed();
    while (clock.waiting > 0 && clock.monotonic() < graceMs + confirmAfterMs) {
      await clock.pass(500);
      if (closed() > known) at.push(clock.monotonic());
      known = closed();
    }
    expect(at).toEqual([34_000, 64_000, 94_000, 120_000, 125_000]);
    expect(cleared).toEqual([{ id: order.id, happened: false, record: null }]);
    expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  });

  test('says until when, by the wall clock, also where that is put forward', async () => {
    const { clock, only } = await unclearOne();
    clock.ahead = 3_600_000;
    expect(only()).toEqual([['notFound', '2026-11-02T09:02:05.000Z']]);
    await clock.pass(graceMs - 4000);
    expect(only()).toEqual([['notFound', '2026-11-02T09:02:05.000Z']]);
  });

  test('is told again with each look', async () => {
    const { clock, changes, only } = await unclearOne();
    await clock.pass(lookupEveryMs);
    expect(changes()).toBe(1);
    await clock.pass(graceMs);
    expect([changes(), only()]).toEqual([5, []]);
  });

  test('is found when its effect comes late, and nobody is told before that it has not happened', async () => {
    const { service, clock, cleared, order } = await unclearOne();
    await clock.pass(100_000);
    await service.call('users.fees.create', order.args);
    await clock.pass(20_000);
    expect(cleared).toMatchObject([{ id: order.id, happened: true, record: { original_amount: '1.00' } }]);
    // And nobody looks any more.
    expect(clock.waiting).toBe(0);
  });

  test('needs two looks in a row that do not find it: one that cannot tell between them begins anew', async () => {
    const { service, clock, only, unclear, order, journal } = await unclearOne();
    await clock.pass(graceMs - 4000);
    expect(only()[0]?.[0]).toBe('notFound');
    // Something of the patron's has no id: it may be this one, or not.
    service.fees = [{ id: '', status: 'ACTIVE' }];
    await clock.pass(1000);
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    expect(only()).toEqual([['cannotTell', '2026-11-02T08:02:05.000Z']]);
    service.fees = [];
    await clock.pass(confirmAfterMs);
    // The first of two was four seconds after that.
    await clock.pass(3999);
    expect(journal.entry(order.id)?.state).toBe('unknown');
    await clock.pass(1);
    expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  });
});

describe('silence settles nothing', () => {
  test('where the second look is too soon after the first', async () => {
    const { clock, unclear, order } = await unclearOne();
    await clock.pass(graceMs - 4000);
    await clock.pass(1000);
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    await clock.pass(confirmAfterMs - 1001);
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    expect(unclear.has(order.id)).toBe(true);
  });

  test('where the second look cannot tell', async () => {
    const { service, clock, only, journal, order } = await unclearOne();
    await clock.pass(graceMs - 4000);
    service.fees = [{ id: '', status: 'ACTIVE' }];
    await clock.pass(confirmAfterMs);
    expect(journal.entry(order.id)?.state).toBe('unknown');
    await clock.pass(3_600_000);
    expect(only()).toEqual([['cannotTell', null]]);
  });
});

describe('where the service cannot be asked', () => {
  test('what is unclear stays so, with what the look failed with, and is read less and less often', async () => {
    const { service, clock, unclear } = await unclearOne();
    service.readsFail = away;
    const at: number[] = [];
    let { reads } = service;
    while (clock.monotonic() < 4 * 3_600_000) {
      await clock.pass(1000);
      if (service.reads > reads) at.push(clock.monotonic());
      ({ reads } = service);
    }
    const unreachable = { kind: 'unreachable', why: 'connectionRefused' };
    expect(unclear.list()).toMatchObject([{ seen: 'notAsked', lastFailure: unreachable, until: null }]);
    const pauses = at.slice(1).map((one, nth) => (one - (at[nth] ?? 0)) / 1000);
    expect(pauses.slice(0, 8)).toEqual([30, 30, 60, 120, 240, 480, 600, 600]);
    expect(pauses.every((one) => one <= 600)).toBe(true);
    // And as often as before once it can.
    service.readsFail = null;
    await clock.pass(600_000 + confirmAfterMs);
    expect(unclear.list()).toEqual([]);
  });

  test('nor is anything connected, nothing is read, and it is looked for once something is', async () => {
    const { ground, service, clock, unclear, order } = await unclearOne();
    ground.isAway = true;
    const { reads } = service;
    await clock.pass(graceMs * 3);
    expect(service.reads).toBe(reads);
    expect(unclear.list()).toMatchObject([{ id: order.id, seen: 'notFound' }]);
    ground.isAway = false;
    await clock.pass(lookupEveryMs + confirmAfterMs);
    expect(unclear.list()).toEqual([]);
  });

  test('at another library nothing of this one is read, and a person is told where to look', async () => {
    const { ground, service, clock, unclear, order } = await unclearOne();
    const mark = { address: 'https://here.example', root: '', code: '', key: '' };
    ground.journal.keepLibrary({ id: 'here', mode: 'practice', name: 'Here' }, mark);
    ground.library = elsewhere;
    expect(unclear.list()).toMatchObject([{ until: null }]);
    const { reads } = service;
    await clock.pass(graceMs * 3);
    expect(await unclear.lookAgain(order.id)).toBe('unclear');
    expect(service.reads).toBe(reads);
    expect(unclear.list()).toMatchObject([
      { id: order.id, elsewhere: { mode: 'practice', name: 'Here' }, until: null },
    ]);
  });
});

describe('a person', () => {
  test.each([
    [true, 'accepted'],
    [false, 'notSent'],
  ])('says what came of it (%s), and that is so', async (happened, state) => {
    const { unclear, order, journal, cleared, changes, clock, service } = await unclearOne();
    const done: unknown[] = [];
    unclear.happened.on(({ id }) => done.push(id));
    unclear.decide(order.id, happened);
    expect(journal.entry(order.id)).toMatchObject({ state, settledBy: 'person' });
    expect(cleared).toEqual([{ id: order.id, happened, record: null }]);
    expect([unclear.list(), changes(), done]).toEqual([[], 1, happened ? [order.id] : []]);
    const { reads } = service;
    await clock.pass(3_600_000);
    expect(service.reads).toBe(reads);
    expect(() => unclear.decide(order.id, happened)).toThrow(
      expect.objectContaining({ failure: gone }) as Error,
    );
  });

  test('has it looked for at once, and it is found', async () => {
    const { unclear, order, service, cleared } = await unclearOne();
    await service.call('users.fees.create', order.args);
    expect(await unclear.lookAgain(order.id)).toBe('happened');
    expect(cleared).toMatchObject([{ id: order.id, happened: true }]);
    expect(await failureOf(unclear.lookAgain(order.id))).toMatchObject({ field: 'id', reason: 'gone' });
  });

  test('who says something while a look is under way has said it', async () => {
    const { unclear, order, service, journal, cleared } = await unclearOne();
    const answer = Promise.withResolvers<undefined>();
    service.readsWaitFor = answer.promise;
    const looks = [unclear.lookAgain(order.id), unclear.lookAgain(order.id)];
    await settled();
    unclear.decide(order.id, false);
    answer.resolve(undefined);
    expect(await Promise.all(looks)).toEqual(['unclear', 'unclear']);
    expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'person' });
    expect(cleared).toHaveLength(1);
  });

  test('who says it did not happen while a look finds it is told that it is there', async () => {
    const { unclear, order, service, cleared } = await unclearOne();
    await service.call('users.fees.create', order.args);
    const answer = Promise.withResolvers<undefined>();
    service.readsWaitFor = answer.promise;
    const look = unclear.lookAgain(order.id);
    await settled();
    unclear.decide(order.id, false);
    answer.resolve(undefined);
    expect(await look).toBe('happened');
    expect(cleared).toHaveLength(1);
  });

  test('is not troubled by a look that fails after it was said', async () => {
    const { unclear, order, service, changes } = await unclearOne();
    const answer = Promise.withResolvers<undefined>();
    service.readsWaitFor = answer.promise;
    service.readsFail = away;
    const look = unclear.lookAgain(order.id);
    await settled();
    unclear.decide(order.id, true);
    const report = changes();
    answer.resolve(undefined);
    expect(await look).toBe('unclear');
    expect(changes()).toBe(report);
  });
});

describe('what an earlier run left', () => {
  test('is looked for, and rests from the start of this run', async () => {
    const ground = quickGround();
    await ground.clock.pass(50_000);
    const { id } = leftBehind(ground);
    const { unclear } = runOn(ground);
    unclear.recover();
    expect(unclear.list()).toMatchObject([{ id, about: 'left behind', until: '2026-11-02T08:02:55.000Z' }]);
    await ground.clock.pass(graceMs + confirmAfterMs - 1);
    expect(unclear.has(id)).toBe(true);
    await ground.clock.pass(1);
    expect(ground.journal.entry(id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  });

  test('is found', async () => {
    const ground = quickGround();
    const order = leftBehind(ground);
    await ground.service.call('users.fees.create', order.args);
    const { unclear } = runOn(ground);
    unclear.recover();
    await ground.clock.pass(0);
    expect(ground.journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'read' });
  });

  test('and had not left was not sent', () => {
    const ground = quickGround();
    const { id, operation, args, before } = charge();
    ground.journal.intend({ id, operation, payload: args, before, library: 'here', queue: 'l', about: '' });
    const { unclear } = runOn(ground);
    let reportCount = 0;
    unclear.changes.on(() => (reportCount += 1));
    unclear.recover();
    expect(ground.journal.entry(id)).toMatchObject({ state: 'notSent', settledBy: 'notLeft' });
    expect([unclear.list(), reportCount]).toEqual([[], 1]);
  });

  test('is taken up once, however often that is asked for, and beside what is under way', async () => {
    const ground = quickGround();
    const { id } = leftBehind(ground);
    const { unclear, run, commands } = runOn(ground);
    const { fate, end } = held();
    ground.service.fates.push(fate);
    unclear.recover();
    await ground.clock.pass(100_000);
    unclear.recover();
    await ground.clock.pass(graceMs + confirmAfterMs - 100_000);
    expect(ground.journal.entry(id)?.state).toBe('notSent');
    commands.mustBeNew('another');
    const running = run(charge({ amount: '9.00' }));
    end((take) => take());
    await running;
  });

  test('cannot be told from another of the same effect that was done since: a person has to say', async () => {
    const ground = quickGround();
    await ground.clock.pass(50_000);
    const order = leftBehind(ground, charge());
    ground.journal.rechecked(order.id, 'repeated');
    const { unclear } = runOn(ground);
    await ground.service.call('users.fees.create', order.args);
    unclear.recover();
    await ground.clock.pass(1000);
    expect(unclear.list()).toMatchObject([{ id: order.id, seen: 'cannotTell' }]);
    // It is read on until it has rested, since what is there may go again.
    for (const ms of [lookupEveryMs - 1000, lookupEveryMs, lookupEveryMs, lookupEveryMs]) {
      const before = ground.service.reads;
      await ground.clock.pass(ms);
      expect(ground.service.reads).toBeGreaterThan(before);
    }
    const { reads } = ground.service;
    // It has rested: no further read tells more.
    await ground.clock.pass(3_600_000);
    expect(ground.service.reads).toBe(reads);
    expect(ground.clock.waiting).toBe(0);
    expect(unclear.list()).toMatchObject([{ id: order.id, seen: 'cannotTell', until: null }]);
  });

  test('is for a person where no read can tell', async () => {
    const ground = quickGround();
    const dance = { ...charge(), operation: 'users.dance' as Command };
    leftBehind(ground, dance as never);
    const { unclear } = runOn(ground);
    unclear.recover();
    await ground.clock.pass(1000);
    expect(unclear.list()).toMatchObject([{ askPerson: 'unknownOperation', until: null, seen: 'notAsked' }]);
    expect(ground.clock.waiting).toBe(0);
  });

  test('and that cannot be read is looked for once its key is back, from when it was taken up', async () => {
    const ground = quickGround();
    const { id } = leftBehind(ground);
    const { journal, clock } = ground;
    const readable = leftBehind(ground, charge({ amount: '2.00' })).id;
    const [entry, unsettled] = [journal.entry.bind(journal), journal.unsettled.bind(journal)];
    const locked = { payload: null, before: null, queue: '', about: '', unreadable: true } as const;
    journal.entry = (one) => {
      const found = entry(one);
      return found && { ...found, ...locked };
    };
    journal.unsettled = () => unsettled().map((one) => (one.id === id ? { ...one, ...locked } : one));
    ground.service.readsFail = away;
    const { unclear } = runOn(ground);
    unclear.recover();
    await clock.pass(100_000);
    unclear.reread();
    expect(unclear.list()).toMatchObject([
      { id, askPerson: 'journalKeyLost', about: '', until: null },
      { id: readable, seen: 'notAsked' },
    ]);
    ground.service.readsFail = null;
    Object.assign(journal, { entry, unsettled });
    let reportCount = 0;
    unclear.changes.on(() => (reportCount += 1));
    unclear.reread();
    expect(reportCount).toBe(1);
    expect(unclear.list()).toMatchObject([
      { id, askPerson: null, about: 'left behind', at: entry(id)?.at, until: '2026-11-02T08:02:05.000Z' },
      { id: readable },
    ]);
    await clock.pass(graceMs + confirmAfterMs - 100_000);
    expect(entry(id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  });

  test('says why it failed then', () => {
    const ground = quickGround();
    const { id, operation } = leftBehind(ground);
    const failure: Failure = { kind: 'unknown-outcome', operation, journalId: id, trackingId: 'E-1' };
    ground.journal.settle(id, 'unknown', { failure });
    const { unclear } = runOn(ground);
    unclear.recover();
    expect(unclear.list()).toMatchObject([{ id, lastFailure: failure }]);
  });
});

test('when the program ends, nobody looks any more, and all of it stays in the journal', async () => {
  const { service, clock, end, order, journal, unclear } = await unclearOne();
  const answer = Promise.withResolvers<undefined>();
  service.readsWaitFor = answer.promise;
  const look = unclear.lookAgain(order.id);
  await settled();
  end();
  service.readsFail = away;
  answer.resolve(undefined);
  expect(await look).toBe('unclear');
  const { reads } = service;
  await clock.pass(3_600_000);
  expect([service.reads, clock.waiting]).toEqual([reads, 0]);
  expect(journal.entry(order.id)?.state).toBe('unknown');
  expect(unclear.list()).toMatchObject([{ seen: 'notFound' }]);
});
