import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Big from 'big.js';
import { afterAll, describe, expect, test } from 'vitest';
import type { PaymentOutcome } from '../../../src/contract/fees.ts';
import { confirmAfterMs, lookupEveryMs, graceMs } from '../../../src/main/commands/certainty.ts';
import { codes, ours } from '../../../src/service/codes.ts';
import { arrayOf } from '../../../src/service/read.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import { openTestStation, until, type TestStation } from '../support/test-station.ts';
import { isSettledBySilence, lostBefore, unknown } from '../support/lost.ts';
import { VirtualClock } from '../support/virtual-clock.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-fees-'));
afterAll(() => rmSync(folder, { recursive: true }));

const userId = code('patronOwing');
const method = 'CASH';

async function open() {
  const testStation = await openTestStation(folder);
  const window = testStation.window();
  const { fees } = await window.ask('fees.list', { userId });
  const fee = fees.find(({ balance }) => Number(balance) >= 5);
  if (!fee) throw new Error('the sample has no such fee');
  return { testStation, window, fees, fee };
}

async function feeOf(testStation: TestStation, feeId: string) {
  const fee = await testStation.client.call('users.fees.get', { path: { user_id: userId, fee_id: feeId } });
  return { ...fee, transactions: arrayOf(fee.transaction) };
}

describe('the list', () => {
  test('has the fees, their sum and the currency', async () => {
    const { window, fees } = await open();
    const list = await window.ask('fees.list', { userId });
    expect(list).toMatchObject({ owed: '47.00', currency: 'ILS', decimals: 2 });
    expect(fees).toHaveLength(5);
    expect(fees.every(({ active, balance }) => active && /^\d+\.\d\d$/.test(balance))).toBe(true);
    expect((await window.ask('fees.list', { userId, status: 'CLOSED' })).owed).toBe('47.00');
  });

  test('an amount that cannot be read is said so, and not shown as nothing', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.fees.list', fault: 'numbers-for-strings' });
    expect((await window.ask('fees.list', { userId })).owed).toBe('47.00');
    await testStation.faults({ operation: 'users.fees.list', fault: 'list-without-key' });
    expect((await window.ask('fees.list', { userId })).fees).toEqual([]);
    await testStation.faults({ operation: 'users.fees.list', fault: 'html' });
    expect(await window.failure('fees.list', { userId })).toMatchObject({
      kind: 'unreachable',
      why: 'notThatService',
    });
    await testStation.faults({ operation: 'users.fees.list', fault: 'half-json' });
    expect(await window.failure('fees.list', { userId })).toMatchObject({
      kind: 'unreachable',
      why: 'unreadable',
    });
  });
});

describe('charging a fee', () => {
  const fee = { userId, type: 'OTHER', amount: '4.5', owner: 'MAIN', comment: '', barcode: '' };

  test('it is owed at once, with its item', async () => {
    const { testStation, window } = await open();
    expect(await window.ask('fees.types', {})).toContainEqual({ code: 'OTHER', label: 'Other' });
    const intent = randomUUID();
    const input = { ...fee, intent, comment: ' Coffee on it ', barcode: ` ${code('itemFree1')} ` };
    const charged = await window.done('fees.create', input);
    expect(charged).toMatchObject({
      type: { code: 'OTHER' },
      original: '4.50',
      balance: '4.50',
      comment: 'Coffee on it',
      title: 'The Overstory',
      barcode: code('itemFree1'),
      active: true,
    });
    expect((await window.ask('fees.list', { userId })).owed).toBe('51.50');
    expect(await feeOf(testStation, charged.feeId)).toMatchObject({ owner: { value: 'MAIN' } });
    expect(await window.failure('fees.create', input)).toMatchObject({ reason: 'alreadySent' });
  });

  test('is found after a dropped answer, and not made twice', async () => {
    const { testStation, window } = await open();
    await testStation.faults({ operation: 'users.fees.create', fault: 'drop-after', count: 1 });
    expect(await window.done('fees.create', { ...fee, intent: randomUUID() })).toMatchObject({
      balance: '4.50',
    });
    expect((await window.ask('fees.list', { userId })).fees).toHaveLength(6);
  });

  test.each([
    [{ type: '' }, 'type', 'required'],
    [{ owner: ' ' }, 'owner', 'required'],
    [{ amount: '' }, 'amount', 'required'],
    [{ amount: '-1' }, 'amount', 'notPositive'],
    [{ amount: '1.005' }, 'amount', 'tooManyDecimals'],
    [{ barcode: 'a\u0000b' }, 'barcode', 'controlCharacters'],
  ])('%j is said at the field, and nothing is charged', async (fields, field, reason) => {
    const { window } = await open();
    const intent = randomUUID();
    expect(await window.failure('fees.create', { ...fee, intent, ...fields })).toMatchObject({
      kind: 'invalid',
      field,
      reason,
    });
    expect((await window.ask('fees.list', { userId })).owed).toBe('47.00');
  });

  test('an item that nobody knows is refused', async () => {
    const { window } = await open();
    const input = { ...fee, intent: randomUUID(), barcode: '31234000000000' };
    expect(await window.failure('fees.create', input)).toMatchObject({
      kind: 'refused',
      operation: 'users.fees.create',
      code: codes.feeBarcodeInvalid,
    });
  });
});

