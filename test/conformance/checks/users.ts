import { type Area, read, write } from '../check.ts';
import { done, equal, has, holds, notFound, refused } from '../expect.ts';
import { p } from '../http.ts';
import { code, isObject, text, without } from '../read.ts';

const form = 'User';
const rule = 'Users';

/** User records: created and read. */
export const users: Area = {
  title: 'Users',
  checks: [
    write(
      'users.create',
      'User',
      'the created user comes back with what was sent, known fields and others',
      async (t) => {
        const sent = t.world.record({
          first_name: 'Conformance',
          last_name: 'Suite',
          expiry_date: '2099-12-31Z',
          emails: [{ type: 'personal', address: 'suite@example.org', preferred: true }],
          conformance_field: { nested: [1, '1', null] },
        });
        const answer = await t.service.post('/users', {}, sent);
        t.world.register(answer);
        const user = done(t, answer);
        for (const field of [
          'primary_id',
          'first_name',
          'last_name',
          'expiry_date',
          'emails',
          'conformance_field',
        ]) {
          equal(field, user[field], sent[field]);
        }
        for (const field of ['account_type', 'status', 'user_group'])
          equal(field, code(user[field]), code(sent[field]));
        equal('read again', done(t, await t.service.get(p`/users/${sent.primary_id}`)), user);
      },
    ),
    ...['account_type', 'status', 'user_group'].map((field) =>
      write('users.create', form, `${field} is taken plain as well as wrapped`, async (t) => {
        const record = t.world.record();
        record[field] = code(record[field]);
        const answer = await t.service.post('/users', {}, record);
        t.world.register(answer);
        equal(field, code(done(t, answer)[field]), record[field]);
      }),
    ),
    ...['primary_id', 'account_type', 'status', 'user_group'].map((field) =>
      write('users.create', `${form}; Errors, 2`, `without ${field} it is refused`, async (t) => {
        const record = t.world.record();
        refused(t, await t.service.post('/users', {}, without(record, field)));
        refused(t, await t.service.post('/users', {}, { ...record, [field]: '' }));
      }),
    ),
    write(
      'users.create',
      'Notes: Users',
      'a second user with the same primary id or identifier is refused',
      async (t) => {
        const barcode = t.world.unique('barcode');
        const user_identifier = [{ id_type: { value: t.codes.identifierType }, value: barcode }];
        const id = await t.world.user({ user_identifier });
        refused(t, await t.service.post('/users', {}, t.world.record({ primary_id: id })));
        refused(t, await t.service.post('/users', {}, t.world.record({ user_identifier })));
      },
    ),
    write('users.create', 'Errors', 'a user group that the library does not have is refused', async (t) => {
      refused(
        t,
        await t.service.post('/users', {}, t.world.record({ user_group: { value: 'NO-SUCH-GROUP' } })),
      );
    }),
    read('users.get', rule, 'a listed user is read by the primary id', async (t) => {
      const id = await t.world.anyUser();
      const user = done(t, await t.service.get(p`/users/${id}`));
      equal('the same primary id', user['primary_id'] === id, true);
      for (const field of ['account_type', 'status', 'user_group'])
        has(user, field, (value) => code(value) !== '', 'a code');
    }),
    write(
      'users.get',
      'General conventions, 3',
      'a user is found by barcode, and by user_id_type only of that type',
      async (t) => {
        const barcode = t.world.unique('barcode');
        const type = t.codes.identifierType;
        const id = await t.world.user({ user_identifier: [{ id_type: { value: type }, value: barcode }] });
        const found = async (query = {}) =>
          done(t, await t.service.get(p`/users/${barcode}`, query))['primary_id'];
        equal('by barcode', await found(), id);
        equal('by barcode, all_unique', await found({ user_id_type: 'all_unique' }), id);
        equal('by barcode and its type', await found({ user_id_type: type }), id);
        notFound(t, await t.service.get(p`/users/${id}`, { user_id_type: type }));
      },
    ),
    write(
      'users.get',
      'General conventions, 3',
      'ids with slashes, spaces and letters of any script are found',
      async (t) => {
        for (const odd of ['a/b', 'a b', 'ü&=?#', 'שלום']) {
          const id = `${t.world.unique('odd')}${odd}`;
          t.world.register(await t.service.post('/users', {}, t.world.record({ primary_id: id })));
          equal('primary_id', done(t, await t.service.get(p`/users/${id}`))['primary_id'], id);
        }
      },
    ),
    read(
      'users.get',
      'Users, expand',
      'expand=none is the user alone; loans, requests and fees come as counts',
      async (t) => {
        const id = await t.world.anyUser();
        const plain = done(t, await t.service.get(p`/users/${id}`, { expand: 'none' }));
        equal('loans without expand', isObject(plain['loans']), false);
        const user = done(t, await t.service.get(p`/users/${id}`, { expand: 'loans,requests,fees' }));
        for (const name of ['loans', 'requests', 'fees']) {
          has(user, `${name}.value`, (value) => /^\d+(\.\d+)?$/.test(text(value)), 'a number');
        }
      },
    ),
    read('users.get', 'Errors, 5', 'a user who does not exist is not found', async (t) => {
      notFound(t, await t.service.get(p`/users/${t.world.unique('nobody')}`));
    }),
    read('users.personalData', rule, 'the export is an object', async (t) => {
      const exported = done(t, await t.service.get(p`/users/${await t.world.anyUser()}/personal-data`));
      holds('the export', Object.keys(exported).length > 0, 'an object with data', 'an empty one');
    }),
    read(
      'users.personalData',
      `${rule}, rule 3`,
      'of a user who does not exist: 404, or 400 with 401890',
      async (t) => {
        const answer = await t.service.get(p`/users/${t.world.unique('nobody')}/personal-data`);
        refused(t, answer, { status: [404, 400], ...(answer.status === 400 ? { code: '401890' } : {}) });
      },
    ),
  ],
};
