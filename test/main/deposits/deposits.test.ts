import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { depositView } from '../../../src/main/deposits/view.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { codeOf } from '../../../src/service/read.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation, type TestStation } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-deposits-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronGood');

async function open() {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  const make = (fields: object = {}) =>
    window.done('deposits.create', {
      intent: randomUUID(),
      userId,
      profile: 'LAPTOP',
      amount: '500',
      owner: 'MAIN',
      comment: '',
      ...fields,
    });
  const act = (depositId: string, op: string, seen: string) =>
    ({ intent: randomUUID(), userId, depositId, op, seen }) as const;
  return { testStation, window, make, act };
}

async function statusOf(testStation: TestStation, depositId: string): Promise<string> {
  const path = { user_id: userId, deposit_id: depositId };
  return codeOf((await testStation.client.call('users.deposits.get', { path })).status);
}

describe('the list', () => {
  test('has each deposit, what can be done with it, and what the library holds', async () => {
    const { window } = await open();
    const list = await window.ask('deposits.list', { userId: code('patronBorrower') });
    expect(list).toMatchObject({ held: '520.00', currency: 'ILS', decimals: 2 });
    expect(list.deposits.map(({ status, held, can }) => [status.code, held, can])).toEqual([
      ['DRAFT', false, ['pay']],
      ['ACTIVE', false, ['pay', 'dispute']],
      ['PAID', true, ['refund', 'dispute']],
      ['INDISPUTE', true, ['restore']],
      ['REFUNDED', false, []],
    ]);
    expect(list.deposits.map(({ profile }) => profile.label)).toContain('Laptop deposit');
    expect(list.deposits[4]?.steps.map(({ type }) => type)).toEqual(['Payment', 'Refund']);
  });

  test('offers everything for a state that nobody foresaw: the service decides', () => {
    const view = depositView({ id: 1, status: { value: 'SUBMITTED' }, amount: 5 }, 2);
    expect(view).toMatchObject({ depositId: '1', amount: '5.00', held: false });
    expect(view.can).toEqual(['pay', 'refund', 'dispute', 'restore']);
  });

  test('the profiles say what is usual', async () => {
    const { window } = await open();
    expect(await window.ask('deposits.profiles', {})).toContainEqual({
      code: 'LAPTOP',
      label: 'Laptop deposit',
      amount: '500.00',
    });
  });
});

describe('a deposit', () => {
  test('is noted, taken, disputed, restored and given back', async () => {
    const { testStation, window, make, act } = await open();
    const made = await make({ comment: ' For a week ' });
    expect(made).toMatchObject({
      profile: { code: 'LAPTOP', label: 'Laptop deposit' },
      amount: '500.00',
      status: { code: 'ACTIVE' },
      comment: 'For a week',
      held: false,
    });
    const { depositId } = made;
    let seen = 'ACTIVE';
    for (const [op, state] of [
      ['pay', 'PAID'],
      ['dispute', 'INDISPUTE'],
      ['restore', 'PAID'],
      ['refund', 'REFUNDED'],
    ] as const) {
      expect(await window.done('deposits.act', act(depositId, op, seen))).toMatchObject({
        status: { code: state },
      });
      expect(await statusOf(testStation, depositId)).toBe(state);
      seen = state;
    }
  });

  test.each([
    [{ profile: '' }, 'profile', 'required'],
    [{ owner: ' ' }, 'owner', 'required'],
    [{ amount: '' }, 'amount', 'required'],
    [{ amount: '0' }, 'amount', 'notPositive'],
    [{ amount: '1,50' }, 'amount', 'notAnAmount'],
    [{ amount: '1.005' }, 'amount', 'tooManyDecimals'],
  ])('with %j is not even sent', async (fields, field, reason) => {
    const { window } = await open();
    const input = {
      intent: randomUUID(),
      userId,
      profile: 'LAPTOP',
      amount: '5',
      owner: 'MAIN',
      comment: '',
    };
    expect(await window.failure('deposits.create', { ...input, ...fields })).toMatchObject({
      kind: 'invalid',
      field,
      reason,
    });
    expect((await window.ask('deposits.list', { userId })).deposits).toEqual([]);
    expect(await window.done('deposits.create', input)).toMatchObject({ amount: '5.00' });
  });

  test('of a profile that is gone meanwhile is refused by the service, and said so', async () => {
    const { window } = await open();
    const input = { intent: randomUUID(), userId, amount: '5', owner: 'MAIN', comment: '' };
    expect(await window.failure('deposits.create', { ...input, profile: 'PIRATE' })).toMatchObject({
      kind: 'refused',
      operation: 'users.deposits.create',
      code: ours.depositProfileUnknown,
    });
  });

  test('that changed since it was seen is left alone', async () => {
    const { testStation, window, make, act } = await open();
    const { depositId } = await make();
    await window.done('deposits.act', act(depositId, 'pay', 'ACTIVE'));
    // Another desk gave it back; the screen of this one is an hour old.
    await testStation.client.call('users.deposits.act', {
      path: { user_id: userId, deposit_id: depositId },
      query: { op: 'refund' },
    });
    expect(await window.failure('deposits.act', act(depositId, 'refund', 'PAID'))).toEqual({
      kind: 'conflict',
      differences: [{ field: 'status', was: 'PAID', is: 'REFUNDED' }],
    });
  });

  test('an operation of the institution’s own is sent as it is named, and an unknown one refused', async () => {
    const { testStation, window, make, act } = await open();
    const { depositId } = await make();
    expect(await window.failure('deposits.act', act(depositId, 'submit', 'ACTIVE'))).toMatchObject({
      kind: 'refused',
      operation: 'users.deposits.act',
      code: codes.parameterInvalid,
    });
    expect(await window.failure('deposits.act', act(depositId, '  ', 'ACTIVE'))).toMatchObject({
      kind: 'invalid',
      field: 'op',
      reason: 'required',
    });
    expect(await statusOf(testStation, depositId)).toBe('ACTIVE');
  });

  test('a double click takes it once, and a dropped answer is looked up', async () => {
    const { testStation, window, make, act } = await open();
    const { depositId } = await make();
    const paying = act(depositId, 'pay', 'ACTIVE');
    await testStation.faults({ operation: 'users.deposits.act', fault: 'drop-after', count: 1 });
    expect(await window.done('deposits.act', paying)).toMatchObject({ status: { code: 'PAID' } });
    expect(await window.failure('deposits.act', paying)).toMatchObject({ reason: 'alreadySent' });
    expect(testStation.journal.entry(paying.intent)?.state).toBe('accepted');
    await testStation.faults({ operation: 'users.deposits.create', fault: 'drop-after', count: 1 });
    expect(await make({ profile: 'LOCKER', amount: '20' })).toMatchObject({ profile: { code: 'LOCKER' } });
    expect((await window.ask('deposits.list', { userId })).deposits).toHaveLength(2);
  });
});
