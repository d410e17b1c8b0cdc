import { describe, expect, test } from 'vitest';
import { depositView } from '../../../src/main/deposits/view.ts';
import { feeView } from '../../../src/main/fees/view.ts';
import { onceEach, totalOwed, shownTotalOwed } from '../../../src/main/fees/record.ts';
import { loanView } from '../../../src/main/loans/view.ts';
import { orderView } from '../../../src/main/receiving/view.ts';
import { patronHit } from '../../../src/main/patrons/search.ts';
import { patronView } from '../../../src/main/desk/view.ts';
import { itemView, requestView } from '../../../src/main/requests/view.ts';
import { itemIdsOf } from '../../../src/main/items/record.ts';
import { isExpired } from '../../../src/main/records/values.ts';
import { localDay } from '../../../src/shared/days.ts';

const now = new Date(2027, 4, 20, 9, 30);
const debt = { money: { amount: '0.00', currency: 'ILS' }, fees: 0 };
const station = { currency: 'ILS', decimals: 2 };

describe('a record without anything', () => {
  test.each([
    ['patron', () => patronView({}, debt, now)],
    ['hit', () => patronHit({}, now)],
    ['fee', () => feeView({}, 2, () => true)],
    ['loan', () => loanView({}, now)],
    ['request', () => requestView({})],
    ['item', () => itemView({})],
    ['order', () => orderView({}, station)],
    [
      'order with a bare copy',
      () => orderView({ location: { copy: {} }, fund_distribution: {}, interested_user: {} }, station),
    ],
  ])('%s is shown with nothing in it', (_name, view) => {
    const text = JSON.stringify(view());
    expect(text).not.toMatch(/NaN|undefined|Invalid|\[object/);
  });

  test('an item without its ids has none', () => {
    expect(itemIdsOf({ item_data: { pid: '1' } })).toBeNull();
  });
});

describe('a patron', () => {
  test.each([
    ['2027-05-19Z', true],
    ['2027-05-20Z', false],
    ['2027-05-21', false],
    ['', false],
    ['soon', false],
  ])('with a card to %j is expired: %s', (expiry, expired) => {
    expect(patronView({ expiry_date: expiry }, debt, now).expired).toBe(expired);
  });

  test('is read wrapped and plain, with one entry in place of a list', () => {
    const view = patronView(
      {
        primary_id: 7,
        first_name: 'Ada',
        last_name: 'Lovelace',
        status: 'ACTIVE',
        user_group: { value: 'STAFF', desc: 'Staff' },
        user_identifier: { id_type: { value: 'BARCODE' }, value: 2123 },
        user_note: { user_note: [{ note_text: 'seen', popup_note: 'true', note_type: 'CIRCULATION' }] },
        user_block: [
          { block_type: 'LOAN', block_status: 'ACTIVE', block_description: { desc: 'Lost a book' } },
          { block_type: 'OLD', block_status: 'ACTIVE', expiry_date: '2027-05-01Z' },
          { block_type: 'LIFTED', block_status: 'INACTIVE' },
        ],
        loans: { value: '3' },
        requests: { value: 'many' },
        contact_info: { email: { email_address: 'ada@library.example' } },
      },
      debt,
      now,
    );
    expect(view).toMatchObject({
      userId: '7',
      name: 'Ada Lovelace',
      barcode: '2123',
      active: true,
      email: 'ada@library.example',
      group: { code: 'STAFF', label: 'Staff' },
      blocks: [{ label: 'Lost a book' }],
      notes: [{ text: 'seen', popUp: true }],
      loans: 3,
      requests: 0,
    });
  });
});

describe('money', () => {
  test('is summed over active fees, credits too', () => {
    const fees = [
      { balance: 1.1, status: 'ACTIVE' },
      { balance: '2.20', status: { value: 'ACTIVE' } },
      { balance: '-0.30' },
      { balance: '50', status: 'CLOSED' },
    ];
    expect(totalOwed(fees, 2)).toBe('3.00');
  });

  const unreadable = expect.objectContaining({
    failure: { kind: 'unreachable', why: 'unreadable', detail: 'fee.balance' },
  }) as Error;

  test('that cannot be read is shown as none in its row, and the row with the rest of it', () => {
    const fee = {
      id: '7',
      title: 'Middlemarch',
      balance: 'abc',
      original_amount: '1,50',
      transaction: { amount: 'x' },
    };
    const view = feeView(fee, 2, () => false);
    expect(view).toMatchObject({ feeId: '7', title: 'Middlemarch', balance: '', original: '' });
    expect(view.transactions).toMatchObject([{ amount: '' }]);
    expect(orderView({ number: 'POL-1', price: { sum: 'free' } }, station)).toMatchObject({
      pol: 'POL-1',
      price: { amount: '' },
    });
  });

  test.each([['abc'], [null], [undefined], ['']])(
    'a balance of %j makes the sum unknown, and never less',
    (balance) => {
      const fees = [
        { id: '1', balance: '5.00' },
        { id: '2', balance },
      ];
      expect(() => totalOwed(fees, 2)).toThrow(unreadable);
      expect(shownTotalOwed(fees, 2)).toBe('');
    },
  );

  test('of a fee that is listed twice is owed once, and of one with two balances nobody knows', () => {
    const twice = [{ id: '1', balance: '5.00' }, { id: '1', balance: 5 }, { balance: '1' }, { balance: '1' }];
    expect(totalOwed(twice, 2)).toBe('7.00');
    expect(onceEach(twice, 2)).toHaveLength(3);
    expect(shownTotalOwed([...twice, { id: '1', balance: '4.00' }], 2)).toBe('');
    expect(shownTotalOwed(twice, 2)).toBe('7.00');
  });

  test('of a deposit that cannot be read is neither taken nor given back', () => {
    expect(depositView({ id: '1', status: 'PAID', amount: '?' }, 2)).toMatchObject({
      amount: '',
      can: ['dispute'],
    });
    expect(depositView({ id: '1', status: 'PAID', amount: '20' }, 2).can).toEqual(['refund', 'dispute']);
  });
});

test('a loan is overdue from the moment it was due', () => {
  const due = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString();
  expect(loanView({ due_date: due(-1) }, now).overdue).toBe(true);
  expect(loanView({ due_date: due(1) }, now).overdue).toBe(false);
  expect(loanView({ due_date: now.getTime() - 1, itemBarcode: '31' }, now)).toMatchObject({
    overdue: true,
    barcode: '31',
  });
});

test('a day is the station’s own', () => {
  expect(localDay(now)).toBe('2027-05-20');
  expect(isExpired('2027-05-19Z', now)).toBe(true);
});
