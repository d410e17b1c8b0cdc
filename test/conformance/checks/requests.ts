import { type Area, read, type Trial, write } from '../check.ts';
import { done, equal, has, holds, need, noContent, notFound, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { code, text, without } from '../read.ts';
import { paging } from './paging.ts';
import { asking, hold, ids, placing, toAskFor } from './placing.ts';

const rule = 'User requests';

const asker = async (t: Trial) => need(await t.world.userWith('requests'), 'no user with a request');

/** Requests: listed, read and created. */
export const requests: Area = {
  title: 'User requests',
  checks: [
    read(
      ['users.requests.list', 'users.requests.get'],
      rule,
      'a list holds requests in an envelope, each readable by its id',
      async (t) => {
        const user = await asker(t);
        const [id = ''] = await ids(t, user);
        const request = done(t, await t.service.get(p`/users/${user}/requests/${id}`));
        equal('the same request', text(request['request_id']) === id, true);
        for (const field of ['request_type', 'request_status'])
          has(request, field, (value) => code(value) !== '', 'a text');
      },
    ),
    ...paging({
      operation: 'users.requests.list',
      rule: 'Limits',
      key: 'user_request',
      id: (request) => request['request_id'],
      path: async (t) => p`/users/${await asker(t)}/requests`,
    }),
    read(
      ['users.requests.list', 'users.requests.get'],
      'Errors, 5; User requests',
      'an unknown user is not found, an unknown request refused with a code',
      async (t) => {
        notFound(t, await t.service.get(p`/users/${t.world.unique('nobody')}/requests`));
        refused(t, await t.service.get(p`/users/${await t.world.anyUser()}/requests/${'0'}`));
      },
    ),
    write('users.requests.list', rule, 'request_type and status choose among the requests', async (t) => {
      const { user, id, path } = await asking(t);
      equal('active holds', await ids(t, user, { request_type: 'HOLD', status: 'active' }), [id]);
      equal('bookings', await ids(t, user, { request_type: 'BOOKING' }), []);
      equal('history', await ids(t, user, { status: 'history' }), []);
      noContent(t, await t.service.del(path, { reason: t.codes.cancelReason }));
      equal('active', await ids(t, user), []);
      equal('history', await ids(t, user, { status: 'history' }), [id]);
    }),
    write(
      'users.requests.create',
      rule,
      'a hold on a title comes back with its id, its title and its place in the queue',
      async (t) => {
        const { user, item, request, path } = await asking(t);
        equal('title and user', [request['mms_id'], request['user_primary_id']], [item.mmsId, user]);
        equal('request_type', code(request['request_type']), 'HOLD');
        equal('comment', request['comment'], 'Conformance');
        equal('pickup', code(request['pickup_location_library']), t.codes.library);
        equal('place_in_queue', text(request['place_in_queue']), '1');
        equal('read again', done(t, await t.service.get(path)), request);
      },
    ),
    write(
      'users.requests.create',
      rule,
      'an item and a holding can be asked for too, and user_id_type is taken',
      async (t) => {
        const { pid, holdingId } = await toAskFor(t);
        for (const query of [{ item_pid: pid }, { holding_id: holdingId }]) {
          const user = await t.world.user();
          const request = done(t, await placing(t, user, { ...query, user_id_type: 'all_unique' }, hold(t)));
          if (query.item_pid) equal('item_id', request['item_id'], pid);
        }
      },
    ),
    write(
      'users.requests.create',
      rule,
      'one of mms_id, item_pid and holding_id must be given',
      async (t) => {
        const user = await t.world.user();
        refused(t, await t.service.post(p`/users/${user}/requests`, {}, hold(t)));
        equal('requests', await ids(t, user), []);
      },
    ),
    write(
      'users.requests.create',
      'Errors, 3',
      'what no item can fulfil is refused with 401129',
      async (t) => {
        const path = p`/users/${await t.world.user()}/requests`;
        for (const query of [{ mms_id: '0' }, { item_pid: '0' }, { holding_id: '0' }]) {
          refused(t, await t.service.post(path, query, hold(t)), { code: '401129' });
        }
      },
    ),
    write(
      'users.requests.create',
      'Errors, 2',
      'without a type, with a wrong type or pickup library it is refused',
      async (t) => {
        const user = await t.world.user();
        const { mmsId } = await toAskFor(t);
        const untyped = without(hold(t), 'request_type');
        for (const body of [
          untyped,
          { ...hold(t), request_type: 'WISH' },
          { ...hold(t), pickup_location_library: 'NOWHERE' },
        ]) {
          refused(t, await placing(t, user, { mms_id: mmsId }, body));
        }
        notFound(
          t,
          await t.service.post(p`/users/${t.world.unique('nobody')}/requests`, { mms_id: mmsId }, hold(t)),
        );
        equal('requests', await ids(t, user), []);
      },
    ),
    write(
      'users.requests.create',
      'Notes: Error codes',
      'a second request of the same patron for the same title is refused with 401136',
      async (t) => {
        const { user, item } = await asking(t);
        refused(t, await placing(t, user, { mms_id: item.mmsId }, hold(t)), { code: '401136' });
      },
    ),
    write(
      ['users.requests.create', 'users.loans.create'],
      'User requests, timing caveat; Errors, 3',
      'just after a loan 401129 may come, and passes within seconds',
      async (t) => {
        const item = await t.world.items.free();
        const [user, other] = [await t.world.user(), await t.world.user()];
        took(t, await t.service.post(p`/users/${user}/loans`, { item_barcode: item.barcode }, {}));
        const first = await t.service.post(p`/users/${other}/requests`, { mms_id: item.mmsId }, hold(t));
        if (first.status === 200) return;
        refused(t, first, { code: '401129' });
        done(t, await placing(t, other, { mms_id: item.mmsId }, hold(t)));
      },
    ),
    write(
      ['users.requests.create', 'bibs.items.scanIn', 'users.loans.create'],
      'Notes: User request',
      'a hold is set aside when its item is scanned in, lent to its patron only, and then fulfilled',
      async (t) => {
        const { item, user, path } = await asking(t);
        const desk = { library: t.codes.library, circ_desk: t.codes.desk };
        took(t, await t.service.post(item.path, { op: 'scan', ...desk }));
        holds(
          'process type',
          (await t.world.items.at(item.path)).process === 'HOLDSHELF',
          'HOLDSHELF',
          'another',
        );
        const query = { item_barcode: item.barcode };
        refused(t, await t.service.post(p`/users/${await t.world.user()}/loans`, query, {}));
        took(t, await t.service.post(p`/users/${user}/loans`, query, {}));
        equal('active requests', await ids(t, user), []);
        equal('history', (await ids(t, user, { status: 'history' })).length, 1);
        refused(t, await t.service.del(path, { reason: t.codes.cancelReason }));
      },
    ),
  ],
};
