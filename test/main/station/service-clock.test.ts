import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation } from '../support/test-station.ts';
import { rest, unknown } from '../support/lost.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-service-clock-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronNothing');
const hour = 3_600_000;

describe('a station whose clock is wrong', () => {
  test.each([
    ['ahead', -2 * hour],
    ['behind', 2 * hour],
  ])('(%s) does not say of a fee that was charged and paid that it was not charged', async (_is, ms) => {
    const clock = new VirtualClock();
    const testStation = await openTestStation(folder, clock, {
      now: () => new Date(clock.now().getTime() + ms),
    });
    const window = testStation.window();
    await window.ask('fees.list', { userId });
    await testStation.faults({ operation: 'users.fees.create', fault: 'drop-after', count: 1 });
    const intent = randomUUID();
    const fee = { type: 'OTHER', amount: '3', owner: 'MAIN', comment: '', barcode: '' };
    const charging = window.failure('fees.create', { intent, userId, ...fee });
    // Somebody sees it at once, and takes the money: it is not among the active ones when the first look comes.
    const path = { user_id: userId };
    const query = { amount: '3.00', method: 'CASH' };
    testStation.odd = {
      'users.fees.list': async (answer) => {
        const { items } = await testStation.client.call('users.fees.list', { path });
        for (const { id } of items)
          await testStation.client.call('users.fees.pay', { path: { ...path, fee_id: String(id) }, query });
        return items.length > 0 ? { ...(answer as object), items: [] } : answer;
      },
    };
    unknown(await charging, 'users.fees.create');
    await rest(testStation);
    expect(testStation.journal.entry(intent)?.state).toBe('unknown');
    expect(await window.unclear()).toMatchObject([{ id: intent, seen: 'cannotTell' }]);
  });
});
