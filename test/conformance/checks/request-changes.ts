import { type Area, write } from '../check.ts';
import { done, equal, holds, noContent, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { code } from '../read.ts';
import { unsupported } from './ops.ts';
import { asking, digitization, ids } from './placing.ts';

const rule = 'User requests';

/** Requests: changed, cancelled and moved on. */
export const requestChanges: Area = {
  title: 'User requests: changes',
  checks: [
    write('users.requests.update', rule, 'a changed request comes back as it now stands', async (t) => {
      const { request, path } = await asking(t);
      const updated = done(t, await t.service.put(path, { ...request, comment: 'Changed' }));
      equal('comment', updated['comment'], 'Changed');
      equal('request_id', updated['request_id'], request['request_id']);
      equal('read again', done(t, await t.service.get(path))['comment'], 'Changed');
    }),
    write(
      'users.requests.update',
      'User requests; Errors, 2',
      'an unknown request, or a pickup library that is none, is refused',
      async (t) => {
        const { user, request, path } = await asking(t);
        refused(t, await t.service.put(p`/users/${user}/requests/${'0'}`, request));
        refused(t, await t.service.put(path, { ...request, pickup_location_library: 'NOWHERE' }));
        equal('the request', done(t, await t.service.get(path)), request);
      },
    ),
    write(
      ['users.requests.cancel', 'users.delete'],
      'User requests; Users, rule 1',
      'a request is cancelled with 204, once; until then its user is not deleted',
      async (t) => {
        const { user, path } = await asking(t);
        refused(t, await t.service.del(p`/users/${user}`));
        noContent(t, await t.service.del(path, { reason: t.codes.cancelReason, note: 'Conformance' }));
        equal('active', await ids(t, user), []);
        refused(t, await t.service.del(path, { reason: t.codes.cancelReason }));
        took(t, await t.service.del(p`/users/${user}`));
      },
    ),
    write(
      'users.requests.cancel',
      rule,
      'without a reason, or with one that is not known, it is refused',
      async (t) => {
        const { user, id, path } = await asking(t);
        refused(t, await t.service.del(path));
        refused(t, await t.service.del(path, { reason: 'NO-REASON' }));
        equal('active', await ids(t, user), [id]);
      },
    ),
    write('users.requests.cancel', rule, 'a request that does not exist is refused', async (t) => {
      const path = p`/users/${await t.world.user()}/requests/${'0'}`;
      refused(t, await t.service.del(path, { reason: t.codes.cancelReason }));
    }),
    write('users.requests.nextStep', rule, 'a digitization request is moved to its next step', async (t) => {
      const { path, request } = await asking(t, digitization(t));
      took(t, await t.service.post(path, { op: 'next_step' }));
      const after = done(t, await t.service.get(path));
      const state = (one: typeof after) => [one['request_status'], one['task_name']].map(code).join(' ');
      holds('status or task', state(after) !== state(request), 'another', 'the same');
    }),
    write('users.requests.nextStep', rule, 'a hold has no next step', async (t) => {
      const { path, request } = await asking(t);
      refused(t, await t.service.post(path, { op: 'next_step' }));
      equal('the request', done(t, await t.service.get(path)), request);
    }),
    ...unsupported({
      operations: ['users.requests.nextStep'],
      rule: 'User purchase requests, last paragraph',
      record: async (t) => {
        const { path } = await asking(t, digitization(t));
        return { path, readAt: path };
      },
    }),
  ],
};
