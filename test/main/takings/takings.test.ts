import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { elsewhere, here, openTestStation, type Window } from '../support/test-station.ts';
import { failureOf, isSettledBySilence, unknown } from '../support/lost.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-takings-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronOwing');
const nothing = { count: 0, sum: '0.00' };

/** The patron's fees, oldest first: 3.00, 10.50, 27.90, 5.00 and 0.60. */
async function open() {
  // The time stands still; what waits, waits.
  const clock = new VirtualClock('2026-11-02T08:00:00.000Z');
  const testStation = await openTestStation(folder, clock);
  const window = testStation.window();
  const feeIds = (await window.ask('fees.list', { userId })).fees.map(({ feeId }) => feeId);
  const pay = (at: Window, fee: number, amount: string, method = 'CASH') =>
    at.ask('fees.pay', { intent: randomUUID(), userId, feeId: feeIds[fee] ?? '', amount, method });
  return { clock, testStation, window, feeIds, pay };
}

const takings = (window: Window, since: 'report' | 'opened' = 'report') =>
  window.ask('takings.read', { since });

describe('the takings of a window', () => {
  test('are what was paid, by method, with deposits in and out, and what was waived', async () => {
    const { clock, window, feeIds, pay } = await open();
    expect(await takings(window)).toMatchObject({
      paid: [],
      total: '0.00',
      waived: nothing,
      unclear: nothing,
    });
    await pay(window, 0, '3.00');
    await pay(window, 1, '0.50');
    await pay(window, 1, '10', 'CREDIT_CARD');
    await window.done('fees.waive', {
      intent: randomUUID(),
      userId,
      feeId: feeIds[2] ?? '',
      reason: 'GOODWILL',
      seen: '7.90',
      amount: '7.90',
      comment: '',
    });
    await window.done('fees.dispute', {
      intent: randomUUID(),
      userId,
      feeId: feeIds[4] ?? '',
      reason: '',
      comment: '',
    });
    const deposit = {
      intent: randomUUID(),
      userId,
      profile: 'LOCKER',
      amount: '20',
      owner: 'MAIN',
      comment: '',
    };
    const { depositId } = await window.done('deposits.create', deposit);
    const act = { userId, depositId };
    await window.done('deposits.act', { ...act, intent: randomUUID(), op: 'pay', seen: 'ACTIVE' });
    clock.ahead += 60_000;
    expect(await takings(window)).toEqual({
      from: '2026-11-02T08:00:00.000Z',
      to: '2026-11-02T08:01:00.000Z',
      paid: [
        { method: 'CASH', count: 2, sum: '3.50' },
        { method: 'CREDIT_CARD', count: 1, sum: '10.00' },
      ],
      deposits: { count: 1, sum: '20.00' },
      refunded: nothing,
      total: '33.50',
      waived: { count: 1, sum: '7.90' },
      unclear: nothing,
      unreadable: 0,
      currency: 'ILS',
      decimals: 2,
    });
    await window.done('deposits.act', { ...act, intent: randomUUID(), op: 'refund', seen: 'PAID' });
    expect(await takings(window)).toMatchObject({ refunded: { count: 1, sum: '20.00' }, total: '13.50' });
    await window.ask('fees.payAll', { intent: randomUUID(), userId, expected: '25.00', method: 'ONLINE' });
    expect((await takings(window)).paid).toContainEqual({ method: 'ONLINE', count: 1, sum: '25.00' });
  });

  test('have nothing of what was refused, or never left', async () => {
    const { testStation, window, pay } = await open();
    await expect(pay(window, 0, '1', 'IOU')).rejects.toMatchObject({ failure: { kind: 'refused' } });
    await testStation.faults({ operation: 'users.fees.get', fault: 'html', count: 1 });
    await expect(pay(window, 0, '1')).rejects.toMatchObject({ failure: { kind: 'unreachable' } });
    expect(await takings(window)).toMatchObject({ paid: [], unclear: nothing });
  });

  test('count what was lost apart, until silence has settled it', async () => {
    const { testStation, window, pay } = await open();
    await testStation.faults({ operation: 'users.fees.pay', fault: 'status', status: 503, count: 1 });
    const lost = unknown(await failureOf(pay(window, 0, '1')), 'users.fees.pay');
    expect(await takings(window)).toMatchObject({ total: '0.00', unclear: { count: 1, sum: '1.00' } });
    await isSettledBySilence(testStation, lost);
    expect(await takings(window)).toMatchObject({ paid: [], total: '0.00', unclear: nothing });
  });

  test('have what turned up after silence had settled it, in the next report', async () => {
    const { testStation, window, feeIds, pay } = await open();
    await testStation.faults({ operation: 'users.fees.pay', fault: 'drop-before', count: 1 });
    const lost = unknown(await failureOf(pay(window, 0, '1')), 'users.fees.pay');
    await isSettledBySilence(testStation, lost);
    const query = { amount: '1', method: 'CASH', external_transaction_id: lost };
    const path = { user_id: userId, fee_id: feeIds[0] ?? '' };
    await testStation.client.call('users.fees.pay', { path, query });
    expect(await window.ask('takings.close', {})).toMatchObject({ total: '1.00', unclear: nothing });
    expect(await window.unclear()).toMatchObject([{ id: lost, late: 'happened' }]);
    expect(testStation.journal.entry(lost)).toMatchObject({ state: 'accepted', settledBy: 'late' });
  });

  test('are that window’s only', async () => {
    const { testStation, window, pay } = await open();
    const other = testStation.window();
    await pay(window, 0, '1');
    await pay(other, 0, '2');
    expect((await takings(window)).total).toBe('1.00');
    expect((await takings(other)).total).toBe('2.00');
  });

  test('and what is not known yet is counted apart, and stays for the next report', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    await testStation.faults(
      { operation: 'users.fees.pay', fault: 'drop-after', count: 1 },
      { operation: 'users.fees.get', fault: 'status', status: 500, after: 1 },
    );
    await expect(pay(window, 1, '2')).rejects.toThrow();
    const report = await window.ask('takings.close', {});
    expect(report).toMatchObject({ total: '1.00', unclear: { count: 1, sum: '2.00' } });
    expect(await takings(window)).toMatchObject({ total: '0.00', unclear: { count: 1, sum: '2.00' } });
    await testStation.faults();
    const [entry] = testStation.journal.unsettled();
    await window.ask('desk.lookAgain', { id: entry?.id ?? '' });
    expect(await takings(window)).toMatchObject({ total: '2.00', unclear: nothing });
  });
});

