import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { runOn } from '../commands/commanding.ts';
import { openTestStation, type TestStation } from '../support/test-station.ts';
import { failureOf, rest } from '../support/lost.ts';

/** The renewal of a loan, as it would be sent now. */
export async function renewal(testStation: TestStation) {
  const patron = { user_id: code('patronGood') };
  const { items } = await testStation.client.call('users.loans.list', { path: patron });
  const [loan] = items;
  const args = { path: { ...patron, loan_id: String(loan?.loan_id) } };
  const before = { due: new Date(String(loan?.due_date)).toISOString(), renewed: '' };
  return { operation: 'users.loans.renew', args, before, id: randomUUID() } as const;
}

/** A renewal that was lost on its way, and that silence has settled as not sent. */
export async function silentRenewal(folder: string) {
  const testStation = await openTestStation(folder);
  const order = await renewal(testStation);
  const program = runOn(testStation);
  await testStation.faults({ operation: 'users.loans.renew', fault: 'drop-before', count: 1 });
  expect(await failureOf(program.run(order))).toMatchObject({ kind: 'unknown-outcome' });
  await rest(testStation);
  return { testStation, order, program };
}
