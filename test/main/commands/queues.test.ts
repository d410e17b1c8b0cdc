import { expect, test } from 'vitest';
import {
  createQueues,
  invoiceQueue,
  itemQueue,
  newInvoiceQueue,
  orderQueue,
  patronQueue,
} from '../../../src/main/commands/queues.ts';
import { QuickClock, settled } from '../support/quick-clock.ts';

test('lanes keep the order within one, go side by side, and go on after a failure', async () => {
  const queues = createQueues();
  const clock = new QuickClock();
  const messages: string[] = [];
  const say =
    (what: string, ms: number, fails = false) =>
    async () => {
      messages.push(`${what} begins`);
      await clock.sleep(ms);
      messages.push(`${what} ends`);
      if (fails) throw new Error(what);
      return what;
    };
  const turns = Promise.allSettled([
    queues.run('a', say('a1', 40, true)),
    queues.run('a', say('a2', 1)),
    queues.run('b', say('b1', 10)),
  ]);
  await clock.pass(41);
  expect((await turns).map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(messages).toEqual(['a1 begins', 'b1 begins', 'b1 ends', 'a1 ends', 'a2 begins', 'a2 ends']);
});

test('whoever asks while the second is at it waits for the second, though the first is over', async () => {
  const queues = createQueues();
  const [first, second] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const pending: number[] = [];
  const turn = (nth: number, work: Promise<unknown>) =>
    queues.run('a', () => {
      pending.push(nth);
      return work;
    });
  const turns = [turn(1, first.promise), turn(2, second.promise)];
  first.resolve(undefined);
  await settled();
  turns.push(turn(3, Promise.resolve()));
  await settled();
  expect(pending).toEqual([1, 2]);
  second.resolve(undefined);
  await Promise.all(turns);
  expect(pending).toEqual([1, 2, 3]);
});

test('two go one after the other only where they are about the same', async () => {
  const queues = createQueues();
  const names = [patronQueue, orderQueue, invoiceQueue, itemQueue].flatMap((queue) => [
    queue('1'),
    queue('2'),
  ]);
  names.push(newInvoiceQueue('1', '2'), newInvoiceQueue('1', '3'), newInvoiceQueue('2', '2'));
  const pending: string[] = [];
  const never = new Promise<never>(() => undefined);
  for (const name of names) {
    void queues.run(name, () => {
      pending.push(name);
      return never;
    });
  }
  await settled();
  expect(pending).toEqual(names);
});
