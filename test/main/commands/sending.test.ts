import { describe, expect, test } from 'vitest';
import {
  CancelledError,
  RefusedError,
  ThrottledError,
  UnauthorizedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../../src/client/errors.ts';
import type { Failure } from '../../../src/contract/failure.ts';
import { placeOf, runOn } from './commanding.ts';
import { charge, held, lost, lostBefore, payment, quickGround, type Fate } from '../fees/fee-service.ts';
import { failureOf } from '../support/lost.ts';
import { settled } from '../support/quick-clock.ts';

const operation = 'users.fees.create';
const where = placeOf(operation);
const words = { code: '401', serviceMessage: 'No.', trackingId: 'E-1' };

/** The request leaves, and this is what the client says of it. */
const answered =
  (error: unknown): Fate =>
  (_take, leave) => {
    leave();
    throw error as Error;
  };

describe('the journal has of a command', () => {
  test('what was sent, to which library, at which till, and that it left, before it leaves', async () => {
    const ground = quickGround();
    const order = charge({ till: 'till-1', queue: 'patron' });
    const states: unknown[] = [];
    ground.service.fates.push((take, leave) => {
      states.push(ground.journal.entry(order.id)?.state);
      leave();
      states.push(ground.journal.entry(order.id)?.state);
      return take();
    });
    const reports: string[] = [];
    const { answer, id } = await runOn(ground).run({ ...order, onSent: () => reports.push('left') });
    expect([id, reports, states]).toEqual([order.id, ['left'], ['intended', 'sent']]);
    expect(answer).toMatchObject({ original_amount: '1.00' });
    expect(ground.journal.entry(order.id)).toMatchObject({
      ...{
        operation,
        state: 'accepted',
        settledBy: 'answer',
        library: 'here',
        till: 'till-1',
        queue: 'patron',
      },
    });
  });

  test('all of it while it is under way, and what was to be kept in place of it', async () => {
    const ground = quickGround();
    const { fate, end } = held();
    ground.service.fates.push(fate);
    const order = charge();
    const journaledArgs = { ...order.args, body: { ...order.args.body, comment: 'kept' } };
    const running = runOn(ground).run({ ...order, journaledArgs });
    await settled();
    expect(ground.journal.entry(order.id)).toMatchObject({
      ...{ state: 'sent', payload: journaledArgs, before: { feeIds: [] }, about: 'a test', till: null },
    });
    expect(ground.service.requests[0]?.body).toEqual(order.args.body);
    end((take) => take());
    await running;
  });

  test('an id of its own where the window gave none', async () => {
    const ground = quickGround();
    const { operation, args, before } = charge();
    const order = { operation, args, before };
    const run = runOn(ground);
    const one = await run.run(order);
    const other = await run.run(order);
    expect(one.id).not.toBe(other.id);
    expect(ground.journal.entry(other.id)?.state).toBe('accepted');
  });

  test.each([
    ['a refusal', new RefusedError(where, 400, words), 'refused', { kind: 'refused', code: '401' }, 'E-1'],
    [
      'a key that is not accepted',
      new UnauthorizedError(where, 403, words),
      'refused',
      { kind: 'unauthorized' },
      'E-1',
    ],
    ['too many calls', new ThrottledError(where, 429, words, null), 'refused', { kind: 'throttled' }, 'E-1'],
    ['no service', new UnreachableError(where, 'refused'), 'notSent', { kind: 'unreachable' }, null],
    ['an end before it left', new CancelledError(where), 'notSent', { kind: 'cancelled' }, null],
    [
      'an answer that is none',
      new UnexpectedAnswerError(where, { found: 'shape', status: 200, contentType: '', field: 'fee.id' }),
      ...(['notSent', { kind: 'unreachable', why: 'unreadable', detail: 'fee.id' }, null] as const),
    ],
  ])('what came of it: %s', async (_, error, state, failure, trackingId) => {
    const ground = quickGround();
    const order = charge();
    ground.service.fates.push(() => Promise.reject(error));
    const run = runOn(ground);
    expect(await failureOf(run.run(order))).toMatchObject(failure);
    const settledBy = state === 'refused' ? 'answer' : 'notLeft';
    expect(ground.journal.entry(order.id)).toMatchObject({ state, settledBy, failure, trackingId });
    expect(run.unclear.list()).toEqual([]);
    // Nothing stands in the way of asking again.
    await run.run(charge());
  });
});

describe('an intent', () => {
  test('that was used before is refused, and nothing leaves', async () => {
    const ground = quickGround();
    const { commands, run } = runOn(ground);
    const order = charge();
    commands.mustBeNew(order.id);
    await run(order);
    const alreadySent = { kind: 'invalid', field: 'intent', reason: 'alreadySent', detail: '' };
    expect(await failureOf(run(order))).toMatchObject(alreadySent);
    expect(() => commands.mustBeNew(order.id)).toThrow(
      expect.objectContaining({ failure: alreadySent }) as Error,
    );
    expect(ground.service.fees).toHaveLength(1);
  });

  test('that the journal cannot write keeps the command from leaving', async () => {
    const ground = quickGround();
    ground.journal.intend = () => {
      throw new Error('disk full');
    };
    const order = charge();
    await expect(runOn(ground).run(order)).rejects.toThrow('disk full');
    expect(ground.service.requests).toEqual([]);
  });
});

describe('an intent of a window is for the library that was connected as it was asked', () => {
  async function movedAfter(times: number) {
    const ground = quickGround();
    const { commands, run } = runOn(ground);
    const order = charge();
    for (let remaining = times; remaining > 0; remaining -= 1) commands.mustBeNew(order.id);
    ground.library = { id: 'elsewhere', mode: 'institution', name: 'Elsewhere' };
    const failure = await failureOf(run(order));
    return { ...ground, ground, run, order, failure };
  }

  test('at another nothing is sent', async () => {
    const { failure, journal, service, order } = await movedAfter(1);
    expect(failure).toMatchObject({ kind: 'invalid', field: 'intent', reason: 'moved' });
    expect([journal.entry(order.id), service.requests]).toEqual([null, []]);
  });

  test('nor said that nothing was, where it was asked for twice: the other goes on at its own', async () => {
    const { failure, ground, journal, run, order } = await movedAfter(2);
    expect(failure).toMatchObject({ kind: 'invalid', reason: 'alreadySent' });
    delete ground.library;
    await run(order);
    expect(journal.entry(order.id)).toMatchObject({ state: 'accepted', library: 'here' });
  });

  test('of which a thousand others are remembered', async () => {
    const ground = quickGround();
    const { commands, run } = runOn(ground);
    const order = charge();
    commands.mustBeNew(order.id);
    for (let nth = 0; nth < 1000; nth += 1) commands.mustBeNew(`intent ${nth}`);
    ground.library = { id: 'elsewhere', mode: 'institution', name: 'Elsewhere' };
    await run(order);
    expect(ground.journal.entry(order.id)?.library).toBe('elsewhere');
  });

  test('where no library was known yet, it is for the one that is connected then', async () => {
    const ground = quickGround();
    const { commands, run } = runOn(ground);
    const order = charge();
    ground.isAway = true;
    commands.mustBeNew(order.id);
    ground.isAway = false;
    await run(order);
    expect(ground.journal.entry(order.id)?.library).toBe('here');
  });
});

describe('a command in its lane', () => {
  test('leaves when the one before it has its answer, with its urgency', async () => {
    const ground = quickGround();
    const { run } = runOn(ground);
    const { fate, end } = held();
    ground.service.fates.push(fate);
    const first = run(charge());
    const second = run(charge({ amount: '2.00', priority: 'bulk' }));
    const elsewhere = run(charge({ amount: '3.00', queue: 'another' }));
    await elsewhere;
    expect(ground.service.requests).toHaveLength(2);
    end((take) => take());
    await Promise.all([first, second]);
    expect(
      ground.service.requests.map(({ body, options }) => [body['original_amount'], options.priority]),
    ).toEqual([
      ...[
        ['1.00', undefined],
        ['3.00', undefined],
      ],
      ['2.00', 'bulk'],
    ]);
  });

  test('that was given up while it waited never leaves', async () => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const { fate, end } = held();
    ground.service.fates.push(fate);
    const first = run(charge());
    const giving = new AbortController();
    const order = charge({ amount: '2.00', signal: giving.signal });
    const input = failureOf(run(order));
    await settled();
    giving.abort();
    end((take) => take());
    await first;
    expect(await input).toEqual({ kind: 'cancelled' });
    expect(ground.service.requests).toHaveLength(1);
    expect(unclear.list()).toEqual([]);
    const cancelled = { state: 'notSent', settledBy: 'notLeft', failure: { kind: 'cancelled' } };
    expect(ground.journal.entry(order.id)).toMatchObject(cancelled);
  });

  test('that was given up before it was asked for never leaves', async () => {
    const ground = quickGround();
    expect(await failureOf(runOn(ground).run(charge({ signal: AbortSignal.abort() })))).toEqual({
      kind: 'cancelled',
    });
    expect(ground.service.requests).toEqual([]);
  });

  test('that waits behind the same, which becomes unclear, does not leave', async () => {
    const ground = quickGround();
    const { run } = runOn(ground);
    const { fate, end } = held();
    ground.service.fates.push(fate);
    const first = charge();
    const unclear = failureOf(run(first));
    const same = charge();
    const refused = failureOf(run(same));
    await settled();
    end(lostBefore);
    expect(await refused).toMatchObject({ kind: 'unsettled', operation, journalId: first.id });
    expect(ground.journal.entry(same.id)).toMatchObject({ state: 'notSent', settledBy: 'notLeft' });
    await ground.clock.pass(4000);
    await unclear;
  });
});

