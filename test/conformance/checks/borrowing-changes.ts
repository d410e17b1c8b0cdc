import { type Area, write } from '../check.ts';
import { done, equal, noContent, notFound, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { text } from '../read.ts';
import { unsupported } from './ops.ts';
import { borrowed, collection, wanted } from './borrowed.ts';

const rule = 'User resource-sharing requests (borrowing)';

/** Resource-sharing requests: with a cost of shipping, cancelled and removed. */
export const borrowingChanges: Area = {
  title: 'Resource-sharing requests: changes',
  checks: [
    write(
      'users.resourceSharing.updateShipping',
      rule,
      'a cost is set, and the request comes back as it now stands',
      async (t) => {
        const { id, path } = await borrowed(t);
        const query = { op: 'update_shipping', shipping_cost: '12.50' };
        const updated = done(t, await t.service.post(path, query));
        equal('request_id', text(updated['request_id']), id);
        equal('read again', done(t, await t.service.get(path)), updated);
        const got = JSON.stringify(updated);
        equal('the cost stands in it', /12\.50?\b/.test(got), true);
        refused(t, await t.service.post(path, { ...query, shipping_cost: 'much' }));
      },
    ),
    ...unsupported({
      operations: ['users.resourceSharing.updateShipping'],
      rule: 'User purchase requests, last paragraph',
      record: async (t) => {
        const { path } = await borrowed(t);
        return { path, readAt: path };
      },
    }),
    write(
      'users.resourceSharing.cancel',
      rule,
      'a request is cancelled with 204; reason and note may be left out',
      async (t) => {
        const { path } = await borrowed(t);
        noContent(t, await t.service.del(path));
        refused(t, await t.service.del(path));
        const other = await borrowed(t);
        noContent(
          t,
          await t.service.del(other.path, {
            reason: t.codes.cancelReason,
            note: 'Conformance',
            notify_user: false,
          }),
        );
      },
    ),
    write(
      'users.resourceSharing.cancel',
      `${rule}, remove_request`,
      'a cancelled request can still be read, a removed one cannot',
      async (t) => {
        const cancelled = await borrowed(t);
        noContent(t, await t.service.del(cancelled.path, { remove_request: false }));
        done(t, await t.service.get(cancelled.path));
        const removed = await borrowed(t);
        noContent(t, await t.service.del(removed.path, { remove_request: true }));
        refused(t, await t.service.get(removed.path));
      },
    ),
    write(
      ['users.delete', 'users.resourceSharing.create'],
      'Users, rule 1',
      'a user with an active request is not deleted',
      async (t) => {
        const { user, path } = await borrowed(t);
        refused(t, await t.service.del(p`/users/${user}`));
        noContent(t, await t.service.del(path));
        took(t, await t.service.del(p`/users/${user}`));
      },
    ),
    write(
      [
        'users.resourceSharing.get',
        'users.resourceSharing.create',
        'users.resourceSharing.cancel',
        'users.resourceSharing.updateShipping',
      ],
      'Errors, 5',
      'an unknown user is not found, an unknown request or that of another is refused',
      async (t) => {
        const { id } = await borrowed(t);
        const other = await t.world.user();
        for (const unknown of ['0', id]) {
          const path = `${collection(other)}/${encodeURIComponent(unknown)}`;
          refused(t, await t.service.get(path));
          refused(t, await t.service.del(path));
          refused(t, await t.service.post(path, { op: 'update_shipping', shipping_cost: '1.00' }));
        }
        const nobody = t.world.unique('nobody');
        notFound(t, await t.service.post(collection(nobody), {}, wanted(t)));
        notFound(t, await t.service.get(`${collection(nobody)}/${id}`));
      },
    ),
  ],
};
