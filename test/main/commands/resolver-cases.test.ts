import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import type { Command, Operation } from '../../../src/service/endpoints.ts';
import { page, refusal } from '../support/deployed.ts';

interface Case {
  readonly path?: object;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly before?: unknown;
}

/** What is found out from a service that answers like this. */
async function found(
  operation: Command,
  { before = null, ...payload }: Case,
  answer: (question: Operation, input: { query?: Readonly<Record<string, unknown>> }) => unknown,
) {
  const call = (question: Operation, input: object) => {
    const text = answer(question, input);
    return text instanceof Error ? Promise.reject(text) : Promise.resolve(text);
  };
  return commandTable.lookUp({ call } as unknown as Client, { id: 'ours', operation, payload, before });
}

const is = async (...question: Parameters<typeof found>): Promise<string> => (await found(...question)).found;
const user = { user_id: 'u' };

describe('a record that was to be created', () => {
  const create = (sent: object, there: object) =>
    is('users.create', { body: { primary_id: 'u', ...sent } }, () => ({ primary_id: 'u', ...there }));

  test.each<[object, object, string]>([
    [{ first_name: 'A' }, { first_name: null }, 'unclear'],
    [{ first_name: null }, {}, 'happened'],
    [{ first_name: null }, { first_name: 'A' }, 'unclear'],
    [{ user_note: [{ note_text: 'a' }] }, { user_note: [{ note_text: 'a', created_by: 'us' }] }, 'happened'],
    [{ user_note: [{ note_text: 'a' }] }, { user_note: [{ note_text: 'a' }, { note_text: 'b' }] }, 'unclear'],
    [{ user_note: [{ note_text: 'a' }] }, { user_note: { note_text: 'a' } }, 'unclear'],
    [{ user_note: [] }, { user_note: 'none' }, 'happened'],
    [{ contact_info: { email: [] } }, { contact_info: null }, 'unclear'],
    [{ contact_info: { email: [] } }, { contact_info: 'none' }, 'unclear'],
    [{ user_group: { value: 'STAFF' } }, { user_group: 'STAFF' }, 'happened'],
    [{ user_group: { value: 'STAFF' } }, { user_group: 'GUEST' }, 'unclear'],
    [{ user_group: 'STAFF' }, { user_group: { value: 'STAFF' } }, 'happened'],
    [{ user_group: 'STAFF' }, { user_group: { value: 'GUEST' } }, 'unclear'],
  ])('as %j, where %j is there: %s', async (sent, there, text) => {
    expect(await create(sent, there)).toBe(text);
  });
});

describe('a refusal', () => {
  test('is no word of the record being gone, unless it says so', async () => {
    const remove = (code: string, status = 400) =>
      is('users.delete', { path: user }, () => refusal('users.get', code, status));
    expect(await remove('401861')).toBe('happened');
    expect(await remove('1', 404)).toBe('happened');
    expect(await remove('60340', 403)).toBe('unclear');
  });

  test('of every search leaves the list; of both, nothing is known', async () => {
    const input = {
      body: { number: '7', vendor: 'V', total_amount: '10' },
      before: { invoiceIds: [] },
    };
    const invoices = (search: unknown, list: unknown) =>
      is('acq.invoices.create', input, (question) => (question === 'acq.invoices.search' ? search : list));
    const gateway = refusal('acq.invoices.search', '', 404);
    expect(await invoices(gateway, page([]))).toBe('didNotHappen');
    expect(await invoices(gateway, refusal('acq.invoices.list', '', 404))).toBe('unclear');
    const broken = refusal('acq.invoices.search', '1', 500);
    await expect(invoices(broken, page([]))).rejects.toBe(broken);
    await expect(invoices(new TypeError('x'), page([]))).rejects.toThrow(TypeError);
  });
});

test('what a person has to decide is not read', async () => {
  const none = () => {
    throw new Error('it was asked');
  };
  expect(await is('conf.workflows.run', {}, none)).toBe('unclear');
  expect(await is('users.dance' as Command, {}, none)).toBe('unclear');
  const client = { call: none } as unknown as Client;
  const entry = { id: 'a', operation: 'users.delete', payload: { path: user }, before: null } as const;
  expect(await commandTable.lookUp(client, { ...entry, unreadable: true })).toEqual({ found: 'unclear' });
});

