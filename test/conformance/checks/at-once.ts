import { type Area, write } from '../check.ts';
import { done, equal, listed, refused } from '../expect.ts';
import { p } from '../http.ts';
import { cents, text } from '../read.ts';
import { hold, placing, toAskFor } from './placing.ts';

const rule = 'States and transitions';
const MANY = 8;
const each = Array.from({ length: MANY }, (_, index) => index);

/** What happens when several desks do the same at one time. */
export const atOnce: Area = {
  title: 'At once',
  checks: [
    write('users.loans.create', rule, 'of desks that lend one item at once, exactly one does', async (t) => {
      const { barcode } = await t.world.items.free();
      const users = await Promise.all(each.map(() => t.world.user()));
      const answers = await Promise.all(
        users.map((user) => t.service.post(p`/users/${user}/loans`, { item_barcode: barcode }, {})),
      );
      equal('loans', answers.filter(({ status }) => status === 200).length, 1);
      for (const answer of answers) if (answer.status !== 200) refused(t, answer);
    }),
    write(
      'users.fees.pay',
      rule,
      'of payments of the whole balance at once, exactly one counts',
      async (t) => {
        const user = await t.world.user();
        const path = p`/users/${user}/fees/${await t.world.fee(user, '5.00')}`;
        const pay = { op: 'pay', amount: '5.00', method: 'CASH' };
        const answers = await Promise.all(each.map(() => t.service.post(path, pay)));
        equal('payments', answers.filter(({ status }) => status === 200).length, 1);
        for (const answer of answers) if (answer.status !== 200) refused(t, answer);
        equal('balance in hundredths', cents(done(t, await t.service.get(path))['balance']), 0);
      },
    ),
    write('users.requests.create', rule, 'holds placed at once stand in a queue without gaps', async (t) => {
      const { mmsId } = await toAskFor(t);
      const users = await Promise.all(each.map(() => t.world.user()));
      for (const answer of await Promise.all(
        users.map((user) => placing(t, user, { mms_id: mmsId }, hold(t))),
      )) {
        done(t, answer);
      }
      const places = await Promise.all(
        users.map(async (user) => {
          const { items } = listed(t, await t.service.get(p`/users/${user}/requests`), 'user_request');
          return Number(text(items[0]?.['place_in_queue']));
        }),
      );
      const sorted = places.toSorted((one, other) => one - other);
      equal(
        'places in the queue',
        sorted,
        each.map((index) => index + 1),
      );
    }),
    write('users.create', rule, 'of users with one primary id created at once, exactly one is', async (t) => {
      const record = t.world.record();
      const answers = await Promise.all(each.map(() => t.service.post('/users', {}, record)));
      const created = answers.filter(({ status }) => status === 200);
      for (const answer of created) t.world.register(answer);
      equal('users', created.length, 1);
      for (const answer of answers) if (answer.status !== 200) refused(t, answer);
    }),
  ],
};
