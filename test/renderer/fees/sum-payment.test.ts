import { describe, expect, test } from 'vitest';
import type { PaymentOutcome } from '../../../src/contract/fees.ts';
import { nextMethod } from '../../../src/renderer/fees/methods.svelte.ts';
import { Payment } from '../../../src/renderer/fees/payment.svelte.ts';
import { Split } from '../../../src/renderer/fees/sum-payment.svelte.ts';
import { main } from '../support/main.ts';
import { aFee, away, refused, unknown } from '../support/views.ts';

const fees = [aFee('one', '3.00'), aFee('two', '4.50')];
const shares = [
  { feeId: 'one', label: 'One', amount: '3.00', remaining: '0.00' },
  { feeId: 'two', label: 'Two', amount: '2.00', remaining: '2.50' },
];

async function planned(): Promise<Split> {
  const split = new Split('a', fees, 2);
  split.amount = ' 5.00 ';
  void split.plan();
  await main.open('fees.plan').answer({ shares, total: '5.00' });
  return split;
}

const paid = (feeId: string, amount: string): PaymentOutcome => ({
  ...{ feeId, intent: 'i', ok: true, paid: amount, remaining: '0.00' },
});

describe('a sum over several fees', () => {
  test('begins with all that is owed on them', () => {
    const split = new Split('a', fees, 2);
    expect([split.amount, split.owed]).toEqual(['7.50', '7.50']);
    expect(split.shares).toBeNull();
  });

  test('is planned and shown before anything is posted', async () => {
    const split = await planned();
    expect(main.all('fees.plan')[0]?.input).toEqual({ userId: 'a', amount: '5.00', feeIds: ['one', 'two'] });
    expect(split.shares?.map(({ feeId, amount }) => [feeId, amount])).toEqual([
      ['one', '3.00'],
      ['two', '2.00'],
    ]);
    expect(new Set(split.shares?.map(({ intent }) => intent)).size).toBe(2);
    expect(main.times('fees.paySplit')).toBe(0);
  });

  test('that was changed since is not posted by the plan for another', async () => {
    const split = await planned();
    split.amount = '6.00';
    expect(split.shares).toBeNull();
    await split.post('CASH', () => undefined);
    expect(main.times('fees.paySplit')).toBe(0);
    split.amount = '5.00';
    expect(split.shares).toHaveLength(2);
  });

  test('is posted once, by the names of the plan, however often it is clicked', async () => {
    const split = await planned();
    const names = split.shares?.map(({ intent }) => intent);
    const reports: (readonly PaymentOutcome[])[] = [];
    const post = (): Promise<void> => split.post('CASH', (outcomes) => reports.push(outcomes));
    void post();
    void post();
    expect(main.times('fees.paySplit')).toBe(1);
    const request = main.open('fees.paySplit');
    expect(request.input.shares.map(({ intent }) => intent)).toEqual(names);
    expect(request.input.method).toBe('CASH');
    await request.report(paid('one', '3.00'));
    expect(split.outcomes.get('one')).toMatchObject({ ok: true });
    expect(split.finished).toBe(false);
    const outcomes = [paid('one', '3.00'), paid('two', '2.00')];
    await request.answer({ outcomes, notTried: 0 });
    expect(split.finished).toBe(true);
    expect(split.paid(2)).toBe('5.00');
    expect(reports).toEqual([outcomes]);
    void post();
    expect(main.times('fees.paySplit')).toBe(1);
  });

  test('of which a share was refused has that share unpaid', async () => {
    const split = await planned();
    void split.post('CASH', () => undefined);
    const no: PaymentOutcome = { feeId: 'one', intent: 'i', ok: false, failure: refused };
    await main.open('fees.paySplit').answer({ outcomes: [no, paid('two', '2.00')], notTried: 1 });
    expect(split.paid(2)).toBe('2.00');
    expect(split.notTried).toBe(1);
  });

  test('of which a share was refused gives more of the cash back', async () => {
    nextMethod.method = 'CASH';
    const split = await planned();
    const payment = new Payment({ currency: 'EUR', decimals: 2, amount: () => split.sum(2) });
    payment.taken = '20';
    expect([payment.due, payment.change]).toEqual(['5.00', payment.money('15.00')]);
    void split.post('CASH', () => undefined);
    const no: PaymentOutcome = { feeId: 'two', intent: 'i', ok: false, failure: refused };
    await main.open('fees.paySplit').report(paid('one', '3.00'));
    expect(payment.change).toBe(payment.money('15.00'));
    await main.open('fees.paySplit').answer({ outcomes: [paid('one', '3.00'), no], notTried: 0 });
    expect([payment.due, payment.change]).toEqual(['3.00', payment.money('17.00')]);
  });

  test('of which nothing was posted is planned again, under other names', async () => {
    const split = await planned();
    const before = split.shares?.map(({ intent }) => intent);
    void split.post('CASH', () => undefined);
    await main.open('fees.paySplit').fail(away);
    expect(split.finished).toBe(false);
    expect(split.shares).toBeNull();
    expect(split.posting.failure).toEqual(away);
    void split.plan();
    await main.open('fees.plan').answer({ shares, total: '5.00' });
    expect(split.shares?.some(({ intent }) => before?.includes(intent))).toBe(false);
  });

  test('of which nobody knows what was posted is not posted again', async () => {
    const split = await planned();
    void split.post('CASH', () => undefined);
    await main.open('fees.paySplit').fail(unknown);
    expect(split.posting.unclear).toBe(true);
    expect(split.shares).toHaveLength(2);
    await split.post('CASH', () => undefined);
    expect(main.times('fees.paySplit')).toBe(1);
  });

  test('that broke off after a share was posted is over: another begins with another plan', async () => {
    const split = await planned();
    void split.post('CASH', () => undefined);
    await main.open('fees.paySplit').report(paid('one', '3.00'));
    await main.open('fees.paySplit').fail(away);
    expect(split.finished).toBe(true);
    expect(split.paid(2)).toBe('3.00');
    await split.post('CASH', () => undefined);
    expect(main.times('fees.paySplit')).toBe(1);
  });

  test('that cannot be planned says why, and posts nothing', async () => {
    const split = new Split('a', fees, 2);
    void split.plan();
    await main.open('fees.plan').fail(refused);
    expect(split.act.failure).toEqual(refused);
    await split.post('CASH', () => undefined);
    expect(main.times('fees.paySplit')).toBe(0);
  });

  test('whose dialog has gone tells elsewhere that a share was not paid', async () => {
    const split = await planned();
    const reports: unknown[] = [];
    void split.post('CASH', () => undefined);
    split.posting.leave((failure) => reports.push(failure));
    const no: PaymentOutcome = { feeId: 'one', intent: 'i', ok: false, failure: refused };
    await main.open('fees.paySplit').answer({ outcomes: [paid('two', '2.00'), no], notTried: 0 });
    expect(reports).toEqual([refused]);
  });
});
