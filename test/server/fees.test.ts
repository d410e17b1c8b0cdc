import Big from 'big.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ours } from '../../src/service/codes.ts';
import { sampleCode } from '../../src/service/samples.ts';
import { done, expectRefusal, itemOf, newFee, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();
const fee = { type: { value: 'OTHER' }, original_amount: '10.00', owner: { value: 'MAIN' } };

interface FeeAnswer {
  id: string;
  balance: string;
  original_amount: string;
  status: { value: string };
  transaction: { type: { value: string }; amount: string; external_transaction_id?: string }[];
}

interface Fees {
  fee: FeeAnswer[];
  total_record_count: number;
  total_sum: string;
  currency: string;
}

const act = (user: string, id: string, query: string) => library.post(`/users/${user}/fees/${id}?${query}`);

describe('the list of fees', () => {
  test('has its total and its currency, oldest first', async () => {
    const fees = done<Fees>(await library.get(`/users/${sampleCode('patronOwing')}/fees`));
    expect(fees).toMatchObject({ total_record_count: 5, total_sum: '47.00', currency: 'ILS' });
    expect(fees.fee[0]).toMatchObject({ balance: '3.00', status: { value: 'ACTIVE' } });
  });

  test('shows the active ones unless asked for others', async () => {
    const user = await newPatron(library);
    const [paid, disputed] = [await newFee(library, user, '1.00'), await newFee(library, user, '2.00')];
    done(await act(user, paid, 'op=pay&amount=1.00'));
    done(await act(user, disputed, 'op=dispute'));
    const count = async (query: string) =>
      done<Fees>(await library.get(`/users/${user}/fees${query}`)).fee.map(({ id }) => id);
    expect(await count('')).toEqual([]);
    expect(await count('?status=CLOSED')).toEqual([paid]);
    expect(await count('?status=INDISPUTE')).toEqual([disputed]);
    expectRefusal(await library.get(`/users/${user}/fees?status=LOST`), '401666');
  });
});

describe('charging a fee', () => {
  test.each([
    [{ type: undefined }, '4019991'],
    [{ type: { value: 'SMILE' } }, '4019992'],
    [{ original_amount: undefined }, '4019994'],
    [{ original_amount: '' }, '4019994'],
    [{ owner: null }, '4019996'],
    [{ owner: { value: 'CARREL' } }, '4019997'],
    [{ barcode: { value: 'none' } }, '4019993'],
    [{ original_amount: '0' }, '401666'],
    [{ original_amount: '-1' }, '401666'],
    [{ original_amount: '1e9' }, '401666'],
    [{ original_amount: 'abc' }, '401666'],
    [{ original_amount: '1,50' }, '401666'],
    [{ original_amount: '1.005' }, '401666'],
  ])('refuses %j', async (change, code) => {
    const user = sampleCode('patronNothing');
    expectRefusal(await library.post(`/users/${user}/fees`, { ...fee, ...change }), code);
    expect(done<Fees>(await library.get(`/users/${user}/fees`)).fee).toEqual([]);
  });

  test('keeps what was sent and begins with the whole balance', async () => {
    const user = await newPatron(library);
    const sent = { ...fee, original_amount: 12.5, comment: 'torn page', shelf: 'x' };
    const made = done<FeeAnswer>(await library.post(`/users/${user}/fees`, sent));
    expect(made).toMatchObject({ comment: 'torn page', shelf: 'x', balance: '12.50', transaction: [] });
    expect(done(await library.get(`/users/${user}/fees/${made.id}`))).toEqual(made);
  });

  test('for an item has its title, unless another was sent', async () => {
    const barcode = sampleCode('itemFree1');
    const { bib_data: bib } = await itemOf(library, barcode);
    const charge = async (more: object) =>
      done(
        await library.post(`/users/${await newPatron(library)}/fees`, {
          ...{ ...fee, barcode: { value: barcode } },
          ...more,
        }),
      );
    expect(await charge({})).toMatchObject({ title: bib.title });
    expect(await charge({ title: 'Its slipcase' })).toMatchObject({ title: 'Its slipcase' });
  });

  test('a fee is its patron’s only', async () => {
    const id = await newFee(library, await newPatron(library), '1.00');
    expectRefusal(await library.get(`/users/${await newPatron(library)}/fees/${id}`), '401665', 404);
    expectRefusal(await library.get('/users/nobody/fees'), '401861', 404);
  });
});

describe('paying a fee', () => {
  test('in part, then in full', async () => {
    const user = await newPatron(library);
    const id = await newFee(library, user, '10.00');
    const part = done<FeeAnswer>(await act(user, id, 'op=pay&amount=3.35&external_transaction_id=our-1'));
    expect(part).toMatchObject({ balance: '6.65', status: { value: 'ACTIVE' }, original_amount: '10.00' });
    expect(part.transaction).toMatchObject([
      { type: { value: 'PAYMENT' }, amount: '3.35', external_transaction_id: 'our-1' },
    ]);
    const all = done<FeeAnswer>(await act(user, id, 'op=pay&amount=6.65&method=CREDIT_CARD'));
    expect(all).toMatchObject({ balance: '0.00', status: { value: 'CLOSED' } });
    expectRefusal(await act(user, id, 'op=pay&amount=0.01'), ours.feeNotActive);
  });

  test.each(['', '0', '0.00', '-1', '1e9', 'abc', '1,50', '1.005', 'ALL', '+5'])(
    'refuses the amount %j',
    async (amount) => {
      const user = await newPatron(library);
      const id = await newFee(library, user, '10.00');
      const code = amount === '' ? '401664' : '401666';
      expectRefusal(await act(user, id, `op=pay&amount=${encodeURIComponent(amount)}`), code);
      expect(done(await library.get(`/users/${user}/fees/${id}`))).toMatchObject({ balance: '10.00' });
    },
  );

  test('refuses more than is owed, and a method nobody knows', async () => {
    const user = await newPatron(library);
    const id = await newFee(library, user, '10.00');
    expectRefusal(await act(user, id, 'op=pay&amount=10.01'), ours.amountAboveBalance);
    expectRefusal(await act(user, id, 'op=pay&amount=1.00&method=SHELLS'), '401666');
  });

  test('the same external id twice is recorded twice: the service does not compare', async () => {
    const user = await newPatron(library);
    const id = await newFee(library, user, '10.00');
    for (let time = 0; time < 2; time += 1) {
      done(await act(user, id, 'op=pay&amount=2.00&external_transaction_id=same'));
    }
    const after = done<FeeAnswer>(await library.get(`/users/${user}/fees/${id}`));
    expect(after.balance).toBe('6.00');
    expect(after.transaction.map((one) => one.external_transaction_id)).toEqual(['same', 'same']);
  });
});

describe('paying everything', () => {
  test('pays the active fees, oldest first, the last one in part', async () => {
    const user = await newPatron(library);
    const ids = [];
    for (const sum of ['3.00', '4.00', '5.00']) ids.push(await newFee(library, user, sum));
    const paid = done<Fees>(
      await library.post(`/users/${user}/fees/all?op=pay&amount=8.50&external_transaction_id=x`),
    );
    expect(paid.fee.map(({ id, balance }) => [id, balance])).toEqual([
      [ids[0], '0.00'],
      [ids[1], '0.00'],
      [ids[2], '3.50'],
    ]);
    expect(paid.fee.every((one) => one.transaction[0]?.external_transaction_id === 'x')).toBe(true);
    expectRefusal(await library.post(`/users/${user}/fees/all?op=pay&amount=3.51`), ours.amountAboveBalance);
    done(await library.post(`/users/${user}/fees/all?op=pay`));
    expect(done(await library.get(`/users/${user}/fees`))).toMatchObject({ total_sum: '0.00', fee: [] });
  });

  test('leaves alone what is in dispute', async () => {
    const user = await newPatron(library);
    const [open, disputed] = [await newFee(library, user, '3.00'), await newFee(library, user, '4.00')];
    done(await act(user, disputed, 'op=dispute&reason=OTHER'));
    const paid = done<Fees>(await library.post(`/users/${user}/fees/all?op=pay&amount=ALL`));
    expect(paid.fee.map(({ id }) => id)).toEqual([open]);
  });

  test('with nothing owed pays nothing', async () => {
    const answer = done<Fees>(await library.post(`/users/${await newPatron(library)}/fees/all?op=pay`));
    expect(answer.fee).toEqual([]);
  });
});

describe('waiving, disputing, restoring', () => {
  test('waives a part or the rest, with a reason of the table', async () => {
    const user = await newPatron(library);
    const id = await newFee(library, user, '10.00');
    expectRefusal(await act(user, id, 'op=waive'), '401664');
    expectRefusal(await act(user, id, 'op=waive&reason=SUNSHINE'), ours.unknownReason);
    expectRefusal(await act(user, id, 'op=waive&reason=MISTAKE&amount=11'), ours.amountAboveBalance);
    const part = done<FeeAnswer>(
      await act(user, id, 'op=waive&reason=MISTAKE&amount=4.00&comment=our%20fault'),
    );
    expect(part).toMatchObject({
      balance: '6.00',
      transaction: [{ type: { value: 'WAIVE' }, comment: 'our fault' }],
    });
    expect(done(await act(user, id, 'op=waive&reason=OTHER'))).toMatchObject({
      balance: '0.00',
      status: { value: 'CLOSED' },
    });
  });

  test('a fee in dispute can only be restored', async () => {
    const user = await newPatron(library);
    const id = await newFee(library, user, '10.00');
    expectRefusal(await act(user, id, 'op=restore'), ours.feeNotDisputed);
    expect(done(await act(user, id, 'op=dispute&comment=never%20had%20it'))).toMatchObject({
      status: { value: 'INDISPUTE' },
      balance: '10.00',
    });
    expectRefusal(await act(user, id, 'op=pay&amount=1.00'), ours.feeNotActive);
    expectRefusal(await act(user, id, 'op=waive&reason=OTHER'), ours.feeNotActive);
    expectRefusal(await act(user, id, 'op=dispute'), ours.feeNotActive);
    expect(done(await act(user, id, 'op=restore'))).toMatchObject({ status: { value: 'ACTIVE' } });
  });

  test('an operation nobody knows, and none at all', async () => {
    const user = await newPatron(library);
    const id = await newFee(library, user, '10.00');
    expectRefusal(await act(user, id, 'op=forget'), '401873');
    expectRefusal(await act(user, id, ''), '401664');
    expectRefusal(await library.post(`/users/${user}/fees/all?op=waive`), '401873');
  });
});

test('balance = original − paid − waived, whatever the order', async () => {
  const cents = fc.integer({ min: 1, max: 4000 });
  const step = fc.record({ op: fc.constantFrom('pay', 'waive', 'dispute', 'restore'), cents });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(step, { maxLength: 8 }),
      async (debt, steps) => {
        const user = await newPatron(library);
        const id = await newFee(library, user, new Big(debt).div(100).toFixed(2));
        for (const { op, cents: sum } of steps) {
          const amount = new Big(sum).div(100).toFixed(2);
          const more =
            op === 'pay' ? `&amount=${amount}` : op === 'waive' ? `&amount=${amount}&reason=OTHER` : '';
          expect([200, 400]).toContain((await act(user, id, `op=${op}${more}`)).status);
        }
        const after = done<FeeAnswer>(await library.get(`/users/${user}/fees/${id}`));
        const taken = after.transaction
          .filter(({ type }) => type.value === 'PAYMENT' || type.value === 'WAIVE')
          .reduce((total, one) => total.plus(one.amount), new Big(0));
        expect(after.balance).toBe(new Big(after.original_amount).minus(taken).toFixed(2));
        expect(new Big(after.balance).gte(0)).toBe(true);
        expect(after.status.value === 'CLOSED').toBe(new Big(after.balance).eq(0));
      },
    ),
    { numRuns: 40 },
  );
});
