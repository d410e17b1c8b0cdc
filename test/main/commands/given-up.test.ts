import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { RefusedError, UnreachableError } from '../../../src/client/errors.ts';
import { lookupEveryMs } from '../../../src/main/commands/certainty.ts';
import { placeOf, runOn } from './commanding.ts';
import { charge, held, lost, quickGround, type Fate } from '../fees/fee-service.ts';
import { failureOf } from '../support/lost.ts';
import { settled } from '../support/quick-clock.ts';

const operation = 'users.fees.create';
const where = placeOf(operation);
const words = { code: '401', serviceMessage: 'No.', trackingId: 'E-1' };

/** This is what the client says of it. */
const answered =
  (error: Error): Fate =>
  () => {
    throw error;
  };

/** A command that has left and is given up: its own answer may come at any time. */
async function givenUp(order = charge()) {
  const ground = quickGround();
  const program = runOn(ground);
  const { fate, end } = held();
  ground.service.fates.push(fate);
  const giving = new AbortController();
  const sent: string[] = [];
  const onSent = () => sent.push('left');
  const input = failureOf(program.run({ ...order, signal: giving.signal, onSent }));
  await settled();
  const { signal } = ground.service.requests[0]?.options ?? {};
  const cleared: unknown[] = [];
  program.unclear.resolved.on((one) => cleared.push(one));
  await ground.clock.pass(1000);
  return { ...ground, ...program, order, giving, input, end, sent, signal, cleared };
}

describe('a command that was given up', () => {
  test('after it left is unclear at once, and is not broken off', async () => {
    const { order, giving, input, signal, sent, unclear, clock, service } = await givenUp();
    giving.abort();
    expect(await input).toEqual({
      kind: 'unknown-outcome',
      operation,
      journalId: order.id,
      trackingId: null,
    });
    expect([sent, signal?.aborted]).toEqual([['left'], false]);
    expect(unclear.list()).toMatchObject([{ id: order.id, until: null, seen: 'notAsked' }]);
    // Its own answer is waited for, however long: nobody reads, and no silence settles it.
    await clock.pass(3_600_000);
    expect(service.reads).toBe(0);
    expect(unclear.list()).toHaveLength(1);
  });

  test.each([
    ['accepted', ((take) => take()) satisfies Fate, true, { original_amount: '1.00' }],
    ['refused', answered(new RefusedError(where, 400, words)), false, null],
    ['notSent', answered(new UnreachableError(where, 'refused')), false, null],
  ] as const)('comes to light when it is answered: %s', async (state, fate, happened, record) => {
    const { order, giving, input, end, unclear, journal, cleared } = await givenUp();
    giving.abort();
    await input;
    const lists: number[] = [];
    unclear.changes.on(() => lists.push(unclear.list().length));
    end(fate);
    await settled();
    expect(lists).toEqual([0]);
    expect(unclear.list()).toEqual([]);
    expect(cleared).toMatchObject([{ id: order.id, happened, record }]);
    expect(journal.entry(order.id)?.state).toBe(state);
  });

  test('and whose answer is lost is looked for, and found', async () => {
    const { order, giving, input, end, unclear, journal, clock, cleared } = await givenUp();
    giving.abort();
    await input;
    end((take) => {
      take();
      throw lost(operation);
    });
    await clock.pass(10);
    expect(unclear.list()).toEqual([]);
    expect(cleared).toMatchObject([{ id: order.id, happened: true }]);
    expect(journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'read' });
  });

  test('and whose answer is lost before its effect stays unclear until it has rested', async () => {
    const { order, giving, input, end, unclear, journal, clock } = await givenUp();
    giving.abort();
    await input;
    end(() => {
      throw lost(operation);
    });
    // It left a second before it was given up.
    await clock.pass(119_000 + 4999);
    expect(unclear.list()).toMatchObject([{ id: order.id, seen: 'notFound' }]);
    await clock.pass(1);
    expect(journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'silence' });
  });

  test('comes to light also where whoever is told of it has a defect, which is told in turn', async () => {
    const { giving, input, end, unclear } = await givenUp();
    giving.abort();
    await input;
    const defect = new TypeError('ours');
    unclear.resolved.on(() => {
      throw defect;
    });
    const told = once(process, 'unhandledRejection');
    const lists: number[] = [];
    unclear.changes.on(() => lists.push(unclear.list().length));
    end((take) => take());
    await settled();
    expect([(await told)[0], unclear.list(), lists]).toEqual([defect, [], [0]]);
  });

  test('after it was answered is done all the same', async () => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const giving = new AbortController();
    const order = charge({ signal: giving.signal });
    await run(order);
    giving.abort();
    await settled();
    expect(unclear.list()).toEqual([]);
    expect(ground.journal.entry(order.id)?.state).toBe('accepted');
  });
});

