import { type Area, read, type Trial, write } from '../check.ts';
import { equal, has, holds, isText, listed, need, refused, statusOf } from '../expect.ts';
import { paging } from './paging.ts';

const rule = 'Users';

/** Fails unless a search finds exactly so many of the users named. */
async function finds(t: Trial, q: string, id: string, found: boolean): Promise<void> {
  const { items } = listed(t, await t.service.get('/users', { q, limit: 100 }), 'user');
  equal(
    `q=${q} finds the user`,
    items.some((user) => user['primary_id'] === id),
    found,
  );
}

/** Users in a list, and the search among them. */
export const userSearch: Area = {
  title: 'Users: lists',
  checks: [
    read(
      'users.list',
      'General conventions, 4',
      'answers users in an envelope with their count',
      async (t) => {
        const { items } = listed(t, await t.service.get('/users'), 'user');
        const user = need(items[0], 'no users');
        has(user, 'primary_id', isText, 'a text');
      },
    ),
    ...paging({
      operation: 'users.list',
      rule: 'Limits',
      key: 'user',
      id: (user) => user['primary_id'],
      path: () => Promise.resolve('/users'),
    }),
    read(
      'users.list',
      rule,
      'order_by, expand, source_user_id and source_institution_code are taken',
      async (t) => {
        const query = {
          order_by: 'last_name',
          expand: 'none',
          source_user_id: 'x',
          source_institution_code: 'x',
        };
        listed(t, await t.service.get('/users', { ...query, limit: 2 }), 'user');
      },
    ),
    read('users.list', `${rule}, rule 2`, 'a search of nothing is refused', async (t) => {
      refused(t, await t.service.get('/users', { q: ' ' }));
    }),
    read('users.list', 'Notes: Users', 'a search of a field that is not known is refused', async (t) => {
      refused(t, await t.service.get('/users', { q: 'shoe_size~42' }));
    }),
    read(
      'users.list',
      'Users, q',
      'a search of any text is answered or refused, never a fault',
      async (t) => {
        const texts = [
          `'; DROP TABLE users; --`,
          '"',
          '(',
          '~',
          '%',
          '\\',
          'AND',
          '* OR 1=1',
          'שלום',
          '\u{1F4DA}',
        ];
        for (const value of texts) {
          for (const q of [value, `last_name~${value}`]) {
            const answer = await t.service.get('/users', { q });
            holds(`q=${q}`, answer.status < 500, 'an answer or a refusal', statusOf(answer));
          }
        }
      },
    ),
    write(
      ['users.list', 'users.create'],
      'Users, q',
      'a search finds by field, word, and both with AND',
      async (t) => {
        const [first, last] = [`Zoë${t.world.run}`, `Müller${t.world.run}`];
        const id = await t.world.user({ first_name: first, last_name: last });
        await finds(t, `last_name~${last}`, id, true);
        await finds(t, `primary_id~${id}`, id, true);
        await finds(t, `last_name~${last} AND first_name~${first}`, id, true);
        await finds(t, `last_name~${last} AND first_name~Nobody${t.world.run}`, id, false);
        await finds(t, `first_name~${last}`, id, false);
      },
    ),
    write(
      'users.list',
      'Notes: Users',
      'a search knows no case, no accents, and finds the beginning of a word',
      async (t) => {
        const id = await t.world.user({ last_name: `Dvořák${t.world.run}` });
        for (const value of [
          `DVORAK${t.world.run}`,
          `dvořák${t.world.run}`,
          `dvorak${t.world.run.slice(0, -1)}`,
        ]) {
          await finds(t, `last_name~${value}`, id, true);
        }
      },
    ),
  ],
};
