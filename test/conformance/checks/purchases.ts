import { type Area, read, type Trial, write } from '../check.ts';
import { acknowledged, done, equal, has, listed, need, notFound, refused } from '../expect.ts';
import { p } from '../http.ts';
import { at, code, type Json, text } from '../read.ts';
import { unsupported } from './ops.ts';
import { paging } from './paging.ts';

const rule = 'User purchase requests';
const older = ['purchase_request'];

const wish = (t: Trial): Json => ({
  format: { value: 'P' },
  citation_type: { value: 'BK' },
  resource_metadata: { title: 'Conformance' },
  owner: { value: t.codes.library },
});

/** The id and the status, under whichever of the names the notes allow. */
const idOf = (request: Json) => text(request['request_id'] ?? request['id']);
const statusOf = (request: Json) => code(request['request_status'] ?? request['status']);

async function wished(t: Trial, many = 1) {
  const user = await t.world.user();
  let answer: Json = {};
  for (let made = 0; made < many; made += 1) {
    answer = done(t, await t.service.post(p`/users/${user}/purchase-requests`, {}, wish(t)));
  }
  return { user, answer, path: p`/users/${user}/purchase-requests/${idOf(answer)}` };
}

async function ids(t: Trial, user: string, query = {}): Promise<string[]> {
  const answer = await t.service.get(p`/users/${user}/purchase-requests`, query);
  return listed(t, answer, 'user_request', older).items.map(idOf);
}

/** A user with more purchase requests than a page has. */
const manyWishes = (t: Trial) =>
  t.world.once('purchase requests', async () => {
    const { user } = await wished(t, 12);
    return p`/users/${user}/purchase-requests`;
  });

export const purchases: Area = {
  title: 'User purchase requests',
  checks: [
    read('users.purchaseRequests.get', rule, 'one that is listed is read by its id', async (t) => {
      const { user, entry } = need(
        await t.world.entryOf('purchase-requests', ['user_request', ...older]),
        'no purchase request',
      );
      const one = done(t, await t.service.get(p`/users/${user}/purchase-requests/${idOf(entry)}`));
      equal('the same id', idOf(one) === idOf(entry), true);
    }),
    read('users.purchaseRequests.list', rule, 'a list comes in an envelope', async (t) => {
      await ids(t, await t.world.anyUser());
    }),
    ...paging({
      operation: 'users.purchaseRequests.list',
      rule: 'Limits',
      key: 'user_request',
      older,
      id: idOf,
      path: async (t) =>
        t.service.reach.readOnly ? p`/users/${await t.world.anyUser()}/purchase-requests` : manyWishes(t),
    }),
    write(
      ['users.purchaseRequests.create', 'users.purchaseRequests.get', 'users.purchaseRequests.list'],
      rule,
      'a created request is in review, is read by its id, and listed',
      async (t) => {
        const { user, answer, path } = await wished(t);
        has({ id: idOf(answer) }, 'id', (value) => value !== '', 'an id');
        const got = done(t, await t.service.get(path, { user_id_type: 'all_unique' }));
        equal('title', at(got, 'resource_metadata.title'), 'Conformance');
        equal('codes', [got['format'], got['citation_type'], got['owner']].map(code), [
          'P',
          'BK',
          t.codes.library,
        ]);
        equal('status', statusOf(got), 'INREVIEW');
        equal('listed', await ids(t, user), [idOf(answer)]);
      },
    ),
    write('users.purchaseRequests.list', rule, 'status chooses among the requests', async (t) => {
      const { user, answer, path } = await wished(t);
      equal('in review', await ids(t, user, { status: 'INREVIEW' }), [idOf(answer)]);
      equal('approved', await ids(t, user, { status: 'APPROVED' }), []);
      acknowledged(t, await t.service.post(path, { op: 'cancel' }));
      equal('in review', await ids(t, user, { status: 'INREVIEW' }), []);
    }),
    ...['format', 'citation_type', 'resource_metadata', 'owner'].map((field) =>
      write(
        'users.purchaseRequests.create',
        'Notes: Purchase requests; Errors, 2',
        `without ${field} it is refused`,
        async (t) => {
          const user = await t.world.user();
          refused(
            t,
            await t.service.post(p`/users/${user}/purchase-requests`, {}, { ...wish(t), [field]: undefined }),
          );
          equal('requests', await ids(t, user), []);
        },
      ),
    ),
    write(
      'users.purchaseRequests.cancel',
      'Notes: Purchase requests',
      'a request in review is cancelled, once',
      async (t) => {
        const { path } = await wished(t);
        acknowledged(t, await t.service.post(path, { op: 'cancel' }));
        const after = await t.service.get(path);
        if (after.status === 200) equal('status', statusOf(done(t, after)), 'CANCELLED');
        refused(t, await t.service.post(path, { op: 'cancel' }));
      },
    ),
    write('users.purchaseRequests.cancel', rule, 'there is no DELETE', async (t) => {
      const { path } = await wished(t);
      const answer = await t.service.del(path);
      equal('refused', answer.status >= 400 && answer.status < 500, true);
      equal('status', statusOf(done(t, await t.service.get(path))), 'INREVIEW');
    }),
    ...unsupported({
      operations: ['users.purchaseRequests.cancel'],
      rule: 'User purchase requests, last paragraph; Errors, 3',
      code: '401873',
      record: async (t) => {
        const { path } = await wished(t);
        return { path, readAt: path };
      },
    }),
    write(
      [
        'users.purchaseRequests.list',
        'users.purchaseRequests.create',
        'users.purchaseRequests.get',
        'users.purchaseRequests.cancel',
      ],
      'Errors, 5',
      'an unknown user is not found, an unknown request or that of another is refused',
      async (t) => {
        const { answer } = await wished(t);
        const other = await t.world.user();
        refused(t, await t.service.get(p`/users/${other}/purchase-requests/${idOf(answer)}`));
        refused(t, await t.service.get(p`/users/${other}/purchase-requests/${'0'}`));
        refused(t, await t.service.post(p`/users/${other}/purchase-requests/${'0'}`, { op: 'cancel' }));
        const nobody = p`/users/${t.world.unique('nobody')}/purchase-requests`;
        notFound(t, await t.service.get(nobody));
        notFound(t, await t.service.post(nobody, {}, wish(t)));
      },
    ),
  ],
};