describe('what was created is told from what stands beside it', () => {
  const among = (operation: Command, input: Case, record: object) =>
    is(operation, input, () => page([record]));

  test('a file by its name, where the files before are known', async () => {
    const input = { path: user, body: { file_name: 'a' }, before: { attachmentIds: [] as string[] | null } };
    expect(await among('users.attachments.create', input, { id: '1', file_name: 'a' })).toBe('happened');
    expect(await among('users.attachments.create', input, { id: '1', file_name: 'b' })).toBe('unclear');
    const unknown = { ...input, before: { attachmentIds: null } };
    expect(await among('users.attachments.create', unknown, { id: '1', file_name: 'a' })).toBe('unclear');
    expect(await is('users.attachments.create', unknown, () => page([]))).toBe('unclear');
  });

  test('a deposit by its profile and its sum', async () => {
    const input = {
      ...{ path: user, before: { depositIds: [] } },
      body: { deposit_profile: { value: 'KEY' }, amount: '5' },
    };
    const there = (more: object) =>
      among('users.deposits.create', input, { id: '1', deposit_profile: 'KEY', amount: '5.00', ...more });
    expect(await there({})).toBe('happened');
    expect(await there({ deposit_profile: 'CARD' })).toBe('unclear');
    expect(await there({ amount: '5.01' })).toBe('unclear');
    expect(await there({ amount: 'five' })).toBe('unclear');
  });

  test('a fee by its type and its sum, and by whose it is and what is said of it where that is told', async () => {
    const sent = {
      type: { value: 'OTHER' },
      original_amount: '5',
      owner: { value: 'MAIN' },
      comment: 'Lamp',
    };
    const there = (more: object, body: object = sent) =>
      among(
        'users.fees.create',
        { path: user, before: { feeIds: [] }, body },
        {
          ...{ id: '1', type: 'OTHER', original_amount: '5.00', owner: 'MAIN', comment: 'Lamp' },
          ...more,
        },
      );
    expect(await there({})).toBe('happened');
    expect(await there({ owner: null })).toBe('happened');
    expect(await there({ comment: '' })).toBe('happened');
    expect(await there({ comment: 'Key' })).toBe('unclear');
    const { comment, ...silent } = sent;
    expect(comment).toBe('Lamp');
    expect(await there({ comment: 'Key' }, silent)).toBe('happened');
    expect(await there({ original_amount: 'five' })).toBe('unclear');
  });

  test('a purchase request by its title', async () => {
    const input = { path: user, body: { resource_metadata: { title: 'T' } }, before: { requestIds: [] } };
    const there = (record: object) =>
      among('users.purchaseRequests.create', input, { request_id: '1', ...record });
    expect(await there({ resource_metadata: { title: 'T' } })).toBe('happened');
    expect(await there({ resource_metadata: { title: 'U' } })).toBe('unclear');
    expect(await there({})).toBe('unclear');
  });

  test('an invoice line by its order line and its price', async () => {
    const input = {
      ...{ path: { invoice_id: 'i' }, before: { lineIds: [] } },
      body: { po_line: 'POL-1', price: '5' },
    };
    const there = (line: object) => among('acq.invoices.lines.create', input, { id: '1', ...line });
    expect(await there({ po_line: 'POL-1', price: '5.00' })).toBe('happened');
    expect(await there({ po_line: 'POL-2', price: '5.00' })).toBe('unclear');
    expect(await there({ po_line: 'POL-1', price: '6' })).toBe('unclear');
    expect(await there({ po_line: 'POL-1' })).toBe('unclear');
  });

  test('an invoice by its sum, its day, and that it has no lines yet', async () => {
    const input = {
      body: { number: 'A7', vendor: 'V', total_amount: '10.00', invoice_date: '2026-01-01Z' },
      before: { invoiceIds: [] as string[] | null },
    };
    const there = (more: object, question: Case = input) =>
      among('acq.invoices.create', question, {
        ...{ id: '1', number: 'a7', vendor: { value: 'v' }, total_amount: 10, invoice_date: '2026-01-01' },
        ...more,
      });
    expect(await there({})).toBe('happened');
    expect(await there({ number_of_lines: { value: '0' } })).toBe('happened');
    expect(await there({ number_of_lines: 1 })).toBe('unclear');
    expect(await there({ invoice_date: '2026-01-02Z' })).toBe('unclear');
    expect(await there({ invoice_date: null })).toBe('unclear');
    expect(await there({ total_amount: '11' })).toBe('unclear');
    expect(await there({}, { ...input, before: { invoiceIds: null } })).toBe('unclear');
    expect(await there({}, { ...input, before: { invoiceIds: ['1'] } })).toBe('didNotHappen');
    const unknown = { ...input, before: { invoiceIds: null } };
    expect(await is('acq.invoices.create', unknown, () => page([]))).toBe('didNotHappen');
  });
});

