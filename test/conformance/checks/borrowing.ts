import { type Area, type Trial, write } from '../check.ts';
import { done, equal, has, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { code, type Json, text } from '../read.ts';
import { borrowed, collection, wanted } from './borrowed.ts';

const rule = 'User resource-sharing requests (borrowing)';
const form = 'Requests: resource-sharing request body';

async function refusesWithout(t: Trial, fields: Json): Promise<void> {
  const user = await t.world.user();
  refused(t, await t.service.post(collection(user), {}, { ...wanted(t), ...fields }));
  took(t, await t.service.del(p`/users/${user}`));
}

/** Resource-sharing requests: created and read. */
export const borrowing: Area = {
  title: 'Resource-sharing requests',
  checks: [
    write(
      ['users.resourceSharing.create', 'users.resourceSharing.get'],
      rule,
      'a created request has an id, by which it is read',
      async (t) => {
        const { answer, path } = await borrowed(t);
        has(answer, 'request_id', (value) => text(value) !== '', 'an id');
        const got = done(t, await t.service.get(path));
        for (const field of ['title', 'journal_title', 'author', 'year'])
          equal(field, got[field], wanted(t)[field]);
        equal('codes', [got['format'], got['citation_type'], got['pickup_location']].map(code), [
          'DIGITAL',
          'CR',
          t.codes.library,
        ]);
        equal('owner', code(got['owner']), t.codes.library);
      },
    ),
    write(
      'users.resourceSharing.create',
      form,
      'format, citation type and place type are taken plain as well',
      async (t) => {
        const { answer } = await borrowed(t, {
          format: 'DIGITAL',
          citation_type: 'CR',
          pickup_location_type: 'LIBRARY',
        });
        equal('codes', [answer['format'], answer['citation_type']].map(code), ['DIGITAL', 'CR']);
      },
    ),
    write('users.resourceSharing.create', form, 'user_id_type and override_blocks are taken', async (t) => {
      await borrowed(t, {}, { user_id_type: 'all_unique', override_blocks: true });
    }),
    write(
      'users.resourceSharing.create',
      `${rule}, override_blocks`,
      'a blocked patron is refused, unless blocks are overridden',
      async (t) => {
        const block = {
          block_type: { value: 'GENERAL' },
          block_description: { value: '01' },
          block_status: 'ACTIVE',
        };
        const user = await t.world.user({ user_block: [block] });
        refused(t, await t.service.post(collection(user), {}, wanted(t)));
        refused(t, await t.service.post(collection(user), { override_blocks: false }, wanted(t)));
        await borrowed(t, {}, { override_blocks: true }, user);
      },
    ),
    write('users.resourceSharing.create', form, 'a wrapped owner is refused', (t) =>
      refusesWithout(t, { owner: { value: t.codes.library } }),
    ),
    write(
      'users.resourceSharing.create',
      `${form}; Errors, 2`,
      'without a title or anything else that names the work it is refused',
      (t) =>
        refusesWithout(t, { title: undefined, journal_title: undefined, author: undefined, year: undefined }),
    ),
    ...['owner', 'format', 'citation_type'].map((field) =>
      write('users.resourceSharing.create', `${form}; Errors, 2`, `without ${field} it is refused`, (t) =>
        refusesWithout(t, { [field]: undefined }),
      ),
    ),
    write(
      'users.resourceSharing.create',
      form,
      'without agreement to the copyright terms it is refused',
      async (t) => {
        await refusesWithout(t, { agree_to_copyright_terms: undefined });
        await refusesWithout(t, { agree_to_copyright_terms: false });
      },
    ),
    write('users.resourceSharing.create', 'Errors, 2', 'an owner that is no library is refused', (t) =>
      refusesWithout(t, { owner: 'NO-LIBRARY' }),
    ),
    write(
      ['users.resourceSharing.create', 'users.resourceSharing.get'],
      `${form}; Notes: More`,
      'external_id comes back, and request_id_type=external finds by it',
      async (t) => {
        const external_id = t.world.unique('external');
        const { user, id, answer } = await borrowed(t, { external_id });
        equal('external_id', answer['external_id'], external_id);
        const path = `${collection(user)}/${external_id}`;
        const got = done(t, await t.service.get(path, { request_id_type: 'external' }));
        equal('request_id', text(got['request_id']), id);
        refused(t, await t.service.get(path));
      },
    ),
  ],
};
