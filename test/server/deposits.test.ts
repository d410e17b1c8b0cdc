import { describe, expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { type Answer, done, expectRefusal, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();
const sent = { deposit_profile: { value: 'DEPOSIT' }, amount: '50.00', owner: { value: 'MAIN' } };

interface Deposit {
  id: string;
  status: { value: string };
  amount: string;
  transaction: { type: { value: string } }[];
}

async function newDeposit(fields: object = {}): Promise<{ user: string; path: string; deposit: Deposit }> {
  const user = await newPatron(library);
  const deposit = done<Deposit>(await library.post(`/users/${user}/deposits`, { ...sent, ...fields }));
  return { user, deposit, path: `/users/${user}/deposits/${deposit.id}` };
}

const statusAt = async (path: string) => done<Deposit>(await library.get(path)).status.value;

describe('a deposit', () => {
  test('is answered as it stands: active, with an id, and all that was sent', async () => {
    const { path, deposit, user } = await newDeposit({ comment: 'A guest', our_own: [null] });
    expect(deposit).toMatchObject({
      ...sent,
      status: { value: 'ACTIVE' },
      comment: 'A guest',
      our_own: [null],
      transaction: [],
      user_primary_id: { value: user },
    });
    expect(deposit.id).toMatch(/^\d+$/);
    expect(done(await library.get(path))).toEqual(deposit);
    expect(done(await library.get(`/users/${user}/deposits`))).toEqual({
      deposit: [deposit],
      total_record_count: 1,
    });
  });

  test('takes its amount as a number too, and plain codes', async () => {
    const { deposit } = await newDeposit({ amount: 12.5, deposit_profile: 'DEPOSIT', owner: 'MAIN' });
    expect(deposit.amount).toBe('12.50');
  });

  test('stands in the personal data of its user', async () => {
    const { user, deposit } = await newDeposit();
    expect(done(await library.get(`/users/${user}/personal-data`))).toMatchObject({ deposits: [deposit] });
  });

  test.each([
    ['no profile', { deposit_profile: undefined }, '401664', 'deposit_profile'],
    ['an empty profile', { deposit_profile: { value: '' } }, '401664', 'deposit_profile'],
    ['an unknown profile', { deposit_profile: { value: 'PIRATE' } }, '9100215', 'deposit_profile'],
    ['no amount', { amount: undefined }, '401664', 'amount'],
    ['an amount in words', { amount: 'fifty' }, '402205', 'amount'],
    ['an amount with a comma', { amount: '1,50' }, '402205', 'amount'],
    ['nothing', { amount: '0.00' }, '401666', 'amount'],
    ['less than nothing', { amount: '-5.00' }, '401666', 'amount'],
    ['parts of a cent', { amount: '5.001' }, '401666', 'amount'],
    ['no owner', { owner: undefined }, '401664', 'owner'],
    ['an unknown owner', { owner: 'ATLANTIS' }, '401666', 'owner'],
    ['a state that it cannot begin in', { status: { value: 'PAID' } }, '401666', 'status'],
    ['a comment that is none', { comment: {} }, '401864', 'comment'],
  ])('with %s is refused', async (_, change, code, field) => {
    const user = await newPatron(library);
    const answer = await library.post(`/users/${user}/deposits`, { ...sent, ...change });
    expectRefusal(answer, code);
    expect(answer.text).toContain(field);
    expect(done(await library.get(`/users/${user}/deposits`))).toMatchObject({ total_record_count: 0 });
  });

  test('that is not there, or of nobody, is 404 with a code', async () => {
    expectRefusal(await library.get('/users/nobody/deposits'), '401861', 404);
    const { deposit } = await newDeposit();
    const elsewhere = `/users/${sampleCode('patronGood')}/deposits/${deposit.id}`;
    expectRefusal(await library.get(elsewhere), '402238', 404);
    expectRefusal(await library.post(`${elsewhere}?op=pay`), '402238', 404);
  });
});

/** How to come to each state, and what then happens to each operation: the state after it, or the code. */
const table: Readonly<Record<string, { by: string[]; draft?: true; ops: Record<string, string> }>> = {
  DRAFT: {
    by: [],
    draft: true,
    ops: { pay: 'PAID', refund: '9100212', dispute: '9100213', restore: '9100214' },
  },
  ACTIVE: { by: [], ops: { pay: 'PAID', refund: '9100212', dispute: 'INDISPUTE', restore: '9100214' } },
  PAID: {
    by: ['pay'],
    ops: { pay: '9100211', refund: 'REFUNDED', dispute: 'INDISPUTE', restore: '9100214' },
  },
  REFUNDED: {
    by: ['pay', 'refund'],
    ops: { pay: '9100211', refund: '9100212', dispute: '9100213', restore: '9100214' },
  },
  'INDISPUTE, not paid before': {
    by: ['dispute'],
    ops: { pay: '9100211', refund: '9100212', dispute: '9100213', restore: 'ACTIVE' },
  },
  'INDISPUTE, paid before': {
    by: ['pay', 'dispute'],
    ops: { pay: '9100211', refund: '9100212', dispute: '9100213', restore: 'PAID' },
  },
};

const cases = Object.entries(table).flatMap(([from, { by, draft, ops }]) =>
  Object.entries(ops).map(([op, to]) => ({ from, op, to, by, draft })),
);

describe('an operation on a deposit', () => {
  test.each(cases)('$from, $op: $to', async ({ op, to, by, draft }) => {
    const { path } = await newDeposit(draft ? { status: 'DRAFT' } : {});
    for (const step of by) done(await library.post(`${path}?op=${step}`));
    const before = done<Deposit>(await library.get(path));
    const answer: Answer = await library.post(`${path}?op=${op}`);
    if (/^\d/.test(to)) {
      expectRefusal(answer, to);
      expect(done(await library.get(path))).toEqual(before);
    } else {
      expect(done<Deposit>(answer).status.value).toBe(to);
      expect(done(await library.get(path))).toEqual(answer.body);
    }
  });

  test('is a transaction of the deposit, in its order', async () => {
    const { path } = await newDeposit();
    for (const op of ['dispute', 'restore', 'pay', 'dispute', 'restore', 'refund']) {
      done(await library.post(`${path}?op=${op}`));
    }
    const deposit = done<Deposit>(await library.get(path));
    expect(deposit.transaction.map(({ type }) => type.value)).toEqual([
      'DISPUTE',
      'RESTORE',
      'PAY',
      'DISPUTE',
      'RESTORE',
      'REFUND',
    ]);
    for (const step of deposit.transaction)
      expect(step).toMatchObject({ amount: '50.00', created_by: 'API' });
    expect(deposit).not.toHaveProperty('status_before_dispute');
  });

  test.each(['forget', 'PAY', 'constructor', '__proto__', 'submit', 'x'.repeat(500)])(
    'that is not known is refused with a code of its own: %s',
    async (op) => {
      const { path } = await newDeposit();
      const answer = await library.post(`${path}?op=${op}`);
      expectRefusal(answer, '401666');
      expect(answer.text).toContain('op');
      expect(await statusAt(path)).toBe('ACTIVE');
    },
  );

  test('must be said', async () => {
    const { path } = await newDeposit();
    expectRefusal(await library.post(path), '401664');
    expectRefusal(await library.post(`${path}?op=%20`), '40166411');
  });

  test('twice at once is done once', async () => {
    const { path } = await newDeposit();
    const answers = await Promise.all(Array.from({ length: 8 }, () => library.post(`${path}?op=pay`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(400)]);
    expect(done<Deposit>(await library.get(path)).transaction).toHaveLength(1);
  });
});

test('money that the library holds keeps its user from being deleted', async () => {
  const { user, path } = await newDeposit();
  done(await library.post(`${path}?op=pay`));
  const refused = await library.del(`/users/${user}`);
  expectRefusal(refused, '401850');
  expect(refused.text).toContain('deposits 1');
  done(await library.post(`${path}?op=dispute`));
  expectRefusal(await library.del(`/users/${user}`), '401850');
  done(await library.post(`${path}?op=restore`));
  done(await library.post(`${path}?op=refund`));
  done(await library.del(`/users/${user}`));

  // What was asked for and never paid is owed to nobody.
  const other = await newDeposit();
  done(await library.del(`/users/${other.user}`));
});

test('the sample library has a deposit in every state, and three profiles of them', async () => {
  const path = `/users/${sampleCode('patronBorrower')}/deposits`;
  const { deposit: all } = done<{ deposit: Deposit[] }>(await library.get(path));
  expect(all.map((one) => one.status.value)).toEqual(['DRAFT', 'ACTIVE', 'PAID', 'INDISPUTE', 'REFUNDED']);
  const disputed = all[3]?.id ?? '';
  expect(done<Deposit>(await library.post(`${path}/${disputed}?op=restore`)).status.value).toBe('PAID');
});