test('a list is whole where it counts, or says at least that it is that list', async () => {
  const wish = { path: user, body: { resource_metadata: { title: 'T' } }, before: { requestIds: ['1'] } };
  const look = (envelope: object) =>
    is('users.purchaseRequests.create', wish, () => page([{ request_id: '1' }], envelope));
  expect(await look({ total_record_count: 1 })).toBe('didNotHappen');
  expect(await look({ user_request: [] })).toBe('didNotHappen');
  // As older releases call it.
  expect(await look({ purchase_request: [] })).toBe('didNotHappen');
  expect(await look({ user_request: null })).toBe('unclear');
  expect(await look({ loan: [] })).toBe('unclear');
});

describe('what is over already', () => {
  const askedAt = '2026-11-23T08:00:00Z';
  const since = '2026-11-23T08:01:00Z';
  const long = '2026-11-20T08:00:00Z';

  test('a fee that was settled since may be ours', async () => {
    const body = { type: 'OTHER', original_amount: '5', owner: 'MAIN' };
    const settled = (record: unknown, feeIds: string[] = []) =>
      is(
        'users.fees.create',
        { path: user, body, before: { feeIds, asked: askedAt } },
        (_asked, { query }) => (query?.['status'] === 'CLOSED' ? record : page([])),
      );
    const fee = { id: '1', ...body, creation_time: since };
    expect(await settled(page([fee]))).toBe('unclear');
    expect(await settled(page([{ ...fee, creation_time: null }]))).toBe('unclear');
    expect(await settled(page([{ ...fee, creation_time: long }]))).toBe('didNotHappen');
    expect(await settled(page([{ ...fee, type: 'LOST' }]))).toBe('didNotHappen');
    expect(await settled(page([fee]), ['1'])).toBe('didNotHappen');
    expect(await settled(page([{ ...fee, id: '2', type: 'LOST' }, fee]))).toBe('unclear');
    expect(await settled(refusal('users.fees.list'))).toBe('didNotHappen');
  });

  test('a request that was filled or cancelled since may be ours', async () => {
    const input = (requestIds: string[]) => ({
      ...{ path: user, query: { mms_id: '9' }, body: { request_type: 'HOLD' } },
      before: { requestIds, mmsId: '9', pid: '', asked: askedAt },
    });
    const over = (record: unknown, known: string[] = []) =>
      is('users.requests.create', input(known), (_asked, { query }) =>
        query?.['status'] === 'history' ? record : page([]),
      );
    const request = { request_id: '1', request_type: 'HOLD', mms_id: '9', request_time: since };
    expect(await over(page([request]))).toBe('unclear');
    expect(await over(page([{ ...request, request_time: null, request_date: long }]))).toBe('didNotHappen');
    expect(await over(page([{ ...request, mms_id: '8' }]))).toBe('didNotHappen');
    expect(await over(page([request]), ['1'])).toBe('didNotHappen');
    expect(await over(refusal('users.requests.list'))).toBe('didNotHappen');
  });

  test('a loan that came back since is ours', async () => {
    const lend = (query: Record<string, string>, done: unknown, now: unknown = page([])) =>
      is('users.loans.create', { path: user, query, before: { asked: askedAt } }, (_asked, input) =>
        input.query?.['loan_status'] === 'Complete' ? done : now,
      );
    const loan = { loan_id: 'l', item_barcode: ' a 1 ', item_id: '5', loan_date: since };
    expect(await lend({ item_barcode: 'A 1' }, page([loan]))).toBe('happened');
    expect(await lend({ item_pid: '5' }, page([{ ...loan, item_barcode: 'B' }]))).toBe('happened');
    expect(await lend({ item_pid: '6' }, page([loan]))).toBe('didNotHappen');
    expect(await lend({ item_barcode: 'A 1' }, page([{ ...loan, loan_date: long }]))).toBe('didNotHappen');
    expect(await lend({ item_barcode: 'A 1' }, refusal('users.loans.list'))).toBe('didNotHappen');
    // What is on loan now, and does not say of which item.
    expect(await lend({ item_pid: '5' }, page([]), page([{ item_barcode: 'B' }]))).toBe('unclear');
    expect(await lend({ item_pid: '5' }, page([]), page([{ item_id: '6' }]))).toBe('didNotHappen');
    expect(await lend({ item_barcode: 'B' }, page([]), page([{ item_id: '6' }]))).toBe('unclear');
  });
});

