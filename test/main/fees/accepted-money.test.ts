import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Accepted } from '../../../src/contract/common.ts';
import type { FeeView } from '../../../src/contract/fees.ts';
import { arrayOf, codeOf } from '../../../src/service/read.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { FeesPaid } from '../../../src/service/shapes/fee.ts';
import { openTestStation, type TestStation } from '../support/test-station.ts';
import { oddly } from '../support/oddly.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-accepted-money-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronOwing');

async function open() {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  const { fees } = await window.ask('fees.list', { userId });
  const fee = fees.find(({ balance }) => Number(balance) >= 5);
  if (!fee) throw new Error('the sample has no such fee');
  const about = { userId, feeId: fee.feeId, comment: '' };
  return { testStation, window, fees, fee, about };
}

const stored = async (testStation: TestStation, feeId: string) =>
  testStation.client.call('users.fees.get', { path: { user_id: userId, fee_id: feeId } });
const done = async (testStation: TestStation, feeId: string): Promise<string[]> =>
  arrayOf((await stored(testStation, feeId)).transaction).map(({ type }) => codeOf(type));

/** Nothing is said of what is left: neither by a record, nor in one. */
const unread = ({ record }: Accepted<FeeView>): boolean => record === null || record.balance === '';

/** What a service may answer to something that it has done: nothing of the record, or an amount that is none. */
const answers = [
  ['says nothing of the fee', () => ({})],
  ['has an amount that is none', (fee: object) => ({ ...fee, balance: 'n/a', amount: 'n/a' })],
] as const;

describe.each(answers)('whose answer %s, and which cannot be read again,', (_, answer) => {
  test('a waiver is done once, and said so', async () => {
    const { testStation, window, fee, about } = await open();
    oddly(testStation, 'users.fees.waive', answer, 'users.fees.get');
    const waiver = { ...about, intent: randomUUID(), reason: 'OTHER', amount: '1', seen: fee.balance };
    expect(unread(await window.ask('fees.waive', waiver))).toBe(true);
    expect(testStation.journal.entry(waiver.intent)?.state).toBe('accepted');
    expect(await window.failure('fees.waive', waiver)).toMatchObject({ reason: 'alreadySent' });
    expect(await done(testStation, fee.feeId)).toEqual(['WAIVE']);
  });

  test('a dispute and its end are done', async () => {
    const { testStation, window, fee, about } = await open();
    oddly(testStation, 'users.fees.dispute', answer, 'users.fees.get');
    const dispute = { ...about, intent: randomUUID(), reason: '' };
    expect(unread(await window.ask('fees.dispute', dispute))).toBe(true);
    testStation.odd = {};
    oddly(testStation, 'users.fees.restore', answer, 'users.fees.get');
    expect(unread(await window.ask('fees.restore', { ...about, intent: randomUUID() }))).toBe(true);
    expect(codeOf((await stored(testStation, fee.feeId)).status)).toBe('ACTIVE');
  });

  test('a fee is charged', async () => {
    const { testStation, window, fees } = await open();
    oddly(testStation, 'users.fees.create', answer);
    const charge = { userId, type: 'OTHER', amount: '4.5', owner: 'MAIN', comment: '', barcode: '' };
    expect(unread(await window.ask('fees.create', { ...charge, intent: randomUUID() }))).toBe(true);
    expect((await window.ask('fees.list', { userId })).fees).toHaveLength(fees.length + 1);
  });

  test('a deposit is noted, taken and given back', async () => {
    const { testStation, window } = await open();
    oddly(testStation, 'users.deposits.create', answer);
    const deposit = { userId, profile: 'LAPTOP', amount: '500', owner: 'MAIN', comment: '' };
    const noted = await window.ask('deposits.create', { ...deposit, intent: randomUUID() });
    expect(noted.record?.amount ?? '').toBe('');
    const [one] = (await window.ask('deposits.list', { userId })).deposits;
    for (const [op, seen, then] of [
      ['pay', 'ACTIVE', 'PAID'],
      ['refund', 'PAID', 'REFUNDED'],
    ] as const) {
      testStation.odd = {};
      oddly(testStation, 'users.deposits.act', answer, 'users.deposits.get');
      const act = { userId, depositId: one?.depositId ?? '', op, seen, intent: randomUUID() };
      expect((await window.ask('deposits.act', act)).record?.amount ?? '').toBe('');
      testStation.odd = {};
      expect((await window.ask('deposits.list', { userId })).deposits).toMatchObject([
        { status: { code: then } },
      ]);
    }
  });
});

