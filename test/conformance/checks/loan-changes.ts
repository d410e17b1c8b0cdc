import { type Area, write } from '../check.ts';
import { done, equal, holds, listed, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { moment } from '../read.ts';
import { unsupported } from './ops.ts';
import { lent } from './lending.ts';

const DAY = 86_400_000;
const rule = 'User loans';

/** Loans: renewed, due at another time, and returned. */
export const loanChanges: Area = {
  title: 'User loans: changes',
  checks: [
    write(
      ['users.loans.list', 'bibs.items.scanIn'],
      'Notes: Loans',
      'a returned item is no longer among the loans',
      async (t) => {
        const { user, item, path } = await lent(t);
        await t.world.items.scanIn(item);
        equal('loans', listed(t, await t.service.get(p`/users/${user}/loans`), 'item_loan').items, []);
        refused(t, await t.service.post(path, { op: 'renew' }));
      },
    ),
    write('users.loans.renew', rule, 'renewing answers the loan with a later due date', async (t) => {
      const { loan, path } = await lent(t);
      const renewed = done(t, await t.service.post(path, { op: 'renew' }));
      equal('loan_id', renewed['loan_id'], loan['loan_id']);
      holds(
        'due_date',
        moment(renewed['due_date']) > moment(loan['due_date']),
        'a later one',
        'no later one',
      );
      equal('read again', done(t, await t.service.get(path))['due_date'], renewed['due_date']);
    }),
    write(
      'users.loans.renew',
      'Notes: Loans; Error codes',
      'there is a limit of renewals, then 401822',
      async (t) => {
        const { path } = await lent(t);
        for (let times = 0; times < 50; times += 1) {
          const answer = await t.service.post(path, { op: 'renew' });
          if (answer.status === 200) continue;
          refused(t, answer, { code: '401822' });
          return;
        }
        holds('renewals', false, 'a limit', '50 and none');
      },
    ),
    write('users.loans.renew', 'User loans', 'a loan that does not exist is refused', async (t) => {
      refused(t, await t.service.post(p`/users/${await t.world.user()}/loans/${'0'}`, { op: 'renew' }));
    }),
    ...unsupported({
      operations: ['users.loans.renew'],
      rule: 'User purchase requests, last paragraph',
      record: async (t) => {
        const { path } = await lent(t);
        return { path, readAt: path };
      },
    }),
    write('users.loans.update', rule, 'the due date is changed', async (t) => {
      const { loan, path } = await lent(t);
      const due_date = new Date(Date.now() + 40 * DAY).toISOString();
      const updated = done(t, await t.service.put(path, { ...loan, due_date }));
      equal('due_date', moment(updated['due_date']), moment(due_date));
      equal('read again', moment(done(t, await t.service.get(path))['due_date']), moment(due_date));
      took(t, await t.service.put(path, { due_date: new Date(Date.now() + 41 * DAY).toISOString() }));
    }),
    write(
      'users.loans.update',
      'User loans; Notes: Error codes',
      'a due date that is missing, none or past is refused',
      async (t) => {
        const { loan, path } = await lent(t);
        refused(t, await t.service.put(path, {}));
        refused(t, await t.service.put(path, { due_date: 'next week' }));
        refused(t, await t.service.put(path, { due_date: '2020-01-01T00:00:00Z' }), { code: '401681' });
        equal('due_date', done(t, await t.service.get(path))['due_date'], loan['due_date']);
        const nothing = p`/users/${await t.world.user()}/loans/${'0'}`;
        refused(t, await t.service.put(nothing, { due_date: '2099-01-01T00:00:00Z' }));
      },
    ),
  ],
};
