import { type Area, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, listed, need, notFound, refused } from '../expect.ts';
import { p } from '../http.ts';
import { code, kindOf, moment, text } from '../read.ts';
import { paging } from './paging.ts';
import { desk, lent } from './lending.ts';

const rule = 'User loans';

const borrower = async (t: Trial) => need(await t.world.userWith('loans'), 'no user with a loan');
const keeping = async (t: Trial) =>
  p`/users/${need(await t.world.userWith('loans', 3), 'no user with three loans')}/loans`;

/** Loans: listed, read and made. */
export const loans: Area = {
  title: 'User loans',
  checks: [
    read(
      ['users.loans.list', 'users.loans.get'],
      rule,
      'a list holds loans in an envelope, each readable by its id',
      async (t) => {
        const user = await borrower(t);
        const { items } = listed(t, await t.service.get(p`/users/${user}/loans`), 'item_loan');
        const loan = done(t, await t.service.get(p`/users/${user}/loans/${text(items[0]?.['loan_id'])}`));
        for (const field of ['item_id', 'user_id', 'loan_status'])
          has(loan, field, (value) => code(value) !== '', 'a text');
        for (const field of ['circ_desk', 'library'])
          has(loan, field, (value) => code(value) !== '', 'a code');
        for (const field of ['due_date', 'loan_date']) {
          has(
            loan,
            field,
            (value) => /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text(value)),
            'an ISO 8601 moment',
          );
        }
      },
    ),
    ...paging({
      operation: 'users.loans.list',
      rule: 'Limits',
      key: 'item_loan',
      id: (loan) => loan['loan_id'],
      path: keeping,
    }),
    read('users.loans.list', rule, 'order_by sorts, expand=renewable says what can be renewed', async (t) => {
      const path = await keeping(t);
      for (const order_by of ['due_date', 'loan_date']) {
        const { items } = listed(t, await t.service.get(path, { order_by, limit: 100 }), 'item_loan');
        const moments = items.map((loan) => moment(loan[order_by]));
        equal(
          `order by ${order_by}`,
          moments,
          moments.toSorted((one, other) => one - other),
        );
      }
      const { items } = listed(t, await t.service.get(path, { expand: 'renewable' }), 'item_loan');
      for (const { renewable } of items) {
        const known = renewable === null || typeof renewable === 'boolean';
        holds('renewable', known, 'true, false or null', kindOf(renewable));
      }
    }),
    read(
      ['users.loans.list', 'users.loans.get'],
      'Errors, 5; User loans',
      'an unknown user is not found, an unknown loan refused with a code',
      async (t) => {
        notFound(t, await t.service.get(p`/users/${t.world.unique('nobody')}/loans`));
        refused(t, await t.service.get(p`/users/${await t.world.anyUser()}/loans/${'0'}`));
      },
    ),
    write(
      'users.loans.create',
      rule,
      'an item is lent by barcode, at the desk and library that were sent',
      async (t) => {
        const { user, item, loan, path } = await lent(t);
        equal('item_barcode', loan['item_barcode'], item.barcode);
        equal('user_id', loan['user_id'], user);
        equal('desk', [loan['circ_desk'], loan['library']].map(code), [t.codes.desk, t.codes.library]);
        equal('loan_status', code(loan['loan_status']).toUpperCase(), 'ACTIVE');
        holds('due_date', moment(loan['due_date']) > Date.now(), 'a moment to come', 'one that is past');
        equal('read again', done(t, await t.service.get(path))['loan_id'], loan['loan_id']);
        const after = await t.world.items.at(item.path);
        equal('process type of the item', after.process, 'LOAN');
      },
    ),
    write(
      'users.loans.create',
      rule,
      'an item is lent by pid, without a body, and user_id_type is taken',
      async (t) => {
        const item = await t.world.items.free();
        const barcode = t.world.unique('card');
        const type = t.codes.identifierType;
        const user = await t.world.user({ user_identifier: [{ id_type: { value: type }, value: barcode }] });
        const loan = done(
          t,
          await t.service.post(p`/users/${barcode}/loans`, { item_pid: item.pid, user_id_type: type }),
        );
        equal('item and user', [loan['item_id'], loan['user_id']], [item.pid, user]);
      },
    ),
    write('users.loans.create', rule, 'exactly one of item_barcode and item_pid must be given', async (t) => {
      const { barcode, pid } = await t.world.items.free();
      const path = p`/users/${await t.world.user()}/loans`;
      refused(t, await t.service.post(path, {}, desk(t)));
      refused(t, await t.service.post(path, { item_barcode: barcode, item_pid: pid }, desk(t)));
      equal('loans', listed(t, await t.service.get(path), 'item_loan').items, []);
    }),
    write(
      'users.loans.create',
      'Notes: Error codes',
      'an item that does not exist is refused with 401689',
      async (t) => {
        const path = p`/users/${await t.world.user()}/loans`;
        refused(t, await t.service.post(path, { item_barcode: t.world.unique('item') }, desk(t)), {
          code: '401689',
        });
        refused(t, await t.service.post(path, { item_pid: '0' }, desk(t)));
      },
    ),
    write('users.loans.create', 'Errors, 5', 'a user who does not exist is not found', async (t) => {
      const { barcode } = await t.world.items.free();
      notFound(
        t,
        await t.service.post(p`/users/${t.world.unique('nobody')}/loans`, { item_barcode: barcode }, desk(t)),
      );
    }),
    write(
      'users.loans.create',
      'Notes: Loans',
      'an item on loan is refused, to the same patron and to another',
      async (t) => {
        const { user, item } = await lent(t);
        const query = { item_barcode: item.barcode };
        const codes = [];
        for (const who of [user, await t.world.user()]) {
          const answer = await t.service.post(p`/users/${who}/loans`, query, desk(t));
          refused(t, answer);
          codes.push(answer.text.match(/"errorCode":"?(\w+)/)?.[1]);
        }
        equal('each has a code of its own', new Set(codes).size, 2);
      },
    ),
    write(
      'users.loans.create',
      'Notes: Loans',
      'a patron who is blocked or expired is refused',
      async (t) => {
        const { barcode } = await t.world.items.free();
        const user_block = [
          { block_type: { value: 'GENERAL' }, block_description: { value: '01' }, block_status: 'ACTIVE' },
        ];
        for (const fields of [{ user_block }, { expiry_date: '2020-01-01Z' }]) {
          const user = await t.world.user(fields);
          refused(t, await t.service.post(p`/users/${user}/loans`, { item_barcode: barcode }, desk(t)));
        }
      },
    ),
    write(
      'users.loans.create',
      'Notes: Error codes',
      'a desk that does not exist is refused with 401153',
      async (t) => {
        const { barcode } = await t.world.items.free();
        const path = p`/users/${await t.world.user()}/loans`;
        const nowhere = { ...desk(t), circ_desk: { value: 'NO-DESK' } };
        refused(t, await t.service.post(path, { item_barcode: barcode }, nowhere), { code: '401153' });
      },
    ),
  ],
};