describe('a loan', () => {
  const path = { ...user, loan_id: 'l' };
  const due = '2026-12-01T08:00:00.000Z';
  const later = '2026-12-09T08:00:00.000Z';

  test('is renewed where it says so; due later, it may have been given that day by hand', async () => {
    const renew = (loan: object, before: object) =>
      is('users.loans.renew', { path, before: { due, renewed: '', ...before } }, () => loan);
    expect(await renew({ due_date: later }, {})).toBe('unclear');
    expect(await renew({ due_date: later }, { due: '' })).toBe('unclear');
    expect(await renew({ due_date: null, last_renew_date: later }, {})).toBe('unclear');
    expect(await renew({ due_date: null }, { due: '' })).toBe('unclear');
    expect(await renew({ due_date: due, last_renew_date: due }, {})).toBe('happened');
  });

  test('has its new due date, its old one, or another', async () => {
    const update = (due_date: unknown) =>
      is('users.loans.update', { path, before: { due, wanted: later } }, () => ({ due_date }));
    expect([await update(later), await update(due), await update('2026-12-05'), await update(null)]).toEqual([
      ...['happened', 'didNotHappen', 'unclear', 'unclear'],
    ]);
  });
});

describe('a request', () => {
  const path = { ...user, request_id: 'r' };

  test('is changed where all that was to be changed is', async () => {
    const before = { a: 1, b: 1, c: 1 };
    const update = (now: object, body: object = { a: 2, b: 2, c: 1 }) =>
      is('users.requests.update', { path, body, before }, () => now);
    expect(await update({ a: 2, b: 2, c: 'of the service' })).toBe('happened');
    expect(await update({ a: 1, b: 1, c: 'of the service' })).toBe('didNotHappen');
    expect(await update({ a: 2, b: 1, c: 1 })).toBe('unclear');
    expect(await update({ a: 1, b: 3, c: 1 })).toBe('unclear');
    // Where only something was left out: it is gone, all of it, or nobody knows.
    expect(await update({ c: 1 }, { c: 1 })).toBe('happened');
    expect(await update({ b: 1, c: 1 }, { c: 1 })).toBe('unclear');
  });

  test('has taken a step where its state or its task is another', async () => {
    const step = (now: object) =>
      is('users.requests.nextStep', { path, before: { status: 'A', task: 'T' } }, () => now);
    expect(await step({ request_status: 'A', task_name: 'T' })).toBe('didNotHappen');
    expect(await step({ request_status: 'A', task_name: 'U' })).toBe('happened');
    expect(await step({ request_status: '', task_name: 'T' })).toBe('happened');
    expect(await step({ request_status: 'A', task_name: 'U', cancel_reason: { value: 'X' } })).toBe(
      'unclear',
    );
  });

  test('that is over is cancelled where it says so, or why', async () => {
    const cancel = (over: object) =>
      is('users.requests.cancel', { path, query: { reason: 'X' } }, (_asked, { query }) =>
        query?.['status'] === 'history' ? page([{ request_id: 'r', ...over }]) : page([]),
      );
    expect(await cancel({ request_status: 'Cancelled' })).toBe('happened');
    expect(await cancel({ cancel_reason: { value: 'X' } })).toBe('happened');
    expect(await cancel({ request_status: 'Cancelled', cancel_reason: 'Y' })).toBe('unclear');
    expect(await cancel({ request_status: 'Filled' })).toBe('unclear');
  });

  test('is that for the item, or for the title where the service names no item', async () => {
    const there = (request: object, before: object = {}, body: object = {}) =>
      is(
        'users.requests.create',
        {
          ...{ path: user, query: {}, body: { request_type: 'hold', ...body } },
          before: { requestIds: [], mmsId: '9', pid: '', ...before },
        },
        () => page([{ request_id: '1', ...request }]),
      );
    expect(await there({ mms_id: '9' })).toBe('happened');
    expect(await there({ mms_id: '8' })).toBe('unclear');
    expect(await there({ mms_id: '9', request_type: 'Hold' })).toBe('happened');
    expect(await there({ mms_id: '9', request_type: 'BOOKING' })).toBe('unclear');
    // Any item of the title will do where none was asked for.
    expect(await there({ mms_id: '9', item_id: '5' })).toBe('happened');
    expect(await there({ mms_id: '8', item_id: '5' }, { pid: '5' })).toBe('happened');
    expect(await there({ mms_id: '9', item_id: '6' }, { pid: '5' })).toBe('unclear');
    // Neither is known of what was asked for, or of what is there.
    expect(await there({}, { mmsId: '' })).toBe('unclear');
    expect(await there({ mms_id: '9' }, { mmsId: '' })).toBe('unclear');
    const booking = { booking_start_date: '2026-12-01T08:00:00Z' };
    const other = { booking_start_date: '2026-12-02T08:00:00Z' };
    expect(await there({ mms_id: '9', ...booking }, {}, booking)).toBe('happened');
    expect(await there({ mms_id: '9', ...other }, {}, booking)).toBe('unclear');
    expect(await there({ mms_id: '9' }, {}, booking)).toBe('happened');
    expect(await there({ mms_id: '9', ...other })).toBe('happened');
  });

  test('to buy something is cancelled where it says so', async () => {
    const cancel = (request_status: unknown, status = 'INREVIEW') =>
      is('users.purchaseRequests.cancel', { path: user, before: { status } }, () => ({ request_status }));
    expect(await cancel('Cancelled')).toBe('happened');
    expect(await cancel('APPROVED')).toBe('unclear');
    expect(await cancel('')).toBe('unclear');
    expect(await cancel('', '')).toBe('unclear');
  });
});