/** In a currency of hundredths 47.00 is owed, on 3.00, 10.50, 27.90, 5.00 and 0.60. */
describe.each([
  { currency: 'JPY', owed: '4700', part: '100', finer: '0.5', shares: ['300', '1050', '650'], sum: '2000' },
  {
    currency: 'KWD',
    owed: '47.000',
    part: '0.125',
    finer: '0.0005',
    shares: ['3.000', '10.500', '6.500'],
    sum: '20',
  },
])('in $currency', ({ currency, owed: debt, part, finer, shares, sum }) => {
  test('sums have the decimals of the currency, from the list to the service and back', async () => {
    const testStation = await openTestStation(folder, new VirtualClock(), { currency });
    const window = testStation.window();
    const { fees, ...list } = await window.ask('fees.list', { userId });
    expect(list).toMatchObject({ owed: debt, currency });
    const fee = fees[0];
    if (!fee) throw new Error('the sample has no fee');
    const payment = { userId, feeId: fee.feeId, method };
    expect(
      await window.failure('fees.pay', { ...payment, intent: randomUUID(), amount: finer }),
    ).toMatchObject({ field: 'amount', reason: 'tooManyDecimals' });
    const plan = await window.ask('fees.plan', {
      userId,
      amount: sum,
      feeIds: fees.map(({ feeId }) => feeId),
    });
    expect(plan.shares.map(({ amount }) => amount)).toEqual(shares);
    expect(await window.ask('fees.pay', { ...payment, intent: randomUUID(), amount: part })).toMatchObject({
      paid: part,
    });
    const { transactions } = await feeOf(testStation, fee.feeId);
    expect(transactions.map(({ amount }) => amount)).toEqual([part]);
    const { owed: left } = await window.ask('fees.list', { userId });
    expect(left).toBe(new Big(debt).minus(part).toFixed(list.decimals));
    expect(
      await window.ask('fees.payAll', { intent: randomUUID(), userId, expected: left, method }),
    ).toMatchObject({ paid: left, remaining: new Big(0).toFixed(list.decimals) });
  });
});

