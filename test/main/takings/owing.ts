import { randomUUID } from 'node:crypto';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation, type Window } from '../support/test-station.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

/** A patron who owes something. */
export const userId = code('patronOwing');

/** A station with a window, at which the patron pays. Their fees, oldest first: 3.00, 10.50, 27.90, 5.00 and 0.60. */
export async function openTill(folder: string) {
  const clock = new VirtualClock('2026-11-02T08:00:00.000Z');
  const testStation = await openTestStation(folder, clock);
  const window = testStation.window();
  const feeIds = (await window.ask('fees.list', { userId })).fees.map(({ feeId }) => feeId);
  const pay = (at: Window, fee: number, amount: string, method = 'CASH', intent = randomUUID()) =>
    at.ask('fees.pay', { intent, userId, feeId: feeIds[fee] ?? '', amount, method });
  return { clock, testStation, window, feeIds, pay };
}
