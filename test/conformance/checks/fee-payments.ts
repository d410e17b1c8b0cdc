import { type Area, write } from '../check.ts';
import { equal, listed, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { cents, code, objects } from '../read.ts';
import { ids, owing, stands } from './owing.ts';

/** Fees: paid and waived. */
export const feePayments: Area = {
  title: 'User fees: payments',
  checks: [
    write(
      'users.fees.pay',
      'Notes: Fees',
      'a part paid leaves it active with a smaller balance, all paid closes it',
      async (t) => {
        const { user, id, path } = await owing(t);
        took(t, await t.service.post(path, { op: 'pay', amount: '2.50', method: 'CASH' }));
        await stands(t, path, 'ACTIVE', '7.50');
        took(t, await t.service.post(path, { op: 'pay', amount: '7.50' }));
        await stands(t, path, 'CLOSED', '0');
        equal('active fees', await ids(t, user), []);
        equal('closed fees', await ids(t, user, { status: 'CLOSED' }), [id]);
      },
    ),
    write(
      'users.fees.pay',
      'User fees, external_transaction_id; method',
      'a payment is recorded with its id, and CASH where no method is said',
      async (t) => {
        const { path } = await owing(t);
        const external = t.world.unique('payment');
        took(t, await t.service.post(path, { op: 'pay', amount: '1.00', external_transaction_id: external }));
        const fee = await stands(t, path, 'ACTIVE', '9.00');
        const entry = objects(fee['transaction']).find((one) => one['external_transaction_id'] === external);
        equal('amount in hundredths', cents(entry?.['amount']), 100);
        equal('payment_method', code(entry?.['payment_method']), 'CASH');
      },
    ),
    write(
      'users.fees.pay',
      'User fees; Notes: Fees',
      'an amount that is missing, none, too little or too much is refused',
      async (t) => {
        const { path } = await owing(t);
        for (const amount of [undefined, '', '0', '-1.00', 'ten', '1,50', '1.005', '10.01', 'ALL']) {
          refused(t, await t.service.post(path, { op: 'pay', amount, method: 'CASH' }));
        }
        await stands(t, path, 'ACTIVE', '10.00');
      },
    ),
    write('users.fees.pay', 'Notes: Fees', 'a method that is not known is refused', async (t) => {
      const { path } = await owing(t);
      refused(t, await t.service.post(path, { op: 'pay', amount: '1.00', method: 'SEASHELLS' }));
    }),
    write('users.fees.waive', 'User fees', 'a part is waived with amount, the rest without', async (t) => {
      const { path } = await owing(t);
      took(
        t,
        await t.service.post(path, { op: 'waive', reason: t.codes.reason, amount: '4.00', comment: 'x' }),
      );
      await stands(t, path, 'ACTIVE', '6.00');
      took(t, await t.service.post(path, { op: 'waive', reason: t.codes.reason }));
      await stands(t, path, 'CLOSED', '0');
    }),
    write(
      'users.fees.waive',
      'User fees',
      'without a reason, or with one that is not known, it is refused',
      async (t) => {
        const { path } = await owing(t);
        refused(t, await t.service.post(path, { op: 'waive' }));
        refused(t, await t.service.post(path, { op: 'waive', reason: 'NO-REASON' }));
        refused(t, await t.service.post(path, { op: 'waive', reason: t.codes.reason, amount: '10.01' }));
        await stands(t, path, 'ACTIVE', '10.00');
      },
    ),
    write(
      'users.fees.payAll',
      'User fees',
      'everything is paid without an amount, and with ALL',
      async (t) => {
        for (const query of [{}, { amount: 'ALL', method: 'CASH', external_transaction_id: 'conformance' }]) {
          const { user } = await owing(t, '1.10');
          await t.world.fee(user, '2.20');
          took(t, await t.service.post(p`/users/${user}/fees/all`, { op: 'pay', ...query }));
          equal('active fees', await ids(t, user), []);
          equal('closed fees', (await ids(t, user, { status: 'CLOSED' })).length, 2);
        }
      },
    ),
    write(
      'users.fees.payAll',
      'Notes: Fees',
      'an amount pays the oldest first and the last in part; the answer lists what was paid',
      async (t) => {
        const { user, path } = await owing(t, '3.00');
        const younger = p`/users/${user}/fees/${await t.world.fee(user, '3.00')}`;
        const youngest = p`/users/${user}/fees/${await t.world.fee(user, '3.00')}`;
        const { items } = listed(
          t,
          await t.service.post(p`/users/${user}/fees/all`, { op: 'pay', amount: '4.00' }),
          'fee',
        );
        equal('fees paid', items.length, 2);
        await stands(t, path, 'CLOSED', '0');
        await stands(t, younger, 'ACTIVE', '2.00');
        await stands(t, youngest, 'ACTIVE', '3.00');
      },
    ),
    write(
      'users.fees.payAll',
      'Notes: Fees',
      'more than is owed is refused, and nothing is paid',
      async (t) => {
        const { user, path } = await owing(t, '3.00');
        for (const amount of ['3.01', '0', '-1', 'all of it']) {
          refused(t, await t.service.post(p`/users/${user}/fees/all`, { op: 'pay', amount }));
        }
        await stands(t, path, 'ACTIVE', '3.00');
      },
    ),
  ],
};