describe('a borrowing request', () => {
  const path = { ...user, request_id: 'r' };

  test('is found by the id of ours, and only where a search for it was seen to find one', async () => {
    const place = (external_id: string | undefined, answer: () => unknown) =>
      is('users.resourceSharing.create', { path: user, body: { external_id } }, answer);
    expect(await place('x', () => ({ external_id: 'x' }))).toBe('happened');
    expect(await place('x', () => ({}))).toBe('happened');
    expect(await place('x', () => ({ external_id: 'y' }))).toBe('unclear');
    expect(await place(undefined, () => ({}))).toBe('unclear');
    expect(await place('x', () => refusal('users.resourceSharing.get', '401694'))).toBe('unclear');

    const answers: unknown[] = [{ external_id: 'x' }, refusal('users.resourceSharing.get', '1', 404)];
    const call = () => {
      const text = answers.shift();
      return text instanceof Error ? Promise.reject(text) : Promise.resolve(text);
    };
    const client = { call } as unknown as Client;
    const payload = { path: user, body: { external_id: 'x' } };
    const entry = { id: 'a', operation: 'users.resourceSharing.create', payload, before: null } as const;
    expect((await commandTable.lookUp(client, entry)).found).toBe('happened');
    expect((await commandTable.lookUp(client, entry)).found).toBe('didNotHappen');
    // What was found is another's: the service may look for anything.
    const others: unknown[] = [{ external_id: 'y' }, refusal('users.resourceSharing.get', '1', 404)];
    const other = {
      call: () => {
        const text = others.shift();
        return text instanceof Error ? Promise.reject(text) : Promise.resolve(text);
      },
    } as unknown as Client;
    expect((await commandTable.lookUp(other, entry)).found).toBe('unclear');
    expect((await commandTable.lookUp(other, entry)).found).toBe('unclear');
  });

  test('is cancelled where it says so, and was to stay', async () => {
    const cancel = (status: string, query: Case['query'] = {}) =>
      is('users.resourceSharing.cancel', { path, query, before: { status: 'A' } }, () => ({ status }));
    expect(await cancel('Cancelled by staff')).toBe('happened');
    expect(await cancel('Cancelled by staff', { remove_request: true })).toBe('unclear');
    expect(await cancel('A')).toBe('didNotHappen');
    expect(await cancel('B')).toBe('unclear');
    expect(await cancel('')).toBe('unclear');
  });

  test('costs what was sent, or what it cost', async () => {
    const ship = (
      now: object,
      query: Case['query'] = { shipping_cost: '3', fund_code: 'F' },
      before: object = { cost: '2', fund: 'G' },
    ) => is('users.resourceSharing.updateShipping', { path, query, before }, () => now);
    expect(await ship({ shipping_cost: { sum: '3.00' }, fund_code: { value: 'F' } })).toBe('happened');
    expect(await ship({ shipping_cost: 3, fund_code: 'F' })).toBe('happened');
    expect(await ship({ shipping_cost: '2.00', fund_code: 'G' })).toBe('didNotHappen');
    expect(await ship({ shipping_cost: '3', fund_code: 'G' })).toBe('unclear');
    expect(await ship({ shipping_cost: '2', fund_code: 'F' })).toBe('unclear');
    expect(await ship({ shipping_cost: '2', fund_code: 'H' })).toBe('unclear');
    expect(await ship({ shipping_cost: '4', fund_code: 'G' })).toBe('unclear');
    // What is not told of cannot have stayed the same.
    expect(await ship({ fund_code: 'G' })).toBe('unclear');
    expect(await ship({ shipping_cost: '2' })).toBe('unclear');
    expect(await ship({ fund_code: 'G' }, { shipping_cost: '3' }, { cost: '', fund: 'G' })).toBe('unclear');
    expect(await ship({ shipping_cost: '2' }, { fund_code: 'F' }, { cost: '2', fund: '' })).toBe('unclear');
    // Only one of them was sent, or there was none before.
    expect(await ship({ shipping_cost: '3', fund_code: 'H' }, { shipping_cost: '3' })).toBe('happened');
    expect(await ship({ shipping_cost: null, fund_code: null }, undefined, { cost: '', fund: '' })).toBe(
      'didNotHappen',
    );
    expect(await ship({ shipping_cost: null, fund_code: null }, undefined, { cost: '0', fund: '' })).toBe(
      'unclear',
    );
  });
});

