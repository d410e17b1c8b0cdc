import { expect, test } from 'vitest';
import { done, expectRefusal, messageOf, newFee, newPatron } from './harness.ts';
import { timed } from './timed.ts';

/** A fee of 10.00, and what can be done to it at any time. */
async function fee() {
  const { library, at } = await timed('2026-06-10T08:00:00Z');
  const user = await newPatron(library);
  const path = `/users/${user}/fees/${await newFee(library, user, '10.00')}`;
  return { at, library, path, act: (query: string) => library.post(`${path}?${query}`) };
}

interface Transactions {
  readonly status_time: string;
  readonly transaction: readonly object[];
}

test('each step of a fee says what it was, by whom, when, and all that was said with it', async () => {
  const { at, act } = await fee();
  const by = { created_by: 'API', vat_amount: '0.00' };
  at('2026-06-11T08:00:00Z');
  done(await act('op=pay&amount=1.00&method=ONLINE&external_transaction_id=till-7'));
  at('2026-06-12T08:00:00Z');
  done(await act('op=pay&amount=2.00'));
  at('2026-06-13T08:00:00Z');
  done(await act('op=waive&amount=3.00&reason=MISTAKE&comment=Our%20fault'));
  at('2026-06-14T08:00:00Z');
  done(await act('op=dispute&reason=OTHER&comment=Was%20away'));
  at('2026-06-15T08:00:00Z');
  done(await act('op=restore'));
  at('2026-06-16T08:00:00Z');
  const { transaction } = done<Transactions>(await act('op=dispute'));
  expect(transaction).toEqual([
    {
      ...by,
      type: { value: 'PAYMENT', desc: 'Payment' },
      amount: '1.00',
      transaction_time: '2026-06-11T08:00:00.000Z',
      payment_method: { value: 'ONLINE' },
      external_transaction_id: 'till-7',
    },
    {
      ...by,
      type: { value: 'PAYMENT', desc: 'Payment' },
      amount: '2.00',
      transaction_time: '2026-06-12T08:00:00.000Z',
      payment_method: { value: 'CASH' },
    },
    {
      ...by,
      type: { value: 'WAIVE', desc: 'Waive' },
      amount: '3.00',
      transaction_time: '2026-06-13T08:00:00.000Z',
      reason: { value: 'MISTAKE' },
      comment: 'Our fault',
    },
    {
      ...by,
      type: { value: 'DISPUTE', desc: 'Dispute' },
      amount: '4.00',
      transaction_time: '2026-06-14T08:00:00.000Z',
      reason: { value: 'OTHER' },
      comment: 'Was away',
    },
    {
      ...by,
      type: { value: 'RESTORE', desc: 'Restore' },
      amount: '4.00',
      transaction_time: '2026-06-15T08:00:00.000Z',
    },
    {
      ...by,
      type: { value: 'DISPUTE', desc: 'Dispute' },
      amount: '4.00',
      transaction_time: '2026-06-16T08:00:00.000Z',
    },
  ]);
});

test('a fee says since when it is in its state: a payment in part leaves it there, the last one closes it', async () => {
  const { at, act } = await fee();
  const since = async (query: string) => done<Transactions>(await act(query)).status_time;
  at('2026-06-11T08:00:00Z');
  expect(await since('op=pay&amount=1.00')).toBe('2026-06-10T08:00:00.000Z');
  at('2026-06-12T08:00:00Z');
  expect(await since('op=dispute')).toBe('2026-06-12T08:00:00.000Z');
  at('2026-06-13T08:00:00Z');
  expect(await since('op=restore')).toBe('2026-06-13T08:00:00.000Z');
  at('2026-06-14T08:00:00Z');
  expect(await since('op=pay&amount=9.00')).toBe('2026-06-14T08:00:00.000Z');
});

test('an amount that is none is refused by the name of its field', async () => {
  const { library, path, act } = await fee();
  const paid = await act('op=pay&amount=1.005');
  expectRefusal(paid, '401666');
  expect(messageOf(paid)).toContain('not valid: amount.');
  const charged = await library.post(path.replace(/\/[^/]*$/, ''), {
    type: 'OTHER',
    owner: 'MAIN',
    original_amount: 'ten',
  });
  expectRefusal(charged, '401666');
  expect(messageOf(charged)).toContain('not valid: original_amount.');
});
