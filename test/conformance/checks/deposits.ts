import { type Area, read, type Trial, write } from '../check.ts';
import { done, equal, has, listed, need, notFound, refused, took } from '../expect.ts';
import { p } from '../http.ts';
import { cents, code, type Json, text } from '../read.ts';
import { unsupported } from './ops.ts';

const rule = 'User deposits';
const states = 'Notes: Deposits';
const older = ['user_deposit'];

const deposit = (t: Trial): Json => ({
  deposit_profile: { value: t.codes.depositProfile },
  amount: '50.00',
  owner: { value: t.codes.library },
  comment: 'Conformance',
});

async function deposited(t: Trial) {
  const user = await t.world.user();
  const answer = done(t, await t.service.post(p`/users/${user}/deposits`, {}, deposit(t)));
  return { user, answer, path: p`/users/${user}/deposits/${idOf(answer)}` };
}

/** Ours call the id `id`; older ones say whose it is. */
function idOf(record: Json): string {
  return text(record['id'] ?? record['deposit_id']);
}

async function state(t: Trial, path: string): Promise<string> {
  return code(done(t, await t.service.get(path))['status']);
}

/** What each state leads to, by op; what is not named here is refused. */
const ways: { from: string; before: string[]; legal: Record<string, string> }[] = [
  { from: 'ACTIVE', before: [], legal: { pay: 'PAID', dispute: 'INDISPUTE' } },
  { from: 'PAID', before: ['pay'], legal: { refund: 'REFUNDED', dispute: 'INDISPUTE' } },
  { from: 'INDISPUTE', before: ['dispute'], legal: { restore: 'ACTIVE' } },
  { from: 'INDISPUTE', before: ['pay', 'dispute'], legal: { restore: 'PAID' } },
  { from: 'REFUNDED', before: ['pay', 'refund'], legal: {} },
];

export const deposits: Area = {
  title: 'User deposits',
  checks: [
    read('users.deposits.get', rule, 'one that is listed is read by its id', async (t) => {
      const { user, entry } = need(await t.world.entryOf('deposits', ['deposit', ...older]), 'no deposit');
      const one = done(t, await t.service.get(p`/users/${user}/deposits/${idOf(entry)}`));
      equal('the same id', idOf(one) === idOf(entry), true);
    }),
    read('users.deposits.list', rule, 'a list comes in an envelope', async (t) => {
      listed(t, await t.service.get(p`/users/${await t.world.anyUser()}/deposits`), 'deposit', older);
    }),
    write(
      ['users.deposits.create', 'users.deposits.get'],
      'Deposit',
      'a created deposit has an id, by which it is read',
      async (t) => {
        const { answer, path } = await deposited(t);
        has(answer, 'id', (value) => text(value) !== '', 'an id');
        const got = done(t, await t.service.get(path));
        equal('amount in hundredths', cents(got['amount']), 5000);
        equal('codes', [got['deposit_profile'], got['owner']].map(code), [
          t.codes.depositProfile,
          t.codes.library,
        ]);
        equal('comment', got['comment'], 'Conformance');
      },
    ),
    write('users.deposits.list', 'General conventions, 4', 'what was deposited is listed', async (t) => {
      const { user, answer } = await deposited(t);
      const { items } = listed(t, await t.service.get(p`/users/${user}/deposits`), 'deposit', older);
      equal('ids', items.map(idOf), [idOf(answer)]);
    }),
    ...['deposit_profile', 'amount', 'owner'].map((field) =>
      write('users.deposits.create', `${states}; Errors, 2`, `without ${field} it is refused`, async (t) => {
        const user = await t.world.user();
        refused(
          t,
          await t.service.post(p`/users/${user}/deposits`, {}, { ...deposit(t), [field]: undefined }),
        );
        equal(
          'deposits',
          listed(t, await t.service.get(p`/users/${user}/deposits`), 'deposit', older).items,
          [],
        );
      }),
    ),
    write(
      'users.deposits.create',
      'Errors, 2',
      'a profile, an owner or an amount that is none is refused',
      async (t) => {
        const path = p`/users/${await t.world.user()}/deposits`;
        const wrongs = [
          { deposit_profile: { value: 'NO-PROFILE' } },
          { owner: { value: 'NO-LIBRARY' } },
          { amount: 'much' },
          { amount: '-1.00' },
        ];
        for (const wrong of wrongs) refused(t, await t.service.post(path, {}, { ...deposit(t), ...wrong }));
      },
    ),
    ...ways.flatMap(({ from, before, legal }) =>
      ['pay', 'refund', 'dispute', 'restore'].map((op) => {
        const to = legal[op];
        const past = before.length > 0 ? ` (after ${before.join(', ')})` : '';
        const name = to ? `${op} leads from ${from}${past} to ${to}` : `${op} is refused when ${from}${past}`;
        return write('users.deposits.act', states, name, async (t) => {
          const { path } = await deposited(t);
          for (const step of before) took(t, await t.service.post(path, { op: step }));
          const was = await state(t, path);
          const answer = await t.service.post(path, { op });
          if (to === undefined) refused(t, answer);
          else took(t, answer);
          equal('status', await state(t, path), to ?? was);
        });
      }),
    ),
    ...unsupported({
      operations: ['users.deposits.act'],
      rule: 'User deposits, op',
      record: async (t) => {
        const { path } = await deposited(t);
        return { path, readAt: path };
      },
    }),
    write(
      ['users.deposits.list', 'users.deposits.get', 'users.deposits.act', 'users.deposits.create'],
      'Errors, 5',
      'an unknown user or deposit, or that of another user, is not found',
      async (t) => {
        const { answer } = await deposited(t);
        const other = await t.world.user();
        const nobody = p`/users/${t.world.unique('nobody')}/deposits`;
        notFound(t, await t.service.get(p`/users/${other}/deposits/${idOf(answer)}`));
        notFound(t, await t.service.get(p`/users/${other}/deposits/${'0'}`));
        notFound(t, await t.service.post(p`/users/${other}/deposits/${'0'}`, { op: 'pay' }));
        notFound(t, await t.service.get(nobody));
        notFound(t, await t.service.post(nobody, {}, deposit(t)));
      },
    ),
  ],
};
