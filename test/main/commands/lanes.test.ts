import { expect, test } from 'vitest';
import {
  createLanes,
  invoiceLane,
  itemLane,
  newInvoiceLane,
  orderLane,
  patronLane,
} from '../../../src/main/commands/lanes.ts';
import { QuickClock, settled } from '../support/quick-clock.ts';

test('lanes keep the order within one, go side by side, and go on after a failure', async () => {
  const lanes = createLanes();
  const clock = new QuickClock();
  const said: string[] = [];
  const say =
    (what: string, ms: number, fails = false) =>
    async () => {
      said.push(`${what} begins`);
      await clock.sleep(ms);
      said.push(`${what} ends`);
      if (fails) throw new Error(what);
      return what;
    };
  const turns = Promise.allSettled([
    lanes.turn('a', say('a1', 40, true)),
    lanes.turn('a', say('a2', 1)),
    lanes.turn('b', say('b1', 10)),
  ]);
  await clock.pass(41);
  expect((await turns).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(said).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('whoever asks while the second is at it waits for the second, though the first is over', async () => {
  const lanes = createLanes();
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const begun: number[] = [];
  const turn = (nth: number, work: Promise<unknown>) =>
    lanes.turn('a', () => {
      begun.push(nth);
      return work;
    });
  const turns = [turn(1, first.promise), turn(2, second.promise)];
  first.resolve(undefined);
  await settled();
  turns.push(turn(3, Promise.resolve()));
  await settled();
  expect(begun).toEqual([1, 2]);
  second.resolve(undefined);
  await Promise.all(turns);
  expect(begun).toEqual([1, 2, 3]);
});

test('two go one after the other only where they are about the same', async () => {
  const lanes = createLanes();
  const names = [patronLane, orderLane, invoiceLane, itemLane].flatMap((lane) => [lane('1'), lane('2')]);
  names.push(newInvoiceLane('1', '2'), newInvoiceLane('1', '3'), newInvoiceLane('2', '2'));
  const begun: string[] = [];
  const never = new Promise<never>(() => undefined);
  for (const name of names) {
    void lanes.turn(name, () => {
      begun.push(name);
      return never;
    });
  }
  await settled();
  expect(begun).toEqual(names);
});