describe('a command that nobody knows of', () => {
  test('says so with the service’s id of the trouble, in the journal, the log and the answer', async () => {
    const ground = quickGround();
    const { run, log, unclear } = runOn(ground);
    const order = charge();
    ground.service.fates.push(answered(lost(operation, 'E-7')));
    const reports: unknown[] = [];
    const lists: unknown[] = [];
    unclear.changes.on(() => lists.push(unclear.list().map(({ id, until }) => [id, until])));
    const onUnclear = (failure: Failure) => {
      reports.push(failure);
      // It is listed by then.
      expect(lists).toHaveLength(1);
    };
    const failing = failureOf(run({ ...order, onUnclear }));
    await settled();
    expect(lists[0]).toEqual([[order.id, null]]);
    const failure = { kind: 'unknown-outcome', operation, journalId: order.id, trackingId: 'E-7' };
    // Before anybody has looked for it.
    expect(reports).toEqual([failure]);
    await ground.clock.pass(4000);
    expect(await failing).toEqual(failure);
    expect(ground.journal.entry(order.id)).toMatchObject({ state: 'unknown', failure, trackingId: 'E-7' });
    expect(ground.journal.doneIn('test', operation)).toMatchObject([{ id: order.id }]);
    expect(log.lines).toEqual([['command.unknown', { operation, why: 'lost', id: order.id }]]);
    expect(unclear.list()).toMatchObject([{ id: order.id, lastFailure: failure }]);
  });

  test('by a defect of ours after it left is unclear as any other, and the defect is told', async () => {
    const ground = quickGround();
    const { run, log } = runOn(ground);
    const order = charge();
    const defect = new TypeError('ours');
    ground.service.fates.push(answered(defect));
    const failing = failureOf(run(order));
    await ground.clock.pass(4000);
    expect(await failing).toEqual({
      kind: 'unknown-outcome',
      operation,
      journalId: order.id,
      trackingId: null,
    });
    expect([log.defects, log.lines]).toEqual([[defect], []]);
  });

  test('as the program ends, when its request was about to leave once more, is no defect', async () => {
    const ground = quickGround();
    const { run, log, end } = runOn(ground);
    const order = charge();
    ground.service.fates.push((take, leave) => {
      leave();
      end();
      leave();
      return take();
    });
    await expect(run(order)).rejects.toMatchObject({ name: 'AbortError' });
    expect(log.defects).toEqual([]);
    // The next run finds out.
    expect(ground.journal.entry(order.id)?.state).toBe('sent');
  });

  test.each([
    ['the journal is full', 'journal'],
    ['whoever is told of it throws', 'listener'],
  ])('when its request was about to leave once more, and %s, was not sent', async (_, which) => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const order = charge();
    let leavings = 0;
    const fail = (): void => {
      if (leavings > 1) throw new Error('ours');
    };
    const sent = ground.journal.sent.bind(ground.journal);
    ground.journal.sent = (id) => {
      if (which === 'journal') fail();
      sent(id);
    };
    ground.service.fates.push((take, leave) => {
      for (leavings = 1; leavings <= 2; leavings += 1) leave();
      return take();
    });
    const onSent = which === 'listener' ? fail : undefined;
    const failing = expect(run({ ...order, ...(onSent && { onSent }) })).rejects.toThrow('ours');
    await ground.clock.pass(4000);
    await failing;
    expect(ground.journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'notLeft' });
    expect(unclear.list()).toEqual([]);
  });

  test('by a defect of ours before it left was not sent', async () => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const order = charge();
    ground.service.fates.push(() => Promise.reject(new TypeError('ours')));
    const failing = expect(run(order)).rejects.toThrow('ours');
    await ground.clock.pass(4000);
    await failing;
    expect(ground.journal.entry(order.id)).toMatchObject({ state: 'notSent', settledBy: 'notLeft' });
    expect(unclear.list()).toEqual([]);
  });

  test('is looked for at once, after a second, and three seconds later, while whoever asked waits', async () => {
    const ground = quickGround();
    const { run } = runOn(ground);
    ground.service.fates.push(lostBefore);
    let isOver = false;
    const failing = failureOf(run(charge())).then(() => (isOver = true));
    const looks: unknown[] = [];
    for (const ms of [0, 999, 1, 2999, 1]) {
      await ground.clock.pass(ms);
      looks.push([
        ground.service.requests.filter(({ query }) => query['status'] === 'CLOSED').length,
        isOver,
      ]);
    }
    expect(looks).toEqual([
      [1, false],
      [1, false],
      [2, false],
      [2, false],
      // And the first of those that nobody waits for.
      [4, true],
    ]);
    await failing;
  });

  test('and that the second of these looks finds is done', async () => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const order = charge();
    let take: () => unknown = () => null;
    ground.service.fates.push((does, leave) => {
      take = does;
      leave();
      throw lost(operation);
    });
    const running = run(order);
    await settled();
    take();
    await ground.clock.pass(1000);
    expect(await running).toMatchObject({ id: order.id, answer: { original_amount: '1.00' } });
    expect(unclear.list()).toEqual([]);
    expect(ground.journal.entry(order.id)).toMatchObject({ state: 'accepted', settledBy: 'read' });
    expect(ground.clock.waiting).toBe(0);
  });

  test('and of which a person says meanwhile what came of it is looked for no more', async () => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const order = charge();
    ground.service.fates.push(lostBefore);
    const failing = failureOf(run(order));
    await settled();
    unclear.decide(order.id, false);
    const { reads } = ground.service;
    await ground.clock.pass(1000);
    expect(await failing).toMatchObject({ kind: 'unknown-outcome', journalId: order.id });
    expect(ground.service.reads).toBe(reads);
  });

  test('keeps nobody waiting when the program ends', async () => {
    const ground = quickGround();
    const { run, end } = runOn(ground);
    const order = charge();
    ground.service.fates.push(lostBefore);
    const failing = failureOf(run(order));
    await settled();
    end();
    expect(await failing).toMatchObject({ kind: 'unknown-outcome' });
    await ground.clock.pass(3_600_000);
    expect(ground.journal.entry(order.id)?.state).toBe('unknown');
  });

  test('is never asked for again while it is unclear, also not by another run’s intent', async () => {
    const ground = quickGround();
    const { run } = runOn(ground);
    const order = charge();
    ground.service.fates.push(lostBefore);
    const failing = failureOf(run(order));
    await ground.clock.pass(4000);
    await failing;
    expect(await failureOf(run(order))).toMatchObject({ field: 'intent', reason: 'alreadySent' });
    const again = charge();
    expect(await failureOf(run(again))).toMatchObject({ kind: 'unsettled', operation, journalId: order.id });
    expect(ground.journal.entry(again.id)).toBeNull();
    // Another effect, or the same at another library, is another matter.
    await run(charge({ amount: '2.00' }));
    ground.library = { id: 'elsewhere', mode: 'institution', name: 'Elsewhere' };
    await run(charge());
  });

  test('is never asked for again either where others were unclear before it', async () => {
    const ground = quickGround();
    const { run } = runOn(ground);
    const lose = async (order: ReturnType<typeof charge>): Promise<void> => {
      ground.service.fates.push(lostBefore);
      const failing = failureOf(run(order));
      await ground.clock.pass(4000);
      expect(await failing).toMatchObject({ kind: 'unknown-outcome' });
    };
    await lose(charge());
    const other = charge({ amount: '2.00' });
    await lose(other);
    const again = charge({ amount: '2.00' });
    expect(await failureOf(run(again))).toMatchObject({ kind: 'unsettled', journalId: other.id });
    ground.library = { id: 'elsewhere', mode: 'institution', name: 'Elsewhere' };
    const elsewhere = charge();
    await lose(elsewhere);
    expect(await failureOf(run(charge()))).toMatchObject({ kind: 'unsettled', journalId: elsewhere.id });
  });

  test('and that is about several fees keeps each of them from being paid', async () => {
    const ground = quickGround();
    const { run, unclear } = runOn(ground);
    const path = { user_id: 'patron' };
    const before = { feeIds: ['fee', 'other'], owed: '2.00' };
    ground.service.fates.push(lostBefore);
    const all = { operation: 'users.fees.payAll' as const, args: { path, query: { amount: 'ALL' } }, before };
    const failing = failureOf(run(all as never));
    await ground.clock.pass(4000);
    await failing;
    expect(unclear.list()).toHaveLength(1);
    expect(await failureOf(run(payment()))).toMatchObject({ kind: 'unsettled' });
    expect(await failureOf(run(payment('b', 'other')))).toMatchObject({ kind: 'unsettled' });
  });

  test('and that carries its id is found by it', async () => {
    const ground = quickGround();
    ground.service.fees = [{ id: 'fee', status: 'ACTIVE', balance: '1.00' }];
    const { run } = runOn(ground);
    const pay = payment();
    ground.service.fates.push((take, leave) => {
      leave();
      take();
      throw lost('users.fees.pay');
    });
    expect(await run(pay)).toMatchObject({ id: pay.id });
  });
});
