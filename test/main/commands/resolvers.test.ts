import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import type { Command } from '../../../src/service/endpoints.ts';

/** What is found out from a service that answers each read with this. */
async function found(operation: Command, before: unknown, answer: object, payload: object = {}) {
  const client = { call: () => Promise.resolve(answer) } as unknown as Client;
  return (await commandTable.lookUp(client, { id: 'ours', operation, payload, before })).found;
}

const path = { user_id: 'u', fee_id: 'f', deposit_id: 'd', invoice_id: 'i', request_id: 'r' };

describe('a service that says less proves nothing', () => {
  test('of a payment: what is neither owed nor listed as paid is unclear', async () => {
    const pay = (fee: object, before = { balance: '5.00' }) => found('users.fees.pay', before, fee, { path });
    expect(await pay({})).toBe('unclear');
    expect(await pay({ balance: '5.00' }, { balance: '' })).toBe('unclear');
    expect(await pay({ balance: '5.00' })).toBe('didNotHappen');
    expect(await pay({ balance: '2.00' })).toBe('unclear');
    expect(await pay({ balance: '1,50' })).toBe('unclear');
  });

  test('of a payment of all: less is owed, though not by our id', async () => {
    const payAll = (fee: object, before: object = { feeIds: ['1', '2'], owed: '10.00' }) =>
      found('users.fees.payAll', before, fee, { path });
    expect(await payAll({ balance: '5.00' })).toBe('didNotHappen');
    expect(await payAll({ balance: 5 })).toBe('didNotHappen');
    expect(await payAll({ balance: '0.00', status: { value: 'CLOSED' } })).toBe('unclear');
    expect(await payAll({ balance: '4.99' })).toBe('unclear');
    expect(await payAll({})).toBe('unclear');
    expect(await payAll({ balance: 'none' })).toBe('unclear');
    // From the journal of an earlier version.
    expect(await payAll({ balance: '5.00' }, { feeIds: ['1'] })).toBe('unclear');
  });

  test('of a deposit without a state', async () => {
    const act = (deposit: object, status: string) =>
      found('users.deposits.act', { status }, deposit, { path, query: { op: 'pay' } });
    expect(await act({}, '')).toBe('unclear');
    expect(await act({}, 'ACTIVE')).toBe('unclear');
    expect(await act({ status: 'active' }, 'ACTIVE')).toBe('didNotHappen');
  });

  test('of an invoice that does not say that it is not paid', async () => {
    const before = { status: '', approval: '', paid: false, inErp: null };
    const pay = (invoice: object) => found('acq.invoices.paid', before, invoice, { path });
    expect(await pay({})).toBe('unclear');
    expect(await pay({ payment: {} })).toBe('unclear');
    expect(await pay({ payment: { payment_status: 'PARTIALLY_PAID' } })).toBe('unclear');
    expect(await pay({ payment: { payment_status: { value: 'NOT_PAID' } } })).toBe('didNotHappen');
    expect(await pay({ payment: { payment_status: { value: 'PAID' } } })).toBe('happened');
    expect(await found('acq.invoices.process', before, {}, { path })).toBe('unclear');
    expect(await found('acq.invoices.reject', before, {}, { path })).toBe('unclear');
  });

  test('of a request from which something was only taken away', async () => {
    const before = { request_id: 'r', comment: 'a', place_in_queue: 1 };
    const body = { request_id: 'r', place_in_queue: 1 };
    const update = (request: object) => found('users.requests.update', before, request, { path, body });
    expect(await update(before)).toBe('unclear');
    expect(await update(body)).toBe('happened');
  });

  test('of requests without a state', async () => {
    expect(await found('users.purchaseRequests.cancel', { status: '' }, {}, { path })).toBe('unclear');
    expect(await found('users.resourceSharing.cancel', { status: '' }, {}, { path })).toBe('unclear');
  });
});

describe('what is there is ours only if it says what we sent', () => {
  test('a user and a location', async () => {
    const body = {
      primary_id: 'u',
      user_group: 'STAFF',
      account_type: { value: 'INTERNAL' },
      first_name: 'A',
    };
    const there = { ...body, user_group: { value: 'STAFF', desc: 'Staff' }, link: '/users/u' };
    const create = (user: object) => found('users.create', null, user, { body });
    expect(await create(there)).toBe('happened');
    expect(await create({ ...there, account_type: 'INTERNAL' })).toBe('happened');
    expect(await create({ ...there, first_name: 'Another' })).toBe('unclear');
    expect(await create({ primary_id: 'u' })).toBe('unclear');

    const location = { code: 'A', name: 'Stacks', type: { value: 'OPEN' } };
    const payload = { path: { library_code: 'MAIN' }, body: location };
    const add = (is: object) => found('conf.locations.create', null, is, payload);
    expect(await add({ ...location, type: { value: 'OPEN', desc: 'Open' } })).toBe('happened');
    expect(await add({ ...location, name: 'Of another desk' })).toBe('unclear');
  });

  test('an invoice of the same number', async () => {
    const body = { number: '7', vendor: { value: 'V' }, total_amount: '10.00', invoice_date: '2026-01-01' };
    const create = (total_amount: string) => {
      const items = [{ ...body, id: '1', total_amount }];
      const page = { items, total: 1, envelope: { total_record_count: 1 } };
      return found('acq.invoices.create', { invoiceIds: [] }, page, { body });
    };
    expect(await create('10')).toBe('happened');
    expect(await create('12.00')).toBe('unclear');
  });
});
