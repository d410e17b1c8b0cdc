import { type Area, write } from '../check.ts';
import { done, equal, notFound, refused, took } from '../expect.ts';
import { objectOf, p } from '../http.ts';
import { at, isObject, objects } from '../read.ts';

const rule = 'Users';

/** User records: replaced and deleted. */
export const userChanges: Area = {
  title: 'Users: changes',
  checks: [
    write(
      'users.update',
      rule,
      'the record is replaced as a whole, and comes back as it now stands',
      async (t) => {
        const id = await t.world.user({ first_name: 'Before', conformance_field: 'gone' });
        const sent = t.world.record({ primary_id: id, first_name: 'After' });
        const updated = done(t, await t.service.put(p`/users/${id}`, sent));
        equal('first_name', updated['first_name'], 'After');
        equal('a field that was left out', updated['conformance_field'], undefined);
        equal('read again', done(t, await t.service.get(p`/users/${id}`)), updated);
      },
    ),
    write('users.update', rule, 'what was read can be written back, and is then as it was', async (t) => {
      const id = await t.world.user({ odd: [null, { deep: '1' }, 1.5], emails: [], user_note: [] });
      const before = done(t, await t.service.get(p`/users/${id}`, { expand: 'loans,requests,fees' }));
      took(t, await t.service.put(p`/users/${id}`, before));
      const { loans, requests, fees, ...rest } = before;
      equal('counts were read', [loans, requests, fees].every(isObject), true);
      equal('the user', done(t, await t.service.get(p`/users/${id}`)), rest);
    }),
    write(
      'users.update',
      'Errors, 5',
      'a user who does not exist is not found, and not created',
      async (t) => {
        const record = t.world.record();
        notFound(t, await t.service.put(p`/users/${record.primary_id}`, record));
        notFound(t, await t.service.get(p`/users/${record.primary_id}`));
      },
    ),
    write(
      'users.update',
      'Errors, 2',
      'a record without a required field is refused and changes nothing',
      async (t) => {
        const id = await t.world.user({ first_name: 'Kept' });
        refused(t, await t.service.put(p`/users/${id}`, { primary_id: id, first_name: 'Lost' }));
        equal('first_name', done(t, await t.service.get(p`/users/${id}`))['first_name'], 'Kept');
      },
    ),
    write('users.update', 'Notes: Users', 'an identifier of another user is refused', async (t) => {
      const [one, other] = [await t.world.user(), await t.world.user()];
      refused(t, await t.service.put(p`/users/${one}`, t.world.record({ primary_id: other })));
    }),
    write('users.delete', rule, 'the deleted user is echoed, and is gone', async (t) => {
      const id = await t.world.user();
      const answer = await t.service.del(p`/users/${id}`);
      if (answer.status === 204) t.differs('DELETE of a user', '200 with the user', '204');
      else equal('primary_id', done(t, answer)['primary_id'], id);
      notFound(t, await t.service.get(p`/users/${id}`));
      notFound(t, await t.service.del(p`/users/${id}`));
    }),
    write(
      ['users.delete', 'users.fees.create'],
      `${rule}, rule 1; Errors, 6`,
      'a user who owes a fee is not deleted',
      async (t) => {
        const id = await t.world.user();
        await t.world.fee(id, '1.00');
        refused(t, await t.service.del(p`/users/${id}`));
        done(t, await t.service.get(p`/users/${id}`));
        await t.service.post(p`/users/${id}/fees/all`, { op: 'pay', amount: 'ALL', method: 'CASH' });
        took(t, await t.service.del(p`/users/${id}`));
      },
    ),
    write(
      ['users.delete', 'users.loans.create'],
      `${rule}, rule 1; Errors, 6`,
      'a user with a loan is not deleted',
      async (t) => {
        const item = await t.world.items.free();
        const id = await t.world.user();
        took(t, await t.service.post(p`/users/${id}/loans`, { item_barcode: item.barcode }, {}));
        refused(t, await t.service.del(p`/users/${id}`));
        equal(
          'still listed',
          objects(at(objectOf(await t.service.get(p`/users/${id}/loans`)), 'item_loan')).length,
          1,
        );
        await t.world.items.scanIn(item);
        took(t, await t.service.del(p`/users/${id}`));
      },
    ),
  ],
};