describe('an item', () => {
  const scan = (now: object, query: Case['query'] = {}, was: object = {}) =>
    is(
      'bibs.items.scanIn',
      {
        query,
        path: { mms_id: '9', holding_id: '7', item_pid: '5' },
        before: {
          ...{ process: 'LOAN', status: '0', library: 'M', workOrder: '', department: '', requested: false },
          ...was,
        },
      },
      () => ({ item_data: { process_type: 'LOAN', base_status: '0', library: 'M', ...now } }),
    );

  test('is scanned in where any of its whereabouts is another', async () => {
    expect(await scan({})).toBe('didNotHappen');
    expect(await scan({ process_type: 'TRANSIT' })).toBe('happened');
    const going = { process_type: 'TRANSIT' };
    expect(await scan(going, {}, { process: 'TRANSIT' })).toBe('didNotHappen');
    for (const now of [
      { base_status: '1' },
      { library: 'N' },
      { work_order_type: 'W' },
      { work_order_at: 'D' },
    ]) {
      expect(await scan({ ...going, ...now }, {}, { process: 'TRANSIT' }), JSON.stringify(now)).toBe(
        'happened',
      );
      // Where it is on loan, no scan-in at a desk has put it.
      expect(await scan(now), JSON.stringify(now)).toBe('unclear');
    }
    expect(await scan({ process_type: '' })).toBe('happened');
    expect(await scan({ process_type: '', base_status: '' })).toBe('unclear');
    expect(await scan({ base_status: '' }, {}, { status: '' })).toBe('didNotHappen');
    expect(await scan({ requested: true })).toBe('unclear');
    expect(await scan({ requested: 'true' }, {}, { requested: true })).toBe('didNotHappen');
  });

  test('is at a department where it says that one', async () => {
    const department = 'D';
    const there = { process_type: 'WORK_ORDER_DEPARTMENT', work_order_at: { value: 'D' } };
    expect(await scan(there, { department })).toBe('happened');
    expect(await scan({ ...there, work_order_at: 'E' }, { department })).toBe('unclear');
    expect(await scan({ work_order_at: 'D' }, { department })).toBe('unclear');
    expect(await scan({}, { department })).toBe('didNotHappen');
    const was = { process: 'WORK_ORDER_DEPARTMENT', department: 'D' };
    // It was there before: to scan it in there again changes nothing.
    expect(await scan(there, { department }, was)).toBe('happened');
    expect(await scan(there, {}, was)).toBe('didNotHappen');
    const bound = { department, status: 'BOUND' };
    expect(await scan(there, bound, was)).toBe('unclear');
    expect(await scan({ ...there, work_order_status: { value: 'BOUND' } }, bound, was)).toBe('happened');
    expect(await scan({ ...there, work_order_status: 'NEW' }, bound, was)).toBe('didNotHappen');
    const done = { department, done: true };
    expect(await scan(there, done, was)).toBe('didNotHappen');
    expect(await scan({ process_type: 'TRANSIT' }, done, was)).toBe('happened');
  });

  const copies = (...all: object[]) => ({
    ...{ number: 'P', resource_metadata: { mms_id: { value: '9' } } },
    location: [{ holding: [{ id: '7' }], copy: all }],
  });

  test('has the barcode that was set, the one before, or another', async () => {
    const set = (pol: object, before: object = {}) =>
      is(
        'acq.pol.update',
        { path: { pol_id: 'P' }, before: { pid: '5', barcode: 'A', wanted: 'B', ...before } },
        () => pol,
      );
    expect(await set(copies({ pid: '5', barcode: 'B' }))).toBe('happened');
    expect(await set(copies({ pid: '5', barcode: 'A' }))).toBe('didNotHappen');
    expect(await set(copies({ pid: '5', barcode: 'C' }))).toBe('unclear');
    expect(await set(copies({ pid: '5', barcode: 'A' }, { pid: '6' }))).toBe('didNotHappen');
    // None, where another copy of the line has one: it says that there is none.
    expect(await set(copies({ pid: '5' }, { pid: '6', barcode: 'D' }), { barcode: '' })).toBe('didNotHappen');
    expect(await set(copies({ pid: '5' }, { pid: '6' }), { barcode: '' })).toBe('unclear');
    expect(await set(copies({ pid: '6', barcode: 'B' }))).toBe('unclear');
  });

  test('has all the fields that were changed, none of them, or someone else has changed some', async () => {
    const fields = [
      { path: ['location', { pid: '5' }, 'copy', { pid: '5' }, 'barcode'], was: '', wanted: 'B' },
      { path: ['price', 'sum'], was: '10', wanted: '12.5' },
      { path: ['location', 0, 'quantity'], was: '1', wanted: '2' },
      { path: ['expected_receipt_date'], was: '', wanted: '2027-01-31' },
      { path: ['fund_distribution'], was: '[["A","10"]]', wanted: '[["A","","50"],["B","","50"]]' },
      { path: ['note'], was: '', wanted: '[["Look"]]' },
    ];
    const set = (pol: object) =>
      is('acq.pol.update', { path: { pol_id: 'P' }, before: { fields } }, () => pol);
    const copy = (barcode: string, quantity: unknown) => [{ quantity, copy: { pid: 5, barcode } }];
    const before = {
      ...{ location: copy('', '1'), price: { sum: 10 }, expected_receipt_date: null, note: [] },
      fund_distribution: { fund_code: 'A', amount: { sum: '10.00' } },
    };
    const after = {
      ...{ location: copy('B', 2), price: { sum: '12.50' }, expected_receipt_date: '2027-01-31Z' },
      fund_distribution: ['A', 'B'].map((value) => ({ fund_code: { value, desc: value }, percent: '50.0' })),
      note: { note_text: 'Look', created_by: 'us' },
    };
    expect(await set(after)).toBe('happened');
    expect(await set(before)).toBe('didNotHappen');
    for (const [field, value] of Object.entries(after))
      expect(await set({ ...before, [field]: value }), field).toBe('unclear');
    expect(await set({ ...before, price: { sum: '11' } })).toBe('unclear');
    // The location that the quantity was of is gone.
    expect(await set({ ...after, location: [] })).toBe('unclear');
  });

  test('is received on the day that was sent, on any where none was, and not where it was before', async () => {
    const receive = (pol: object, item: unknown, query?: Case['query'], received = '') =>
      found(
        'acq.pol.items.receive',
        { path: { pol_id: 'P', item_id: '5' }, ...(query && { query }), before: { received } },
        (question) => (question === 'acq.pol.get' ? pol : item),
      );
    const here = copies({ pid: '5', barcode: 'A', receive_date: '2026-11-23Z' });
    const away = refusal('bibs.items.get');
    expect(await receive(here, away, { receive_date: '2026-11-23' })).toEqual({
      ...{ found: 'happened', record: { item_data: { pid: '5', barcode: 'A' } } },
    });
    expect((await receive(here, away)).found).toBe('happened');
    expect((await receive(here, away, {}, '2026-11-23Z')).found).toBe('unclear');
    expect((await receive(here, away, { receive_date: '2026-11-22Z' })).found).toBe('unclear');
    // Not arrived: the line says so, or the item does.
    const none = copies({ pid: '5' });
    const blank = copies({ pid: '5', receive_date: '' });
    const item = (item_data: object | null) => ({ item_data });
    expect((await receive(blank, item({ process_type: 'LOAN' }))).found).toBe('didNotHappen');
    expect((await receive(none, item({ arrival_date: '' }))).found).toBe('didNotHappen');
    expect((await receive(none, item({ process_type: 'acq' }))).found).toBe('didNotHappen');
    expect((await receive(none, item({}))).found).toBe('unclear');
    expect((await receive(blank, item({ arrival_date: '2026-11-23Z' }))).found).toBe('unclear');
    expect((await receive(blank, item(null))).found).toBe('didNotHappen');
    expect((await receive(none, item(null))).found).toBe('unclear');
  });
});

