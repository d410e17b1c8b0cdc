import { expect, test } from 'vitest';
import { lookupEveryMs } from '../../../src/main/commands/certainty.ts';
import { Settlements } from '../../../src/main/commands/settlements.ts';
import { runOn } from './commanding.ts';
import { charge, quickGround } from '../fees/fee-service.ts';
import { quietLog } from '../support/ports.ts';

/** Two commands that were done while nothing could be written of them. */
async function unwritten() {
  const ground = quickGround();
  const { journal } = ground;
  const settle = journal.settle.bind(journal);
  const tried: string[] = [];
  let isFull = true;
  journal.settle = (...input) => {
    tried.push(input[0]);
    if (isFull) throw new Error('disk full');
    settle(...input);
  };
  const program = runOn(ground);
  const orders = [charge(), charge({ amount: '2.00' })];
  const ids = orders.map(({ id }) => id);
  for (const order of orders) await program.run(order);
  const states = () => ids.map((id) => journal.entry(id)?.state);
  return { ...ground, ...program, ids, tried, states, mend: () => (isFull = false) };
}

test('what came of commands is written half a minute later, in its order, and tried as often as it takes', async () => {
  const { clock, log, ids, tried, states, mend } = await unwritten();
  expect([states(), log.defects.length, clock.waiting]).toEqual([['sent', 'sent'], 2, 1]);
  await clock.pass(2 * lookupEveryMs);
  expect([states(), log.defects.length, clock.waiting]).toEqual([['sent', 'sent'], 4, 1]);
  mend();
  await clock.pass(lookupEveryMs - 1);
  expect(states()).toEqual(['sent', 'sent']);
  await clock.pass(1);
  expect(states()).toEqual(['accepted', 'accepted']);
  expect(tried.slice(-2)).toEqual(ids);
  expect([log.defects.length, clock.waiting]).toEqual([4, 0]);
});

test('what cannot be written after that is written later, too', async () => {
  const { clock, journal, mend, run, states } = await unwritten();
  mend();
  await clock.pass(lookupEveryMs);
  const settle = journal.settle.bind(journal);
  journal.settle = () => {
    throw new Error('disk full');
  };
  const order = charge({ amount: '3.00' });
  await run(order);
  journal.settle = settle;
  await clock.pass(lookupEveryMs);
  expect([...states(), journal.entry(order.id)?.state]).toEqual(['accepted', 'accepted', 'accepted']);
});

test('the next that can be written takes with it what could not', async () => {
  const { clock, mend, run, states } = await unwritten();
  mend();
  await run(charge({ amount: '3.00' }));
  expect(states()).toEqual(['accepted', 'accepted']);
  await clock.pass(lookupEveryMs);
  expect(clock.waiting).toBe(0);
});

test('what is written anew comes behind what was to be written before it', async () => {
  const { clock, journal } = quickGround();
  const settlements = new Settlements({
    journal,
    clock,
    log: quietLog(),
    closing: new AbortController().signal,
  });
  let isFull = true;
  const written: string[] = [];
  const write = (name: string, what: string): void =>
    settlements.writeBefore('a command', name, () => {
      if (isFull) throw new Error('disk full');
      written.push(what);
    });
  write('one', 'one');
  write('two', 'two');
  write('one', 'one anew');
  isFull = false;
  await clock.pass(lookupEveryMs);
  expect(written).toEqual(['two', 'one anew']);
});

test('who waits for what is written is told also where another’s settlement takes it along', () => {
  const { clock, journal } = quickGround();
  const closing = new AbortController();
  const settlements = new Settlements({ journal, clock, log: quietLog(), closing: closing.signal });
  let reportCount = 0;
  settlements.written.on(() => (reportCount += 1));
  let isFull = true;
  const write = (): void => {
    if (isFull) throw new Error('disk full');
  };
  settlements.writeBefore('a command', 'late', write);
  isFull = false;
  settlements.writeBefore('a command', 'another', write);
  expect(reportCount).toBe(1);
  settlements.writeBefore('a command', 'a third', write);
  expect(reportCount).toBe(1);
});

test('an outcome that cannot be written keeps back no other one, but for that which it must come before', async () => {
  const { clock, journal } = quickGround();
  const log = quietLog();
  const written: string[] = [];
  let isDamaged = true;
  journal.settle = (id) => {
    if (id === 'damaged') throw new Error('malformed');
    written.push(id);
  };
  const settlements = new Settlements({ journal, clock, log, closing: new AbortController().signal });
  settlements.settle('damaged', 'accepted');
  settlements.writeBefore('repeat', 'repeat noted', () => {
    if (isDamaged) throw new Error('malformed');
    written.push('note');
  });
  for (const id of ['repeat', 'one', 'two']) settlements.settle(id, 'accepted');
  expect(written).toEqual(['one', 'two']);
  isDamaged = false;
  await clock.pass(lookupEveryMs);
  expect(written).toEqual(['one', 'two', 'note', 'repeat']);
});

test('when the program ends, the next run finds out', async () => {
  const { clock, end, states, mend } = await unwritten();
  end();
  mend();
  await clock.pass(lookupEveryMs);
  expect([states(), clock.waiting]).toEqual([['sent', 'sent'], 0]);
});
