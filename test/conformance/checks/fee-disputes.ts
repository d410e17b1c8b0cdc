import { type Area, write } from '../check.ts';
import { equal, holds, notFound, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { unsupported } from './ops.ts';
import { ids, owing, stands } from './owing.ts';

const states = 'States and transitions: Fees';

/** Fees: disputed and restored, and what is refused of every fee. */
export const feeDisputes: Area = {
  title: 'User fees: disputes',
  checks: [
    write(
      ['users.fees.dispute', 'users.fees.restore'],
      states,
      'an active fee is disputed, a disputed one restored',
      async (t) => {
        const { user, id, path } = await owing(t);
        took(
          t,
          await t.service.post(path, { op: 'dispute', reason: t.codes.reason, comment: 'Conformance' }),
        );
        await stands(t, path, 'INDISPUTE', '10.00');
        equal('active fees', await ids(t, user), []);
        equal('disputed fees', await ids(t, user, { status: 'INDISPUTE' }), [id]);
        took(t, await t.service.post(path, { op: 'restore', comment: 'Conformance' }));
        const fee = await stands(t, path, 'ACTIVE', '10.00');
        holds(
          'comment',
          JSON.stringify(fee['transaction']).includes('Conformance'),
          'recorded',
          'not recorded',
        );
      },
    ),
    write(
      ['users.fees.dispute', 'users.fees.pay', 'users.fees.waive', 'users.fees.payAll'],
      'Notes: Fees',
      'a disputed fee is not paid, waived or disputed again',
      async (t) => {
        const { user, path } = await owing(t);
        took(t, await t.service.post(path, { op: 'dispute' }));
        refused(t, await t.service.post(path, { op: 'pay', amount: '1.00', method: 'CASH' }));
        refused(t, await t.service.post(path, { op: 'waive', reason: t.codes.reason }));
        refused(t, await t.service.post(path, { op: 'dispute' }));
        await t.service.post(p`/users/${user}/fees/all`, { op: 'pay' });
        await stands(t, path, 'INDISPUTE', '10.00');
      },
    ),
    write('users.fees.restore', states, 'a fee that is not disputed is not restored', async (t) => {
      const { path } = await owing(t);
      refused(t, await t.service.post(path, { op: 'restore' }));
      took(t, await t.service.post(path, { op: 'pay', amount: '10.00', method: 'CASH' }));
      for (const op of ['restore', 'dispute']) refused(t, await t.service.post(path, { op }));
      refused(t, await t.service.post(path, { op: 'pay', amount: '1.00', method: 'CASH' }));
      refused(t, await t.service.post(path, { op: 'waive', reason: t.codes.reason }));
    }),
    ...unsupported({
      operations: ['users.fees.pay', 'users.fees.waive', 'users.fees.dispute', 'users.fees.restore'],
      rule: 'User purchase requests, last paragraph',
      record: async (t) => {
        const { path } = await owing(t);
        return { path, readAt: path };
      },
    }),
    ...unsupported({
      operations: ['users.fees.payAll'],
      rule: 'User purchase requests, last paragraph',
      record: async (t) => {
        const { user, path } = await owing(t);
        return { path: p`/users/${user}/fees/all`, readAt: path };
      },
    }),
    write(
      ['users.fees.pay', 'users.fees.waive', 'users.fees.dispute', 'users.fees.restore'],
      'Errors, 5',
      'a fee that does not exist is not found',
      async (t) => {
        const path = p`/users/${await t.world.user()}/fees/${'0'}`;
        for (const op of ['pay', 'waive', 'dispute', 'restore']) {
          notFound(t, await t.service.post(path, { op, amount: '1.00', reason: t.codes.reason }));
        }
      },
    ),
  ],
};