test('a fee that its waiver’s answer does not have is read again', async () => {
  const { testStation, window, fee, about } = await open();
  oddly(testStation, 'users.fees.waive', () => ({}));
  const waiver = { ...about, intent: randomUUID(), reason: 'OTHER', seen: fee.balance };
  expect(await window.ask('fees.waive', waiver)).toMatchObject({
    record: { feeId: fee.feeId, balance: '0.00' },
  });
});

describe('a payment', () => {
  test('is done where what is left cannot be read', async () => {
    const { testStation, window, fee } = await open();
    oddly(testStation, 'users.fees.pay', (answer) => ({ ...answer, balance: 'n/a' }), 'users.fees.get');
    const payment = { intent: randomUUID(), userId, feeId: fee.feeId, amount: '1', method: 'CASH' };
    expect(await window.ask('fees.pay', payment)).toEqual({
      feeId: fee.feeId,
      intent: payment.intent,
      ok: true,
      paid: '1.00',
      remaining: null,
    });
    expect(await done(testStation, fee.feeId)).toEqual(['PAYMENT']);
  });

  test('that is one of several does not stop the others', async () => {
    const { testStation, window, fees } = await open();
    oddly(testStation, 'users.fees.pay', (answer) => ({ ...answer, balance: 'n/a' }));
    const shares = fees
      .slice(0, 2)
      .map(({ feeId, balance }) => ({ intent: randomUUID(), feeId, amount: balance }));
    const { outcomes, notTried } = await window.ask('fees.paySplit', { userId, shares, method: 'CASH' });
    expect(outcomes).toMatchObject(shares.map(({ amount: paid }) => ({ ok: true, paid, remaining: null })));
    expect(notTried).toBe(0);
  });

  test('of everything is done where what was owed then cannot be read', async () => {
    const { testStation, window } = await open();
    oddly(testStation, 'users.fees.payAll', (answer) => answer, 'users.fees.list');
    const payment = { intent: randomUUID(), userId, expected: '47.00', method: 'CASH' };
    const paid = await window.ask('fees.payAll', payment);
    expect(paid).toMatchObject({ paid: '47.00', remaining: null });
    expect(paid.shares.map(({ left: rest }) => rest)).toEqual(Array(5).fill('0.00'));
    testStation.odd = {};
    expect((await window.ask('fees.list', { userId })).owed).toBe('0.00');
  });

  test.each([
    ['paid', (entry: object) => ({ ...entry, amount: 'n/a' }), {}, '0.00'],
    ['left', (entry: object) => entry, { balance: 'n/a' }, null],
  ] as const)(
    'of everything is done where what was %s on each cannot be read',
    async (_, entry, fee, rest) => {
      const { testStation, window } = await open();
      oddly(testStation, 'users.fees.payAll', (answer) => ({
        ...answer,
        fee: arrayOf((answer as FeesPaid).fee).map((one) => ({
          ...one,
          transaction: arrayOf(one.transaction).map(entry),
          ...fee,
        })),
      }));
      const payment = { intent: randomUUID(), userId, expected: '47.00', method: 'CASH' };
      const paid = await window.ask('fees.payAll', payment);
      expect(paid).toMatchObject({ paid: '47.00', remaining: '0.00' });
      expect(paid.shares.map((share) => share.left)).toEqual(Array(5).fill(rest));
    },
  );
});
