import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { createDomain } from '../../../src/main/domain.ts';
import { sampleCode } from '../../../src/service/samples.ts';
import { openTestStation, Window } from '../support/test-station.ts';
import { MemoryFiles, MemoryVendorFiles, quietLog } from '../support/ports.ts';
import { startTransform } from '../support/transform.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-defect-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A desk whose client has a defect of our own in paying: before the request leaves, or after. */
async function deskWithDefect(when: 'before' | 'after') {
  const testStation = await openTestStation(folder);
  const { client, clock, journal, library } = testStation;
  const call = (async (operation: string, args: never, options?: { onSent?: () => void }) => {
    if (operation === 'users.fees.pay') {
      if (when === 'after') options?.onSent?.();
      throw new TypeError('a defect of ours');
    }
    return client.call(operation as 'users.fees.list', args, options);
  }) as Client['call'];
  const service = { client: { ...client, call }, library, currency: 'ILS', decimals: 2 } as const;
  const connection = {
    service: () => Promise.resolve(service),
    library: () => library,
    view: () => ({ mode: library.mode }) as never,
  };
  const domain = createDomain({
    connection,
    journal,
    clock,
    files: new MemoryFiles(),
    vendorFiles: new MemoryVendorFiles(),
    log: quietLog(),
    startTransform,
  });
  onTestFinished(() => domain.close());
  const window = new Window(1, domain);
  const userId = sampleCode('patronOwing');
  const { fees } = await window.ask('fees.list', { userId });
  const intent = randomUUID();
  const payment = { intent, userId, feeId: fees[0]?.feeId ?? '', amount: '1.00', method: 'CASH' } as const;
  return { journal, window, intent, payment };
}

test('a defect after the request left makes the command unknown, and it is listed', async () => {
  const { journal, window, intent, payment } = await deskWithDefect('after');
  await window.failure('fees.pay', payment);
  expect(journal.entry(intent)?.state).toBe('unknown');
  expect(await window.unclear()).toMatchObject([{ id: intent }]);
});

test('one before it left makes it a command that was not sent, and there is nothing to ask', async () => {
  const { journal, window, intent, payment } = await deskWithDefect('before');
  await expect(window.ask('fees.pay', payment)).rejects.toThrow('a defect of ours');
  expect(journal.entry(intent)?.state).toBe('notSent');
  expect(await window.unclear()).toEqual([]);
});