describe('a payment', () => {
  const path = { ...user, fee_id: 'f' };
  const ours = (amount: string, balance = '0.00') => ({
    ...{ id: 'f', balance },
    transaction: [{ external_transaction_id: 'other' }, { external_transaction_id: 'ours', amount }],
  });

  test('shows by our id, whatever is owed', async () => {
    const pay = (fee: object) => is('users.fees.pay', { path, before: { balance: '5.00' } }, () => fee);
    expect(await pay(ours('5.00'))).toBe('happened');
    expect(await pay(ours('5.00', '5.00'))).toBe('happened');
    expect(await pay({ balance: '6.00' })).toBe('didNotHappen');
    expect(await pay({ balance: '4.99', transaction: [] })).toBe('unclear');
  });

  test('of all is whole where its parts come to what was sent', async () => {
    const payAll = (query: Case['query'] | undefined, before: object, ...fees: unknown[]) => {
      const all = [...fees];
      return found('users.fees.payAll', { path: user, ...(query && { query }), before }, () => all.shift());
    };
    const two = { feeIds: ['f', 'g'], owed: '5.00' };
    const whole = await payAll(undefined, two, ours('2'), ours('3'));
    expect(whole).toMatchObject({ found: 'happened', record: { total_record_count: 2 } });
    expect((await payAll({ amount: 'ALL' }, two, ours('2'), ours('2'))).found).toBe('unclear');
    expect((await payAll({ amount: '4.00' }, two, ours('2'), ours('2'))).found).toBe('happened');
    // From the journal of an earlier version: every fee has a part of it, or nobody knows.
    const old = { feeIds: ['f', 'g'] };
    expect((await payAll({ amount: 'ALL' }, old, ours('2'), ours('9'))).found).toBe('happened');
    expect((await payAll({ amount: 'ALL' }, old, ours('2'), { balance: '3' })).found).toBe('unclear');
    expect((await payAll({}, two, ours('2'), ours('many'))).found).toBe('unclear');
    const gone = refusal('users.fees.get', '401665', 404);
    expect((await payAll({}, two, { balance: '9' }, gone)).found).toBe('unclear');
  });

  test('is not a waiver', async () => {
    const waive = (fee: object, waivers?: number) =>
      is('users.fees.waive', { path, before: { balance: '5.00', waived: '2', waivers } }, () => fee);
    const listed = (...types: string[]) => types.map((type) => ({ type }));
    expect(await waive({ balance: '3', transaction: listed('WAIVE') }, 0)).toBe('happened');
    expect(await waive({ balance: '3', transaction: listed('PAYMENT') }, 0)).toBe('unclear');
    expect(await waive({ balance: '3', transaction: listed('WAIVE') }, 1)).toBe('unclear');
    expect(await waive({ balance: '3', transaction: null }, 0)).toBe('unclear');
    expect(await waive({ balance: '3' }, -1)).toBe('unclear');
    expect(await waive({ balance: '5.0', transaction: listed('WAIVE') }, 0)).toBe('didNotHappen');
  });
});
