import { type Area, read, write } from '../check.ts';
import { done, equal, has, listed, need, notFound, refused } from '../expect.ts';
import { p } from '../http.ts';
import { cents, code, type Json, moment, text, without } from '../read.ts';
import { ids, owing, stands } from './owing.ts';

/** Fees: listed, read and created. */
export const fees: Area = {
  title: 'User fees',
  checks: [
    read(
      ['users.fees.list', 'users.fees.get'],
      'User fees',
      'a list holds fees in an envelope, each readable by its id',
      async (t) => {
        const user = need(await t.world.userWith('fees'), 'no user who owes a fee');
        const { items } = listed(t, await t.service.get(p`/users/${user}/fees`), 'fee');
        const fee = done(t, await t.service.get(p`/users/${user}/fees/${text(items[0]?.['id'])}`));
        for (const field of ['type', 'status', 'owner'])
          has(fee, field, (value) => code(value) !== '', 'a code');
        for (const field of ['balance', 'original_amount']) {
          has(fee, field, (value) => !Number.isNaN(cents(value)), 'an amount, as a number or a string');
        }
        has(fee, 'creation_time', (value) => !Number.isNaN(moment(value)), 'a moment');
      },
    ),
    read('users.fees.list', 'User fees, status', 'without a status the active fees are listed', async (t) => {
      const user = need(await t.world.userWith('fees'), 'no user who owes a fee');
      equal('fees listed', await ids(t, user), await ids(t, user, { status: 'ACTIVE' }));
    }),
    read(
      ['users.fees.list', 'users.fees.get'],
      'Errors, 5',
      'a user or a fee that does not exist is not found',
      async (t) => {
        notFound(t, await t.service.get(p`/users/${t.world.unique('nobody')}/fees`));
        notFound(t, await t.service.get(p`/users/${await t.world.anyUser()}/fees/${'0'}`));
      },
    ),
    write('users.fees.get', 'Errors, 5', 'a fee of another user is not found', async (t) => {
      const { id } = await owing(t);
      notFound(t, await t.service.get(p`/users/${await t.world.user()}/fees/${id}`));
    }),
    write(
      'users.fees.create',
      'Fee',
      'a created fee is active, and its balance is the original amount',
      async (t) => {
        const user = await t.world.user();
        const { feeType, library } = t.codes;
        const sent = {
          type: { value: feeType },
          original_amount: '12.50',
          owner: { value: library },
          comment: 'Conformance',
        };
        const fee = done(t, await t.service.post(p`/users/${user}/fees`, {}, sent));
        has(fee, 'id', (value) => text(value) !== '', 'an id');
        equal('codes', [fee['type'], fee['owner']].map(code), [feeType, library]);
        equal('comment', fee['comment'], 'Conformance');
        await stands(t, p`/users/${user}/fees/${text(fee['id'])}`, 'ACTIVE', '12.50');
      },
    ),
    write(
      'users.fees.create',
      'General conventions, 2',
      'plain codes and an amount as a number are taken',
      async (t) => {
        const user = await t.world.user();
        const sent = { type: t.codes.feeType, original_amount: 3.5, owner: t.codes.library };
        const fee = done(t, await t.service.post(p`/users/${user}/fees`, {}, sent));
        await stands(t, p`/users/${user}/fees/${text(fee['id'])}`, 'ACTIVE', '3.50');
      },
    ),
    ...['type', 'original_amount', 'owner'].map((field) =>
      write('users.fees.create', 'Fee; Errors, 2', `without ${field} it is refused`, async (t) => {
        const user = await t.world.user();
        const { feeType, library } = t.codes;
        const sent: Json = { type: { value: feeType }, original_amount: '1.00', owner: { value: library } };
        refused(t, await t.service.post(p`/users/${user}/fees`, {}, without(sent, field)));
        equal('fees', await ids(t, user), []);
      }),
    ),
    write(
      'users.fees.create',
      'Errors',
      'a type, an owner or an amount that is none is refused',
      async (t) => {
        const user = await t.world.user();
        const sent = { type: t.codes.feeType, original_amount: '1.00', owner: t.codes.library };
        for (const wrong of [
          { type: 'NO-TYPE' },
          { owner: 'NO-LIBRARY' },
          { original_amount: '1,00' },
          { original_amount: '0' },
        ]) {
          refused(t, await t.service.post(p`/users/${user}/fees`, {}, { ...sent, ...wrong }));
        }
        notFound(t, await t.service.post(p`/users/${t.world.unique('nobody')}/fees`, {}, sent));
        equal('fees', await ids(t, user), []);
      },
    ),
  ],
};