describe('a report', () => {
  test('begins the next one; all of the window can still be looked at', async () => {
    const { clock, window, pay } = await open();
    await pay(window, 0, '1');
    clock.ahead += 3_600_000;
    expect(await window.ask('takings.close', {})).toMatchObject({ total: '1.00' });
    await pay(window, 0, '2');
    expect(await takings(window)).toMatchObject({ from: '2026-11-02T09:00:00.000Z', total: '2.00' });
    expect(await takings(window, 'opened')).toMatchObject({
      from: '2026-11-02T08:00:00.000Z',
      total: '3.00',
    });
  });

  test('is not lost with its window: the next one opened has what is in none yet', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    const beside = testStation.window();
    testStation.domain.windowClosed(window.id);
    expect((await takings(beside)).total).toBe('0.00');
    expect((await takings(testStation.window())).total).toBe('1.00');
    expect((await takings(testStation.window())).total).toBe('0.00');
  });

  test('is not lost with the program', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    await window.ask('takings.close', {});
    await pay(window, 0, '2');
    testStation.restart();
    const again = testStation.window();
    expect((await takings(again)).total).toBe('2.00');
    expect((await takings(again, 'opened')).total).toBe('3.00');
  });

  test('has nothing of another service', async () => {
    const { testStation, window, pay } = await open();
    await pay(window, 0, '1');
    testStation.library = elsewhere;
    expect((await takings(window)).total).toBe('0.00');
    await window.ask('takings.close', {});
    testStation.library = here;
    expect((await takings(window)).total).toBe('1.00');
  });
});
