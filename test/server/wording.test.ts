import { expect, test } from 'vitest';
import { sampleCode } from '../../src/service/samples.ts';
import { done, itemOf, messageOf, newFee, newPatron, sharedLibrary } from './harness.ts';

const library = sharedLibrary();

interface Coded {
  readonly value: string;
  readonly desc?: string;
}

/** What a person would call it, which is no code. */
const words = /^[A-Z][a-z]+( [A-Za-z]+)*$/;

const called = (coded: readonly Coded[]) => {
  for (const { value, desc } of coded) expect(desc ?? '', value).toMatch(words);
  return coded.map(({ value }) => value);
};

test('a deposit says in words in which state it is and what was done with it', async () => {
  const { deposit: all } = done<{ deposit: { status: Coded; transaction: { type: Coded }[] }[] }>(
    await library.get(`/users/${sampleCode('patronBorrower')}/deposits`),
  );
  expect(called(all.map(({ status }) => status))).toHaveLength(5);
  const path = `/users/${await newPatron(library)}/deposits`;
  const made = { deposit_profile: 'DEPOSIT', amount: '50.00', owner: 'MAIN' };
  const { id } = done<{ id: string }>(await library.post(path, made));
  const refusals = [];
  for (const op of ['refund', 'restore', 'pay', 'pay', 'refund', 'dispute']) {
    const answer = await library.post(`${path}/${id}?op=${op}`);
    if (answer.status !== 200) refusals.push(messageOf(answer));
  }
  expect(refusals).toEqual([
    `Deposit ${id} cannot be refunded: it is not paid; its status is ACTIVE.`,
    `Deposit ${id} is not in dispute; its status is ACTIVE.`,
    `Deposit ${id} cannot be paid; its status is PAID.`,
    `Deposit ${id} cannot be disputed; its status is REFUNDED.`,
  ]);
  const steps = done<{ transaction: { type: Coded }[] }>(await library.get(`${path}/${id}`)).transaction;
  expect(called(steps.map(({ type }) => type))).toEqual(['PAY', 'REFUND']);
});

test('a fee says in words in which state it is', async () => {
  const user = await newPatron(library);
  const path = `/users/${user}/fees/${await newFee(library, user, '1.00')}`;
  const states = [];
  for (const query of ['op=dispute', 'op=restore', 'op=pay&amount=1.00']) {
    states.push(done<{ status: Coded }>(await library.post(`${path}?${query}`)).status);
  }
  expect(called(states)).toEqual(['INDISPUTE', 'ACTIVE', 'CLOSED']);
});

test('an invoice and its lines say in words in which state they are', async () => {
  const { invoice: all } = done<{ invoice: Record<string, Coded & { payment_status?: Coded }>[] }>(
    await library.get('/acq/invoices?limit=100'),
  );
  const states = all.flatMap((one) => [
    one['invoice_status'],
    one['invoice_approval_status'],
    one['payment']?.payment_status,
  ]);
  const messages = new Set(called(states.filter((one) => one !== undefined)));
  expect([...messages]).toEqual(
    expect.arrayContaining(['CLOSED', 'IN_REVIEW', 'APPROVED', 'PENDING', 'PAID', 'NOT_PAID']),
  );
});

test('a request says in words of what kind it is', async () => {
  const path = `/users/${sampleCode('patronBorrower')}/requests`;
  const { user_request: all } = done<{ user_request: { request_sub_type: Coded }[] }>(
    await library.get(path),
  );
  expect(new Set(called(all.map((one) => one.request_sub_type)))).toEqual(
    new Set(['PATRON_PHYSICAL', 'PATRON_BOOKING', 'PATRON_DIGITIZATION']),
  );
});

test('an item says in words where it is', async () => {
  const processes: Coded[] = [];
  for (const id of ['itemOrdered', 'itemOnLoan', 'itemOnHoldShelf'] as const) {
    const { item_data: item } = await itemOf(library, sampleCode(id));
    processes.push(item.process_type);
  }
  expect(called(processes)).toEqual(['ACQ', 'LOAN', 'HOLDSHELF']);
  const { item_data: free } = await itemOf(library, sampleCode('itemFree1'));
  expect(free.process_type).toEqual({ value: '', desc: '' });
});
