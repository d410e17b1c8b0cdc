import { beforeEach, describe, expect, test } from 'vitest';
import { methodName, nextMethod } from '../../../src/renderer/fees/methods.svelte.ts';
import { Payment } from '../../../src/renderer/fees/payment.svelte.ts';
import { handOver, paymentSlip } from '../../../src/renderer/fees/payment-slip.ts';
import { Shell } from '../../../src/renderer/app/shell.svelte.ts';
import { main } from '../support/main.ts';
import { aPatron } from '../support/views.ts';

const methods = ['CASH', 'CREDIT_CARD', 'CHEQUE'].map((code) => ({ code, label: `Their ${code}` }));

beforeEach(() => {
  nextMethod.forget();
});

/** The library's table was read. */
async function readMethods(): Promise<void> {
  void nextMethod.need();
  await main.open('fees.methods').answer(methods);
}

const paying = (amount: string, untold = false) =>
  new Payment({ currency: 'EUR', decimals: 2, amount: () => amount, untold });

describe('how it is paid', () => {
  test('goes round the library’s own methods with one key, and stays as it was chosen', async () => {
    await readMethods();
    const seen: string[] = [];
    while (seen.length < 4) {
      seen.push(nextMethod.method);
      await nextMethod.next();
    }
    expect(seen).toEqual(['CASH', 'CREDIT_CARD', 'CHEQUE', 'CASH']);
    expect(paying('1').method).toBe('CREDIT_CARD');
    expect(main.times('fees.methods')).toBe(1);
  });

  test('is in our words where we have them, else in the library’s', async () => {
    expect(['CASH', 'CHEQUE'].map((code) => methodName(code))).toEqual(['Cash', 'CHEQUE']);
    await readMethods();
    expect(['CREDIT_CARD', 'CHEQUE', 'GONE'].map((code) => methodName(code))).toEqual([
      'Card',
      'Their CHEQUE',
      'GONE',
    ]);
    expect(methodName('CHEQUE', 'As it was then')).toBe('As it was then');
  });

  test('is cash while the methods are read, and where they cannot be; the key waits for them', async () => {
    const changed = nextMethod.next();
    expect([nextMethod.codes, nextMethod.method]).toEqual([['CASH'], 'CASH']);
    await main.open('fees.methods').fail({ kind: 'cancelled' });
    await changed;
    expect([nextMethod.codes, nextMethod.method]).toEqual([['CASH'], 'CASH']);
    const again = nextMethod.next();
    await main.open('fees.methods').answer(methods);
    await again;
    expect(nextMethod.method).toBe('CREDIT_CARD');
  });

  test('is read again at another library; one that it lacks is none', async () => {
    await readMethods();
    nextMethod.method = 'CHEQUE';
    void nextMethod.need();
    new Shell().forgetLibrary();
    expect(nextMethod.method).toBe('CASH');
    void nextMethod.need();
    await main.open('fees.methods').answer([{ code: 'VOUCHER', label: 'Voucher' }]);
    expect(nextMethod.method).toBe('VOUCHER');
    nextMethod.method = 'CHEQUE';
    expect(nextMethod.method).toBe('VOUCHER');
  });
});

describe('the till', () => {
  test('gives back what is too much', () => {
    const payment = paying('12.30');
    expect(payment.ready).toBe(true);
    expect(payment.change).toBe('');
    payment.taken = '20';
    expect(payment.cash).toEqual({ kind: 'enough', taken: '20.00', change: '7.70' });
    expect(payment.change).toBe(payment.money('7.70'));
    expect(payment.ready).toBe(true);
  });

  test('says at once what is missing, and what cannot be read once somebody tried to pay', () => {
    const payment = paying('12.30');
    payment.taken = '12';
    expect(payment.ready).toBe(false);
    expect(payment.short).toContain(payment.money('0.30'));
    expect(payment.error).toBe('');
    payment.tried = true;
    expect(payment.error).toBe('');
    payment.taken = '12,30';
    expect(payment.short).toBe('');
    expect(payment.cash.kind).toBe('unreadable');
    expect(payment.error).not.toBe('');
    payment.taken = '12.30';
    expect(payment.error).toBe('');
  });

  test('has nothing to count where it is paid by card', async () => {
    await readMethods();
    const payment = paying('12.30');
    payment.taken = '5';
    await nextMethod.next();
    expect(payment.byCash).toBe(false);
    expect(payment.ready).toBe(true);
    expect(payment.short).toBe('');
    expect(payment.change).toBe('');
  });

  test('counts as for cash where the service is not told how it is paid', async () => {
    await readMethods();
    await nextMethod.next();
    const payment = paying('12.30', true);
    payment.taken = '5';
    expect(payment.byCash).toBe(true);
    expect(payment.ready).toBe(false);
  });
});

describe('what was paid', () => {
  const paidOn = (paid: string) => ({
    fees: [{ fee: 'Fine', title: '', paid, left: '0.00' }],
    transaction: 't',
    owed: '1.00',
  });

  test('stands on the slip with what went over the counter, and by card without', async () => {
    await readMethods();
    const payment = paying('2.00');
    payment.taken = '5';
    const slip = paymentSlip(aPatron('a'), payment, paidOn('2.00'));
    expect(slip).toMatchObject({
      paid: { amount: '2.00', currency: 'EUR' },
      given: { amount: '5.00' },
      change: { amount: '3.00' },
      owed: { amount: '1.00' },
    });
    await nextMethod.next();
    const byCard = paymentSlip(aPatron('a'), payment, paidOn('2.00'));
    expect(byCard).toMatchObject({ given: null, change: null });
    expect(byCard.method).not.toBe(slip.method);
  });

  test('decides the change, where some of several payments were refused', () => {
    const payment = paying('24.00');
    payment.taken = '50';
    expect(payment.change).toBe(payment.money('26.00'));
    expect(paymentSlip(aPatron('a'), payment, paidOn('14.00'))).toMatchObject({
      paid: { amount: '14.00' },
      given: { amount: '50.00' },
      change: { amount: '36.00' },
    });
  });

  test('adds up in the session, for each patron', () => {
    const shell = new Shell();
    const slipOf = (userId: string, paid: string) => ({
      slip: paymentSlip(aPatron(userId), paying(paid), paidOn(paid)),
      decimals: 2,
    });
    handOver(shell, aPatron('a'), slipOf('a', '2.00'));
    handOver(shell, aPatron('b'), slipOf('b', '7.00'));
    handOver(shell, aPatron('a'), slipOf('a', '0.50'));
    expect(shell.desk.amountsPaid).toEqual({
      a: { amount: '2.50', currency: 'EUR' },
      b: { amount: '7.00', currency: 'EUR' },
    });
    expect(main.times('slips.print')).toBe(0);
  });
});