test('a command that was accepted stays accepted where whoever is told of it has a defect', async () => {
  const ground = quickGround();
  const { run, unclear } = runOn(ground);
  const told = once(process, 'unhandledRejection');
  unclear.happened.on(() => {
    throw new TypeError('ours');
  });
  const order = charge({});
  await run(order);
  await told;
  expect(unclear.list()).toEqual([]);
  expect(ground.journal.entry(order.id)?.state).toBe('accepted');
});

test.each([true, false])(
  'a command whose answer is lost, and of which it was said what came of it (it happened: %s), is not unclear again when it is given up then',
  async (happened) => {
    const { order, giving, input, end, unclear, journal, clock, service } = await givenUp();
    service.readsFail = new UnreachableError(where, 'refused');
    end(answered(lost(operation)));
    await settled();
    unclear.decide(order.id, happened);
    giving.abort();
    expect(unclear.list()).toEqual([]);
    await clock.pass(60_000);
    expect(await input).toMatchObject({ kind: 'unknown-outcome', journalId: order.id });
    expect(unclear.list()).toEqual([]);
    expect(journal.entry(order.id)).toMatchObject({ settledBy: 'person' });
  },
);

describe('a command that was given up, and of which it was said meanwhile what came of it', () => {
  async function answerOf(happened: boolean) {
    const { order, giving, input, ...more } = await givenUp();
    giving.abort();
    await input;
    if (happened) {
      await more.service.call(operation, order.args);
      expect(await more.unclear.lookAgain(order.id)).toBe('happened');
    } else more.unclear.decide(order.id, false);
    const by = happened ? 'read' : 'person';
    const state = happened ? 'accepted' : 'notSent';
    expect(more.journal.entry(order.id)).toMatchObject({ state, settledBy: by });
    return { order, by, state, ...more };
  }

  test.each([true, false])(
    'stays that where its own answer says nothing (it happened: %s)',
    async (happened) => {
      const { order, by, state, end, unclear, rechecks, journal, service, clock } = await answerOf(happened);
      const { reads } = service;
      end(answered(lost(operation)));
      await clock.pass(3_600_000);
      expect(journal.entry(order.id)).toMatchObject({ state, settledBy: by });
      expect([unclear.list(), rechecks.late(), service.reads]).toEqual([[], [], reads]);
    },
  );

  test.each([
    [true, ((take) => take()) satisfies Fate, 'accepted'],
    [false, answered(new RefusedError(where, 400, words)), 'refused'],
    [false, answered(new UnreachableError(where, 'refused')), 'notSent'],
  ] as const)('and whose own answer says the same is told no more', async (happened, fate, state) => {
    const { order, end, unclear, rechecks, journal } = await answerOf(happened);
    end(fate);
    await settled();
    expect(journal.entry(order.id)?.state).toBe(state);
    expect([unclear.list(), rechecks.late()]).toEqual([[], []]);
  });

  test('is told late where it had not happened, and has', async () => {
    const { order, end, unclear, rechecks, journal } = await answerOf(false);
    const reports: unknown[] = [];
    unclear.changes.on(() => reports.push(rechecks.late().map(({ id, late }) => [id, late])));
    end((take) => take());
    await settled();
    expect(journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'late' });
    expect(reports).toEqual([[[order.id, 'happened']]]);
    rechecks.acknowledge(order.id);
    expect(rechecks.late()).toEqual([]);
  });

  test('is told late as soon as that can be written, where the disk was full', async () => {
    const { order, end, unclear, rechecks, journal, clock } = await answerOf(false);
    const reports: unknown[] = [];
    unclear.changes.on(() => reports.push(rechecks.late().map(({ id, late }) => [id, late])));
    const settle = journal.settle.bind(journal);
    journal.settle = () => {
      throw new Error('disk full');
    };
    end((take) => take());
    await settled();
    expect(rechecks.late()).toEqual([]);
    journal.settle = settle;
    await clock.pass(lookupEveryMs);
    expect(reports.at(-1)).toEqual([[order.id, 'happened']]);
  });

  test.each([
    ['refused', answered(new RefusedError(where, 400, words))],
    ['notSent', answered(new UnreachableError(where, 'refused'))],
  ] as const)('is told late where it had happened, and was %s', async (state, fate) => {
    const { order, end, unclear, rechecks, journal } = await answerOf(true);
    const reports: unknown[] = [];
    unclear.changes.on(() => reports.push(rechecks.late().map(({ id, late }) => [id, late])));
    end(fate);
    await settled();
    expect(journal.entry(order.id)).toMatchObject({ state, settledBy: 'late' });
    expect(reports).toEqual([[[order.id, 'refused']]]);
  });
});