describe('paying one fee', () => {
  test('pays a part, with our id, and says what is left', async () => {
    const { testStation, window, fee } = await open();
    const intent = randomUUID();
    const outcome = await window.ask('fees.pay', { intent, userId, feeId: fee.feeId, amount: '1.5', method });
    expect(outcome).toEqual({
      feeId: fee.feeId,
      intent,
      ok: true,
      paid: '1.50',
      remaining: (Number(fee.balance) - 1.5).toFixed(2),
    });
    const { transactions } = await feeOf(testStation, fee.feeId);
    expect(transactions.filter((entry) => entry.external_transaction_id === intent)).toHaveLength(1);
    const { fees } = await window.ask('fees.list', { userId });
    const now = fees.find(({ feeId }) => feeId === fee.feeId);
    expect(now?.transactions.at(-1)).toMatchObject({ amount: '1.50', ours: true });
  });

  test.each([
    ['0', 'notPositive'],
    ['-1', 'notPositive'],
    ['1e9', 'notAnAmount'],
    ['abc', 'notAnAmount'],
    ['1,50', 'notAnAmount'],
    ['NaN', 'notAnAmount'],
    ['', 'required'],
    ['1.005', 'tooManyDecimals'],
    ['1000', 'aboveBalance'],
    ['9'.repeat(40), 'aboveBalance'],
  ])('refuses the amount %j as %s, and posts nothing', async (amount, reason) => {
    const { testStation, window, fee } = await open();
    const values = { intent: randomUUID(), userId, feeId: fee.feeId, method };
    expect(await window.failure('fees.pay', { ...values, amount })).toMatchObject({
      kind: 'invalid',
      field: 'amount',
      reason,
    });
    expect((await feeOf(testStation, fee.feeId)).balance).toBe(fee.balance);
    // Nothing was sent: the same intent may be used for the amount as corrected.
    expect(await window.ask('fees.pay', { ...values, amount: '1' })).toMatchObject({ ok: true });
  });

  test('a double click posts once', async () => {
    const { testStation, window, fee } = await open();
    const payment = { intent: randomUUID(), userId, feeId: fee.feeId, amount: '1.00', method };
    const both = await Promise.allSettled([window.ask('fees.pay', payment), window.ask('fees.pay', payment)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await window.failure('fees.pay', payment)).toMatchObject({
      kind: 'invalid',
      field: 'intent',
      reason: 'alreadySent',
    });
    expect((await feeOf(testStation, fee.feeId)).transactions).toHaveLength(1);
  });

  test('whose answer was dropped after the effect is found by our id, and not repeated', async () => {
    const { testStation, window, fee } = await open();
    await testStation.faults({ operation: 'users.fees.pay', fault: 'drop-after', count: 1 });
    const intent = randomUUID();
    const outcome = await window.ask('fees.pay', {
      intent,
      userId,
      feeId: fee.feeId,
      amount: '1.00',
      method,
    });
    expect(outcome).toMatchObject({ ok: true, paid: '1.00' });
    const { transactions } = await feeOf(testStation, fee.feeId);
    expect(transactions).toHaveLength(1);
    expect(transactions[0]?.external_transaction_id).toBe(intent);
    expect(testStation.journal.entry(intent)?.state).toBe('accepted');
  });

  test.each([{ fault: 'drop-before' }, { fault: 'status', status: 503 }, { fault: 'html', status: 200 }])(
    'that $fault kept from happening is unclear, and in the end said not to have happened',
    async (fault) => {
      const { testStation, window, fee } = await open();
      await testStation.faults({ operation: 'users.fees.pay', count: 1, ...fault });
      const payment = { userId, feeId: fee.feeId, amount: '1.00', method };
      const intent = randomUUID();
      unknown(await window.failure('fees.pay', { ...payment, intent }), 'users.fees.pay');
      expect((await feeOf(testStation, fee.feeId)).transactions).toEqual([]);
      await isSettledBySilence(
        testStation,
        intent,
        () => window.unclear(),
        async () => {
          const again = { ...payment, intent: randomUUID() };
          expect(await window.failure('fees.pay', again)).toMatchObject({
            kind: 'unsettled',
            journalId: intent,
          });
        },
      );
      expect(await window.ask('fees.pay', { ...payment, intent: randomUUID() })).toMatchObject({ ok: true });
    },
  );

  test('of which nobody knows is listed, looked at again, and never repeated', async () => {
    const { testStation, window, fee } = await open();
    await testStation.faults(
      { operation: 'users.fees.pay', fault: 'drop-after', count: 1 },
      { operation: 'users.fees.get', fault: 'status', status: 500, after: 1 },
    );
    const intent = randomUUID();
    const failure = await window.failure('fees.pay', {
      intent,
      userId,
      feeId: fee.feeId,
      amount: '1.00',
      method,
    });
    expect(failure).toMatchObject({ kind: 'unknown-outcome', journalId: intent });
    const lists: unknown[] = [];
    const watching = new AbortController();
    void window.ask('desk.unclear', {}, { signal: watching.signal, report: (list) => lists.push(list) });
    expect(lists).toEqual([
      [expect.objectContaining({ id: intent, operation: 'users.fees.pay', askPerson: null })],
    ]);
    testStation.restart();
    const again = testStation.window();
    await testStation.faults();
    const { found } = await again.ask('desk.lookAgain', { id: intent }).catch(() => ({ found: 'happened' }));
    expect(found).toBe('happened');
    expect((await feeOf(testStation, fee.feeId)).transactions).toHaveLength(1);
    expect(testStation.journal.entry(intent)?.state).toBe('accepted');
    expect(await again.failure('desk.decide', { id: intent, happened: true })).toMatchObject({
      reason: 'gone',
    });
    watching.abort();
  });

  test('that was given up after it left is not called cancelled, and comes to light', async () => {
    const { testStation, window, fee } = await open();
    await testStation.faults({ operation: 'users.fees.pay', fault: 'delay', ms: 400, count: 1 });
    const lists: (readonly { readonly id: string }[])[] = [];
    void window.ask('desk.unclear', {}, { report: (list) => lists.push(list) });
    const intent = randomUUID();
    const payment = { intent, userId, feeId: fee.feeId, amount: '1.00', method };
    const controller = new AbortController();
    const failing = window.failure('fees.pay', payment, { signal: controller.signal });
    await until(() => testStation.journal.entry(intent)?.state === 'sent');
    controller.abort();
    expect(await failing).toMatchObject({ kind: 'unknown-outcome', journalId: intent });
    expect(lists.at(-1)).toMatchObject([{ id: intent }]);
    await until(() => lists.at(-1)?.length === 0);
    expect(testStation.journal.entry(intent)?.state).toBe('accepted');
    expect((await feeOf(testStation, fee.feeId)).transactions).toHaveLength(1);
  });

  test('that was given up before it left is cancelled, and never leaves', async () => {
    const { testStation, window, fee } = await open();
    await testStation.faults({ operation: 'users.fees.pay', fault: 'delay', ms: 300, count: 1 });
    const payment = { userId, feeId: fee.feeId, amount: '1.00', method };
    const first = window.ask('fees.pay', { ...payment, intent: randomUUID() });
    await until(() => testStation.journal.unsettled().some(({ state }) => state === 'sent'));
    const intent = randomUUID();
    const controller = new AbortController();
    const failing = window.failure('fees.pay', { ...payment, intent }, { signal: controller.signal });
    await until(() => testStation.journal.entry(intent) !== null);
    controller.abort();
    await first;
    expect(await failing).toEqual({ kind: 'cancelled' });
    expect(testStation.journal.entry(intent)?.state).toBe('notSent');
    expect((await feeOf(testStation, fee.feeId)).transactions).toHaveLength(1);
  });
});

const byFee = (one: { feeId: string }, other: { feeId: string }): number =>
  one.feeId < other.feeId ? -1 : 1;

describe('paying everything', () => {
  test('pays if the total still stands', async () => {
    const { testStation, window } = await open();
    const intent = randomUUID();
    const { fees } = await window.ask('fees.list', { userId });
    const paid = await window.ask('fees.payAll', { intent, userId, expected: '47.00', method });
    expect(paid).toMatchObject({ paid: '47.00', remaining: '0.00', intent });
    const whole = fees.map(({ feeId, balance }) => ({ feeId, paid: balance, left: '0.00' }));
    expect(paid.shares.toSorted(byFee)).toEqual(whole.toSorted(byFee));
    const { items } = await testStation.client.call('users.fees.list', { path: { user_id: userId } });
    expect(items).toEqual([]);
  });

  test('stops where the total is another, and shows both', async () => {
    const { window } = await open();
    const values = { userId, method };
    expect(await window.failure('fees.payAll', { ...values, intent: randomUUID(), expected: '46' })).toEqual({
      kind: 'conflict',
      differences: [{ field: 'total', was: '46.00', is: '47.00' }],
    });
    expect(
      await window.failure('fees.payAll', { ...values, intent: randomUUID(), expected: 'x' }),
    ).toMatchObject({
      field: 'expected',
      reason: 'notAnAmount',
    });
  });

  test('is found by our id when its answer is dropped, or found not to have happened', async () => {
    const { testStation, window } = await open();
    const values = { userId, expected: '47.00', method };
    const pay = () => window.ask('fees.payAll', { ...values, intent: randomUUID() });
    await lostBefore(testStation, 'users.fees.payAll', pay);
    await testStation.faults({ operation: 'users.fees.payAll', fault: 'drop-after', count: 1 });
    expect(await window.ask('fees.payAll', { ...values, intent: randomUUID() })).toMatchObject({
      paid: '47.00',
      remaining: '0.00',
    });
  });
});

describe('one sum over several', () => {
  test('is planned oldest first, and posted as one payment per fee', async () => {
    const { testStation, window, fees } = await open();
    const feeIds = fees.map(({ feeId }) => feeId);
    const plan = await window.ask('fees.plan', { userId, amount: '20', feeIds });
    expect(plan.total).toBe('20.00');
    const oldest = fees.toSorted((a, b) => a.created.localeCompare(b.created)).map(({ feeId }) => feeId);
    expect(plan.shares.map(({ feeId }) => feeId)).toEqual(oldest.slice(0, plan.shares.length));
    const shares = plan.shares.map(({ feeId, amount }) => ({ feeId, amount, intent: randomUUID() }));
    const reported: PaymentOutcome[] = [];
    const values = { userId, shares, method };
    const { outcomes, notTried } = await window.ask('fees.paySplit', values, {
      report: (outcome) => reported.push(outcome),
    });
    expect(notTried).toBe(0);
    expect(reported).toEqual(outcomes);
    expect(outcomes.map(({ intent }) => intent)).toEqual(shares.map(({ intent }) => intent));
    expect(outcomes.every(({ ok }) => ok)).toBe(true);
    for (const { feeId, intent } of shares) {
      const { transactions } = await feeOf(testStation, feeId);
      expect(transactions.map((entry) => entry.external_transaction_id)).toEqual([intent]);
    }
    expect((await window.ask('fees.list', { userId })).owed).toBe('27.00');
    expect(await window.failure('fees.paySplit', values)).toMatchObject({ reason: 'alreadySent' });
  });

  test.each([
    ['48', 'aboveBalance'],
    ['0', 'notPositive'],
    ['1,50', 'notAnAmount'],
  ])('a plan for %j is refused as %s', async (amount, reason) => {
    const { window, fees } = await open();
    const feeIds = fees.map(({ feeId }) => feeId);
    expect(await window.failure('fees.plan', { userId, amount, feeIds })).toMatchObject({
      field: 'amount',
      reason,
    });
  });

  test('a bad share stops it before anything is posted', async () => {
    const { testStation, window, fees } = await open();
    const shares = fees.slice(0, 2).map(({ feeId }, i) => ({
      feeId,
      intent: randomUUID(),
      amount: i === 0 ? '1' : '1e9',
    }));
    expect(await window.failure('fees.paySplit', { userId, shares, method })).toMatchObject({
      field: 'amount',
    });
    expect((await feeOf(testStation, fees[0]?.feeId ?? '')).transactions).toEqual([]);
  });

  test('a refused share does not stop the others; one of which nobody knows does', async () => {
    const { testStation, window, fees } = await open();
    const [first, second, third, fourth] = fees;
    const share = (feeId: string | undefined) => ({
      feeId: feeId ?? '',
      amount: '0.10',
      intent: randomUUID(),
    });
    await window.done('fees.dispute', {
      intent: randomUUID(),
      userId,
      feeId: first?.feeId ?? '',
      reason: '',
      comment: '',
    });
    await testStation.faults(
      { operation: 'users.fees.pay', fault: 'drop-after', after: 2, count: 1 },
      { operation: 'users.fees.get', fault: 'status', status: 500 },
    );
    const { outcomes, notTried } = await window.ask('fees.paySplit', {
      userId,
      method,
      shares: [first, second, third, fourth].map((fee) => share(fee?.feeId)),
    });
    expect(notTried).toBe(1);
    expect(outcomes.map((outcome) => (outcome.ok ? 'paid' : outcome.failure.kind))).toEqual([
      'refused',
      'paid',
      'unknown-outcome',
    ]);
  });
});

test('can be paid by the methods in the library’s table that are in use; without it, in cash', async () => {
  const { testStation, window } = await open();
  const path = { table_name: 'PaymentMethod' };
  const table = await testStation.client.call('conf.codeTables.get', { path });
  const row = arrayOf(table.row).map((one) =>
    one.code === 'ONLINE' ? { ...one, enabled: { value: 'false' } } : one,
  );
  const { url, key } = testStation.server;
  const changed = await fetch(`${url}/conf/code-tables/PaymentMethod`, {
    method: 'PUT',
    headers: { authorization: `apikey ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...table, row }),
  });
  expect(changed.status).toBe(200);
  expect(await window.ask('fees.methods', {})).toEqual([
    { code: 'CASH', label: 'Cash' },
    { code: 'CREDIT_CARD', label: 'Credit card' },
    { code: 'CHEQUE', label: 'Cheque' },
  ]);
  await testStation.faults({ operation: 'conf.codeTables.get', fault: 'status', status: 404 });
  expect(await window.ask('fees.methods', {})).toEqual([{ code: 'CASH', label: 'CASH' }]);
});

describe('waiving, disputing, restoring', () => {
  test('waives a part, then the rest, for a reason', async () => {
    const { window, fee } = await open();
    const values = { userId, feeId: fee.feeId, comment: 'a comment', seen: fee.balance };
    const reasons = await window.ask('fees.reasons', {});
    expect(reasons.map(({ code }) => code)).toContain('OTHER');
    expect(
      await window.failure('fees.waive', { ...values, intent: randomUUID(), reason: ' ' }),
    ).toMatchObject({
      field: 'reason',
      reason: 'required',
    });
    expect(
      await window.failure('fees.waive', {
        ...values,
        intent: randomUUID(),
        reason: 'OTHER',
        amount: '1000',
      }),
    ).toMatchObject({ field: 'amount', reason: 'aboveBalance' });
    expect(
      await window.failure('fees.waive', { ...values, intent: randomUUID(), reason: 'NO_SUCH' }),
    ).toMatchObject({ kind: 'refused', code: ours.unknownReason });
    const part = await window.done('fees.waive', {
      ...values,
      intent: randomUUID(),
      reason: 'OTHER',
      amount: '1',
    });
    expect(part.balance).toBe((Number(fee.balance) - 1).toFixed(2));
    // All of it is not what was shown any more.
    expect(await window.failure('fees.waive', { ...values, intent: randomUUID(), reason: 'OTHER' })).toEqual({
      kind: 'conflict',
      differences: [{ field: 'balance', was: fee.balance, is: part.balance }],
    });
    const rest = await window.done('fees.waive', {
      ...{ ...values, seen: part.balance },
      ...{ intent: randomUUID(), reason: 'OTHER' },
    });
    expect(rest).toMatchObject({ balance: '0.00', active: false });
  });

  test.each(['drop-after', 'drop-before'])('each is looked up after %s', async (fault) => {
    const { testStation, window, fee } = await open();
    const values = { userId, feeId: fee.feeId, comment: '' };
    const clear = async (operation: 'users.fees.waive' | 'users.fees.dispute' | 'users.fees.restore') => {
      const ask = () => {
        const one = { ...values, intent: randomUUID() };
        if (operation === 'users.fees.waive')
          return window.done('fees.waive', { ...one, seen: fee.balance, reason: 'OTHER', amount: '1' });
        if (operation === 'users.fees.dispute') return window.done('fees.dispute', { ...one, reason: '' });
        return window.done('fees.restore', one);
      };
      if (fault === 'drop-before') await lostBefore(testStation, operation, ask);
      else await testStation.faults({ operation, fault, count: 1 });
      return ask();
    };
    expect((await clear('users.fees.waive')).balance).toBe((Number(fee.balance) - 1).toFixed(2));
    expect(await clear('users.fees.dispute')).toMatchObject({ disputed: true, active: false });
    expect(await clear('users.fees.restore')).toMatchObject({ disputed: false, active: true });
  });

  test('a disputed fee is not paid, and only a disputed one is restored', async () => {
    const { window, fee } = await open();
    const values = { userId, feeId: fee.feeId };
    expect(
      await window.failure('fees.restore', { ...values, intent: randomUUID(), comment: '' }),
    ).toMatchObject({ kind: 'refused', code: ours.feeNotDisputed });
    await window.done('fees.dispute', { ...values, intent: randomUUID(), reason: '', comment: '' });
    expect(
      await window.failure('fees.pay', { ...values, intent: randomUUID(), amount: '1', method }),
    ).toMatchObject({ kind: 'refused', operation: 'users.fees.pay', code: ours.feeNotActive });
  });

  test('a fee that is not there is refused with the service’s words', async () => {
    const { window } = await open();
    expect(
      await window.failure('fees.pay', { intent: randomUUID(), userId, feeId: 'none', amount: '1', method }),
    ).toMatchObject({ kind: 'refused', code: codes.feeNotFound });
  });
});

describe('a payment that the service is still at work on', () => {
  test('when the program is killed and starts again at once, is not said not to have happened', async () => {
    const { testStation, window, fee } = await open();
    // The request that is killed with the program does nothing; it is done in its place later.
    await testStation.faults(
      { operation: 'users.fees.pay', fault: 'delay', ms: 200, count: 1 },
      { operation: 'users.fees.pay', fault: 'drop-before', count: 1 },
    );
    const [intent, path] = [randomUUID(), { user_id: userId, fee_id: fee.feeId }];
    const paying = window.ask('fees.pay', { intent, userId, feeId: fee.feeId, amount: '1', method });
    paying.catch(() => undefined); // nobody is there any more
    await until(() => testStation.journal.entry(intent)?.state === 'sent');
    testStation.restart();
    const again = testStation.window();
    await testStation.clock.pass(graceMs - 1);
    expect(testStation.journal.entry(intent)?.state).toBe('sent');
    expect(await again.unclear()).toMatchObject([{ id: intent, seen: 'notFound' }]);
    expect(await again.ask('desk.lookAgain', { id: intent })).toEqual({ found: 'unclear' });
    const late = { amount: '1', method, external_transaction_id: intent };
    await testStation.client.call('users.fees.pay', { path, query: late });
    await testStation.clock.pass(confirmAfterMs);
    expect(testStation.journal.entry(intent)).toMatchObject({ state: 'accepted', settledBy: 'read' });
    expect(await again.unclear()).toEqual([]);
    expect((await feeOf(testStation, fee.feeId)).transactions).toHaveLength(fee.transactions.length + 1);
  });

  test('while a gateway gave up waiting, is unclear until it is there', async () => {
    const { testStation, window, fee } = await open();
    await testStation.faults({ operation: 'users.fees.pay', fault: 'html', status: 504, count: 1 });
    const [intent, path] = [randomUUID(), { user_id: userId, fee_id: fee.feeId }];
    const payment = { intent, userId, feeId: fee.feeId, amount: '1', method };
    expect(await window.failure('fees.pay', payment)).toMatchObject({ kind: 'unknown-outcome' });
    const late = { amount: '1', method, external_transaction_id: intent };
    await testStation.clock.pass(graceMs / 2);
    expect(await window.unclear()).toMatchObject([{ id: intent, seen: 'notFound' }]);
    await testStation.client.call('users.fees.pay', { path, query: late });
    await testStation.clock.pass(lookupEveryMs);
    expect(testStation.journal.entry(intent)).toMatchObject({ state: 'accepted', settledBy: 'read' });
  });
});

test('paying everything pays what was shown, and not a fee that came a moment later', async () => {
  const { testStation, window } = await open();
  await testStation.faults({ operation: 'users.fees.payAll', fault: 'delay', ms: 200, count: 1 });
  const intent = randomUUID();
  const paying = window.ask('fees.payAll', { intent, userId, expected: '47.00', method });
  await until(() => testStation.journal.entry(intent)?.state === 'sent');
  const added = await testStation.client.call('users.fees.create', {
    path: { user_id: userId },
    body: { type: { value: 'OTHER' }, original_amount: '9.00', owner: { value: 'MAIN' } },
  });
  expect(await paying).toMatchObject({ paid: '47.00', remaining: '9.00' });
  expect((await feeOf(testStation, String(added.id))).transactions).toEqual([]);
});
