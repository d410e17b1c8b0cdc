import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { UnclearView } from '../../src/contract/desk.ts';
import { createDomain } from '../../src/main/domain.ts';
import type { Clock } from '../../src/main/ports.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { hastyClock, openHouse, until, Window } from './house.ts';
import { MemoryFiles, quietLog } from './support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-defect-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Nothing is looked at again in this test. */
const still: Clock = {
  ...hastyClock,
  sleep: (_, signal) =>
    new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
    ),
};

/** A desk whose client has a defect of our own in paying: before the request leaves, or after. */
async function deskWithDefect(when: 'before' | 'after') {
  const house = await openHouse(folder, still);
  const { client, journal } = house;
  const call = (async (operation: string, args: never, options?: { onSent?: () => void }) => {
    if (operation === 'users.fees.pay') {
      if (when === 'after') options?.onSent?.();
      throw new TypeError('a defect of ours');
    }
    return client.call(operation as 'users.fees.list', args, options);
  }) as Client['call'];
  const service = { client: { ...client, call }, mode: 'practice', currency: 'ILS', decimals: 2 } as const;
  const standing = { service: () => Promise.resolve(service), view: () => ({ mode: 'practice' }) as never };
  const domain = createDomain({
    standing,
    journal,
    clock: still,
    files: new MemoryFiles(),
    log: quietLog(),
  });
  onTestFinished(() => domain.close());
  const window = new Window(1, domain);
  const userId = sampleCode('patronOwing');
  const { fees } = await window.ask('fees.list', { userId });
  const intent = randomUUID();
  const payment = { intent, userId, feeId: fees[0]?.feeId ?? '', amount: '1.00', method: 'CASH' } as const;
  return { journal, window, intent, payment };
}

/** What the window is told of commands whose outcome is not known, as it stands. */
async function unclear(window: Window): Promise<readonly UnclearView[]> {
  const controller = new AbortController();
  const lists: (readonly UnclearView[])[] = [];
  const report = (list: readonly UnclearView[]): unknown => lists.push(list);
  void window.ask('desk.unclear', {}, { signal: controller.signal, report });
  const list = await until(() => lists.at(-1));
  controller.abort();
  return list;
}

test('a defect after the request left makes the command unknown, and it is listed', async () => {
  const { journal, window, intent, payment } = await deskWithDefect('after');
  await window.failure('fees.pay', payment);
  expect(journal.entry(intent)?.state).toBe('unknown');
  expect(await unclear(window)).toMatchObject([{ id: intent }]);
});

test('one before it left makes it a command that was not sent, and there is nothing to ask', async () => {
  const { journal, window, intent, payment } = await deskWithDefect('before');
  await window.failure('fees.pay', payment);
  expect(journal.entry(intent)?.state).toBe('notSent');
  expect(await unclear(window)).toEqual([]);
});
