import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { UnreachableError } from '../../../src/client/errors.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import type { JournaledCommand } from '../../../src/main/commands/table.ts';
import { askPerson, neverLookedUp } from '../../../src/renderer/failures/ask-person.ts';
import type { Command } from '../../../src/service/endpoints.ts';
import { sampleCode } from '../../../src/service/samples.ts';
import { refusal } from '../support/deployed.ts';
import { openTestStation, type TestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-ask-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A command that left, and that an earlier run knew nothing more of. */
function remaining(testStation: TestStation): string {
  const id = randomUUID();
  testStation.journal.intend({
    id,
    operation: 'users.fees.pay',
    queue: 'patron:1',
    about: 'Fine',
    payload: { path: { user_id: '1', fee_id: '2' } },
    before: { balance: '1.00' },
    library: testStation.library.id,
  });
  testStation.journal.sent(id);
  return id;
}

function changed(testStation: TestStation, sql: string): void {
  const db = new DatabaseSync(testStation.journalFile);
  db.exec(sql);
  db.close();
}

test('an operation that this version does not know is a question for a person, and stops nothing', async () => {
  const testStation = await openTestStation(folder);
  const id = remaining(testStation);
  testStation.restart(() => changed(testStation, `UPDATE entries SET operation = 'users.fees.forgive'`));
  const window = testStation.window();
  expect(await window.unclear()).toMatchObject([{ id, about: 'Fine', askPerson: 'unknownOperation' }]);
  expect(await window.ask('desk.lookAgain', { id })).toEqual({ found: 'unclear' });
  expect(await window.ask('desk.outcome', { id })).toEqual({ found: 'unclear' });
  expect(testStation.journal.entry(id)?.state).toBe('sent');
  await window.ask('desk.decide', { id, happened: true });
  expect(testStation.journal.entry(id)?.state).toBe('accepted');
  expect(await window.ask('desk.outcome', { id })).toEqual({ found: 'happened' });
  expect(await window.ask('desk.outcome', { id: 'nobody’s' })).toEqual({ found: 'unclear' });
});

test('what this version does not know of a till is said in its report', async () => {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  const userId = sampleCode('patronOwing');
  const [fee] = (await window.ask('fees.list', { userId })).fees;
  const intent = randomUUID();
  await window.ask('fees.pay', { intent, userId, feeId: fee?.feeId ?? '', amount: '1.00', method: 'CASH' });
  testStation.restart(() => changed(testStation, `UPDATE entries SET operation = 'users.fees.forgive'`));
  expect(await testStation.window().ask('takings.read', { since: 'report' })).toMatchObject({
    paid: [],
    unreadable: 1,
  });
});

const stored = (more: Partial<JournaledCommand> = {}): JournaledCommand => ({
  id: '1',
  operation: 'users.fees.pay',
  payload: { path: { user_id: '1', fee_id: '2' } },
  before: { balance: '1.00' },
  ...more,
});
const answering = (error: Error): Client => ({ call: () => Promise.reject(error) }) as unknown as Client;

describe('looking up', () => {
  test.each([
    ['names no operation of ours', { operation: 'toString' as Command }],
    ['is sealed with a lost key', { unreadable: true, payload: null, before: null }],
    ['has another payload', { payload: 'pay' }],
    ['has another state before', { before: { owed: 1 } }],
  ] as const)('asks nobody where the row %s', async (_how, more) => {
    const client = answering(new Error('it was asked'));
    expect(await commandTable.lookUp(client, stored(more))).toEqual({ found: 'unclear' });
  });

  test('is unclear where the record is gone or not shown, and may be done again where the service is away', async () => {
    const fee = (error: Error) => commandTable.lookUp(answering(error), stored());
    expect(await fee(refusal('users.fees.get', '401665', 400))).toEqual({ found: 'unclear' });
    expect(await fee(refusal('users.fees.get', '60340', 403))).toEqual({ found: 'unclear' });
    await expect(fee(refusal('users.fees.get', '', 404))).rejects.toThrow('HTTP 404');
    await expect(fee(refusal('users.fees.get', '402119', 400))).rejects.toThrow('402119');
    await expect(fee(refusal('users.fees.get', '500', 500))).rejects.toThrow('HTTP 500');
    const away = new UnreachableError({ operation: 'x', method: 'GET', path: '/' }, 'timeout');
    await expect(fee(away)).rejects.toBe(away);
  });
});

test('the window knows what is never looked up, and has words for each reason', () => {
  const never = Object.entries(commandTable.entries).flatMap(([operation, { resolve }]) =>
    typeof resolve === 'function' ? [] : [[operation, resolve.askPerson]],
  );
  expect(neverLookedUp).toEqual(Object.fromEntries(never));
  expect(commandTable.whyAskPerson(stored())).toBeNull();
  for (const words of Object.values(askPerson))
    expect(words()).toMatch(/\b(before repeating|library system)\b/);
});
