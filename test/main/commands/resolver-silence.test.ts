import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import type { Command, Operation } from '../../../src/service/endpoints.ts';
import { sampleCode } from '../../../src/service/samples.ts';
import type { Item } from '../../../src/service/shapes/item.ts';
import { differing, page, refusal } from '../support/deployed.ts';
import { lookingUp } from '../support/looking-up.ts';
import { itemStateOf } from '../../../src/main/items/record.ts';

const library = lookingUp();

const found = async (client: Client, operation: Command, payload: object, before: unknown) =>
  (await commandTable.lookUp(client, { id: '1', operation, payload, before })).found;

/** A service of which only one read matters: it answers this. */
const only = (answer: unknown): Client =>
  ({
    call: () => (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)),
  }) as unknown as Client;

const desk = { library: 'MAIN', circ_desk: 'DEFAULT_CIRC_DESK' };
const justNow = () => new Date().toISOString();
const path = { user_id: sampleCode('patronNothing') };
const fee = { type: 'OTHER', original_amount: '1.50', owner: 'MAIN' };
const loan = { item_barcode: 'A 1', loan_date: '2026-11-23T08:00:00Z', due_date: '2026-12-01T08:00:00Z' };

/** What is created stands in a list: the list, what was sent, the state before it, and the record there. */
const lists: readonly {
  readonly create: Command;
  readonly list: Operation;
  readonly payload: object;
  readonly before: (ids: string[]) => object;
  readonly record: (id: string) => object;
}[] = [
  {
    create: 'users.attachments.create',
    list: 'users.attachments.list',
    payload: { path, body: { file_name: 'a.txt' } },
    before: (attachmentIds) => ({ attachmentIds }),
    record: (id) => ({ id, file_name: 'a.txt' }),
  },
  {
    create: 'users.fees.create',
    list: 'users.fees.list',
    payload: { path, body: fee },
    before: (feeIds) => ({ feeIds }),
    record: (id) => ({ id, ...fee }),
  },
  {
    create: 'users.deposits.create',
    list: 'users.deposits.list',
    payload: { path, body: { deposit_profile: 'DEPOSIT', amount: '5', owner: 'MAIN' } },
    before: (depositIds) => ({ depositIds }),
    record: (id) => ({ id, deposit_profile: { value: 'DEPOSIT' }, amount: '5.00' }),
  },
  {
    create: 'users.requests.create',
    list: 'users.requests.list',
    payload: { path, query: { mms_id: '9' }, body: { request_type: 'HOLD' } },
    before: (requestIds) => ({ requestIds, mmsId: '9', pid: '' }),
    record: (id) => ({ request_id: id, mms_id: '9', request_type: 'HOLD' }),
  },
  {
    create: 'users.purchaseRequests.create',
    list: 'users.purchaseRequests.list',
    payload: { path, body: { resource_metadata: { title: 'T' } } },
    before: (requestIds) => ({ requestIds }),
    record: (id) => ({ request_id: id, resource_metadata: { title: 'T' } }),
  },
  {
    create: 'acq.invoices.lines.create',
    list: 'acq.invoices.lines.list',
    payload: { path: { invoice_id: '7' }, body: { price: '1', po_line: 'POL-1' } },
    before: (lineIds) => ({ lineIds }),
    record: (id) => ({ id, price: '1.00', po_line: 'POL-1' }),
  },
];

describe.each(lists)('$create', ({ create, list, payload, before, record }) => {
  /** What else is listed, such as fees of another status, the service does not have. */
  const saying = (answer: unknown) =>
    differing(only(page([])), ({ operation, query }) =>
      operation === list && query['status'] === undefined ? answer : null,
    );
  const look = (answer: unknown, known: string[] = []) =>
    found(saying(answer), create, payload, before(known));

  test('did not happen only where the service says that its list is whole', async () => {
    expect(await look(page([]))).toBe('didNotHappen');
    expect(await look(page([record('1')]), ['1'])).toBe('didNotHappen');
    // A list without its key is read as an empty one; that is no proof.
    expect(await look(page([], {}))).toBe('unclear');
    expect(await look(page([], { total_record_count: 4 }))).toBe('unclear');
    expect(await look(refusal(list, '60340', 403))).toBe('unclear');
  });

  test('happened only where there is one that can be told from what was there before', async () => {
    expect(await look(page([record('1'), record('2')]), ['1'])).toBe('happened');
    expect(await look(page([record('1'), record('2')]))).toBe('unclear');
    expect(await look(page([record('')]))).toBe('unclear');
    expect(await look(page([record('1'), record('')]), ['1'])).toBe('unclear');
  });
});

describe('a loan', () => {
  const payload = { path, query: { item_barcode: 'a 1' } };
  const lend = (loans: unknown, question: string | null = '2026-11-23T08:01:00Z') =>
    found(
      differing(only(page([])), ({ query }) => (query['loan_status'] === undefined ? loans : null)),
      'users.loans.create',
      payload,
      question === null ? null : { asked: question },
    );

  test('that stood on the patron’s list before the scan is not what the scan made', async () => {
    expect(await lend(page([loan]))).toBe('happened');
    expect(await lend(page([loan]), '2026-11-23T09:00:00Z')).toBe('unclear');
    expect(await lend(page([{ ...loan, loan_date: '2026-11-23Z' }]))).toBe('unclear');
    expect(await lend(page([{ ...loan, loan_date: null }]))).toBe('unclear');
    // From the journal of an earlier version.
    expect(await lend(page([loan]), null)).toBe('unclear');
  });

  test('that is not on the list proves something only where the list is whole and names its items', async () => {
    expect(await lend(page([{ ...loan, item_barcode: 'B' }]))).toBe('didNotHappen');
    expect(await lend(page([]))).toBe('didNotHappen');
    expect(await lend(page([], {}))).toBe('unclear');
    expect(await lend(page([{ ...loan, item_barcode: '' }]))).toBe('unclear');
  });

  test('that has come back meanwhile was made', async () => {
    const code = sampleCode('itemFree1');
    const input = { path, query: { item_barcode: code } };
    const question = justNow();
    expect(await library.found('users.loans.create', input, { asked: question })).toBe('didNotHappen');
    const body = { circ_desk: 'DEFAULT_CIRC_DESK', library: 'MAIN' };
    await library.client.call('users.loans.create', { ...input, body });
    expect(await library.found('users.loans.create', input, { asked: question })).toBe('happened');
    const item = await library.client.call('items.byBarcode', { query: { item_barcode: code } });
    const place = {
      mms_id: String(item.bib_data?.mms_id),
      holding_id: String(item.holding_data?.holding_id),
      item_pid: String(item.item_data?.pid),
    };
    const before = itemStateOf(item);
    const scan = { path: place, query: { ...desk, register_in_house_use: false } };
    expect(await library.found('bibs.items.scanIn', scan, before)).toBe('didNotHappen');
    await library.client.call('bibs.items.scanIn', scan);
    expect(await library.found('bibs.items.scanIn', scan, before)).toBe('happened');
    expect(await library.found('users.loans.create', input, { asked: question })).toBe('happened');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await library.found('users.loans.create', input, { asked: later })).toBe('didNotHappen');
    // A service that lists no returned loans.
    const less = differing(library.client, ({ operation, query }) =>
      query['loan_status'] === undefined ? null : refusal(operation),
    );
    expect(await found(less, 'users.loans.create', input, { asked: question })).toBe('didNotHappen');
    // A gateway is no service, and may be gone at the next look.
    const away = differing(library.client, ({ operation, query }) =>
      query['loan_status'] === undefined ? null : refusal(operation, '', 404),
    );
    await expect(found(away, 'users.loans.create', input, { asked: question })).rejects.toThrow('404');
  });

  test('that was returned and lent again since is another', async () => {
    const code = sampleCode('itemFree2');
    const item = await library.client.call('items.byBarcode', { query: { item_barcode: code } });
    const itemPath = {
      mms_id: String(item.bib_data?.mms_id),
      holding_id: String(item.holding_data?.holding_id),
      item_pid: String(item.item_data?.pid),
    };
    const scan = { path: itemPath, query: { ...desk, register_in_house_use: false } };
    const lend = async () => {
      const values = { path, query: { item_barcode: code } };
      const made = await library.client.call('users.loans.create', { ...values, body: {} });
      return String(made.loan_id);
    };
    const loanId = await lend();
    const out = await library.client.call('bibs.items.get', { path: itemPath });
    const was = { ...itemStateOf(out), asked: justNow() };
    const is = (before: object, client = library.client) => found(client, 'bibs.items.scanIn', scan, before);
    const later = { ...was, asked: new Date(Date.now() + 3_600_000).toISOString() };
    expect(await is({ ...was, loanId })).toBe('didNotHappen');
    expect(await is(later)).toBe('didNotHappen');
    // It was made just before it was to end: nothing tells it from one that was made just after.
    expect(await is(was)).toBe('unclear');
    await library.client.call('bibs.items.scanIn', scan);
    await lend();
    expect(await is({ ...was, loanId })).toBe('happened');
    expect(await is(was)).toBe('unclear');
    // A service that does not say on which loan an item is.
    const less = differing(library.client, ({ operation }) =>
      operation === 'bibs.items.loans' ? refusal(operation) : null,
    );
    expect(await is({ ...was, loanId }, less)).toBe('didNotHappen');
  });

  test.each([
    [{}, 'didNotHappen'],
    [{ last_renew_date: '2026-11-23T09:00:00Z' }, 'happened'],
    [{ due_date: '2026-12-09T08:00:00Z', last_renew_date: '2026-11-23T09:00:00Z' }, 'happened'],
    // Changed by hand, or called back.
    [{ due_date: '2026-12-09T08:00:00Z' }, 'unclear'],
    [{ due_date: '2026-11-30T08:00:00Z' }, 'unclear'],
    [{ due_date: null }, 'unclear'],
  ])('that is now %j: its renewal is %s', async (change, is) => {
    const before = { due: '2026-12-01T08:00:00.000Z', renewed: '' };
    expect(await found(only({ ...loan, ...change }), 'users.loans.renew', { path }, before)).toBe(is);
  });

  test('that was renewed before and got another due date by hand is not renewed', async () => {
    const last_renew_date = '2026-11-20T08:00:00.000Z';
    const before = { due: '2026-12-01T08:00:00.000Z', renewed: last_renew_date };
    const now = { ...loan, last_renew_date, due_date: '2026-12-09T08:00:00Z' };
    expect(await found(only(now), 'users.loans.renew', { path }, before)).toBe('unclear');
    expect(await found(only({ ...now, last_renew_date: null }), 'users.loans.renew', { path }, before)).toBe(
      'unclear',
    );
  });

  test('that is gone tells nothing of its renewal or its due date', async () => {
    const gone = only(refusal('users.loans.get', '401823'));
    const before = { due: '2026-12-01T08:00:00.000Z', renewed: '', wanted: '2026-12-02T08:00:00.000Z' };
    expect(await found(gone, 'users.loans.renew', { path }, before)).toBe('unclear');
    expect(await found(gone, 'users.loans.update', { path }, before)).toBe('unclear');
  });
});

describe('a fee', () => {
  const create = { path, body: fee };
  const place = { path: { ...path, fee_id: '1' } };

  test('that was charged and is settled already is not said to have been charged or not', async () => {
    const question = justNow();
    const before = { feeIds: [], asked: question };
    expect(await library.found('users.fees.create', create, before)).toBe('didNotHappen');
    const made = await library.client.call('users.fees.create', create);
    const of = { path: { ...path, fee_id: String(made.id) } };
    expect(await library.found('users.fees.create', create, before)).toBe('happened');
    await library.client.call('users.fees.dispute', of);
    expect(await library.found('users.fees.create', create, before)).toBe('unclear');
    await library.client.call('users.fees.restore', of);
    await library.client.call('users.fees.pay', { ...of, query: { amount: '1.50' } });
    expect(await library.found('users.fees.create', create, before)).toBe('unclear');
    // One like it of an hour before is another.
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await library.found('users.fees.create', create, { feeIds: [], asked: later })).toBe(
      'didNotHappen',
    );
  });

  test.each([
    ['another sum', { original_amount: '2.00' }],
    ['another type', { type: 'OVERDUEFINE' }],
    ['another owner', { owner: { value: 'LAW' } }],
    ['another comment', { comment: 'Of another desk' }],
  ])('with %s is not ours', async (_what, other) => {
    const client = only(page([{ id: '1', ...fee, comment: 'Ours', ...other }]));
    const payload = { path, body: { ...fee, comment: 'Ours' } };
    expect(await found(client, 'users.fees.create', payload, { feeIds: [] })).toBe('unclear');
  });

  test('is waived only where it says so: as much less may have been paid', async () => {
    const waive = (now: object, before: object = { balance: '5.00', waived: '2.00', waivers: 0 }) =>
      found(only(now), 'users.fees.waive', place, before);
    const transaction = [{ type: { value: 'WAIVE' }, amount: '2.00' }];
    expect(await waive({ balance: '5.00', transaction: [] })).toBe('didNotHappen');
    expect(await waive({ balance: '3.00', transaction })).toBe('happened');
    expect(await waive({ balance: '3.00', transaction: [{ type: 'PAYMENT', amount: '2.00' }] })).toBe(
      'unclear',
    );
    expect(await waive({ balance: '3.00' })).toBe('unclear');
    expect(await waive({ balance: '3.00', transaction }, { balance: '5.00', waived: '2.00' })).toBe(
      'unclear',
    );
    expect(
      await waive({ balance: '3.00', transaction }, { balance: '5.00', waived: '2.00', waivers: 1 }),
    ).toBe('unclear');
    expect(await waive({ balance: '1.00', transaction })).toBe('unclear');
    expect(await waive({ balance: 'much' })).toBe('unclear');
  });

  test('is disputed or restored only where that is a change', async () => {
    const act = (operation: 'users.fees.dispute' | 'users.fees.restore', status: string, now: object) =>
      found(only(now), operation, place, { status });
    expect(await act('users.fees.dispute', 'ACTIVE', { status: 'active' })).toBe('didNotHappen');
    expect(await act('users.fees.dispute', 'ACTIVE', { status: { value: 'INDISPUTE' } })).toBe('happened');
    expect(await act('users.fees.dispute', 'INDISPUTE', { status: 'INDISPUTE' })).toBe('didNotHappen');
    expect(await act('users.fees.dispute', '', {})).toBe('unclear');
    expect(await act('users.fees.dispute', 'ACTIVE', { status: 'CLOSED' })).toBe('unclear');
    expect(await act('users.fees.restore', 'INDISPUTE', { status: 'ACTIVE' })).toBe('happened');
    expect(await act('users.fees.restore', '', {})).toBe('unclear');
  });

  test('paid with others is paid where our transactions come to the sum', async () => {
    const payAll = (fees: Readonly<Record<string, unknown>>, amount = '5.00') =>
      found(
        differing(only(refusal('users.fees.get', '401665')), ({ path: of }) => fees[of['fee_id'] ?? '']),
        'users.fees.payAll',
        { path, query: { amount, external_transaction_id: '1' } },
        { feeIds: ['a', 'b'], owed: '5.00' },
      );
    const ours = (amount: string) => ({
      balance: '0.00',
      transaction: { external_transaction_id: '1', amount },
    });
    const unpaid = (balance: string) => ({ balance, transaction: [] });
    expect(await payAll({ a: ours('2.00'), b: ours('3.00') })).toBe('happened');
    expect(await payAll({ a: ours('2'), b: ours('3') }, 'ALL')).toBe('happened');
    // The service stopped half way, or is still at it.
    expect(await payAll({ a: ours('2.00'), b: unpaid('3.00') })).toBe('unclear');
    expect(await payAll({ a: ours('many'), b: unpaid('3.00') })).toBe('unclear');
    expect(await payAll({ a: unpaid('2.00'), b: unpaid('3.00') })).toBe('didNotHappen');
    // One is gone.
    expect(await payAll({ a: unpaid('2.00') })).toBe('unclear');
    expect(await payAll({ a: ours('2.00') })).toBe('unclear');
  });
});

describe('a request', () => {
  const title = async () => {
    const query = { item_barcode: sampleCode('itemForHold') };
    const item = await library.client.call('items.byBarcode', { query });
    return String(item.bib_data?.mms_id);
  };
  const place = async (mmsId: string) => {
    const body = { request_type: 'DIGITIZATION', pickup_location_library: 'MAIN' };
    const options = { path, query: { mms_id: mmsId }, body };
    const request = await library.client.call('users.requests.create', options);
    return { asked: options, of: { ...path, request_id: String(request.request_id) } };
  };

  test('is cancelled where it says so, and not where it is merely gone', async () => {
    const { of } = await place(await title());
    const cancel = { path: of, query: { reason: 'PatronNotInterested' } };
    expect(await library.found('users.requests.cancel', cancel)).toBe('didNotHappen');
    await library.client.call('users.requests.cancel', cancel);
    expect(await library.found('users.requests.cancel', cancel)).toBe('happened');
    const other = { ...cancel, query: { reason: 'CannotBeFulfilled' } };
    expect(await library.found('users.requests.cancel', other)).toBe('unclear');
    const noHistory = differing(library.client, ({ operation, query }) =>
      query['status'] === 'history' ? refusal(operation) : null,
    );
    expect(await found(noHistory, 'users.requests.cancel', cancel, null)).toBe('unclear');
    const nothing = { ...cancel, path: { ...path, request_id: 'gone' } };
    expect(await library.found('users.requests.cancel', nothing)).toBe('unclear');
  });

  test('that was fulfilled meanwhile was not cancelled', async () => {
    const { of } = await place(await title());
    const cancel = { path: of, query: { reason: 'PatronNotInterested' } };
    const fulfilled = { request_id: of.request_id, request_status: 'FULFILLED' };
    const client = differing(only(page([])), ({ query }) =>
      query['status'] === 'history' ? page([fulfilled]) : null,
    );
    expect(await found(client, 'users.requests.cancel', cancel, null)).toBe('unclear');
    await library.client.call('users.requests.cancel', cancel);
  });

  test('that was placed and is over already is not said to have been placed or not', async () => {
    const mmsId = await title();
    const { items } = await library.client.call('users.requests.list', {
      path,
      query: { status: 'history' },
    });
    const old = items.map(({ request_id: id }) => String(id));
    const question = justNow();
    const { asked: create, of } = await place(mmsId);
    const before = { requestIds: old, mmsId, pid: '', asked: question };
    expect(await library.found('users.requests.create', create, before)).toBe('happened');
    await library.client.call('users.requests.cancel', {
      path: of,
      query: { reason: 'PatronNotInterested' },
    });
    expect(await library.found('users.requests.create', create, before)).toBe('unclear');
    const later = new Date(Date.now() + 3_600_000).toISOString();
    expect(await library.found('users.requests.create', create, { ...before, asked: later })).toBe(
      'didNotHappen',
    );
  });

  test('of another type, item or time is not ours', async () => {
    const body = { request_type: 'BOOKING', booking_start_date: '2026-12-01T08:00:00Z' };
    const payload = { path, query: { item_pid: '5' }, body };
    const create = (request: object) =>
      found(only(page([request])), 'users.requests.create', payload, {
        requestIds: [],
        mmsId: '9',
        pid: '5',
      });
    const request = { request_id: '1', mms_id: '9', item_id: '5', ...body };
    expect(await create(request)).toBe('happened');
    expect(await create({ ...request, request_type: { value: 'HOLD' } })).toBe('unclear');
    expect(await create({ ...request, item_id: '6' })).toBe('unclear');
    expect(await create({ ...request, booking_start_date: '2026-12-02T08:00:00Z' })).toBe('unclear');
    expect(await create({ ...request, item_id: null })).toBe('happened');
  });

  test('that was cancelled or says nothing has not taken a step for all that anybody knows', async () => {
    const step = (now: object, before = { status: 'NOT_STARTED', task: '' }) =>
      found(only(now), 'users.requests.nextStep', { path }, before);
    expect(await step({ request_status: 'NOT_STARTED' })).toBe('didNotHappen');
    expect(await step({ request_status: 'IN_PROCESS' })).toBe('happened');
    expect(await step({ request_status: 'CANCELLED' })).toBe('unclear');
    expect(await step({}, { status: '', task: '' })).toBe('unclear');
    expect(
      await found(
        only(refusal('users.requests.get', '401694')),
        'users.requests.nextStep',
        { path },
        {
          status: 'NOT_STARTED',
          task: '',
        },
      ),
    ).toBe('unclear');
  });
});

test('a borrowing request that is not found by our id may be there where nobody looks for such ids', async () => {
  const create = { path, body: { external_id: 'x' } };
  const client = only(refusal('users.resourceSharing.get', '40166450'));
  expect(await found(client, 'users.resourceSharing.create', create, null)).toBe('unclear');
  const another = only({ request_id: '1', external_id: 'of another' });
  expect(await found(another, 'users.resourceSharing.create', create, null)).toBe('unclear');
});

test('a user found by another’s barcode is not the one that was to be deleted', async () => {
  const payload = { path: { user_id: 'U1' } };
  expect(await found(only({ primary_id: 'u1' }), 'users.delete', payload, null)).toBe('didNotHappen');
  expect(await found(only({ primary_id: 'another' }), 'users.delete', payload, null)).toBe('unclear');
  expect(await found(only(refusal('users.get', '401861')), 'users.delete', payload, null)).toBe('happened');
  // A gateway without its service: nobody was asked.
  await expect(found(only(refusal('users.get', '', 404)), 'users.delete', payload, null)).rejects.toThrow(
    '404',
  );
  const update = { ...payload, body: { primary_id: 'U1' } };
  expect(await found(only(refusal('users.get', '401861')), 'users.update', update, {})).toBe('unclear');
});

describe('an item', () => {
  const place = { pol_id: 'POL-1', item_id: '5' };
  const polOf = (copy: object | null, more: object = {}) => ({
    number: 'POL-1',
    resource_metadata: { mms_id: { value: '9' } },
    location: [{ holding: [{ id: '7' }], copy: copy ? [{ pid: '5', ...copy }] : [] }],
    ...more,
  });
  const receive = (pol: object, item: unknown = null, receive_date = '2026-11-23Z') =>
    found(
      differing(only(pol), ({ operation }) => (operation === 'bibs.items.get' ? item : null)),
      'acq.pol.items.receive',
      { path: place, query: { receive_date } },
      { received: '' },
    );

  test('is not received where somebody says so', async () => {
    const away = refusal('bibs.items.get', '60340');
    expect(await receive(polOf({}), { item_data: { process_type: { value: 'ACQ' } } })).toBe('didNotHappen');
    expect(await receive(polOf({ receive_date: null }), away)).toBe('didNotHappen');
    expect(await receive(polOf({}, { resource_metadata: {} }))).toBe('unclear');
    expect(await receive(polOf({}), away)).toBe('unclear');
    expect(await receive(polOf({}), { item_data: {} })).toBe('unclear');
    expect(await receive(polOf({}), { item_data: { arrival_date: '2026-11-23Z' } })).toBe('unclear');
    expect(await receive(polOf(null))).toBe('unclear');
  });

  test('is received by us where it was on the day we said', async () => {
    expect(await receive(polOf({ receive_date: '2026-11-23Z' }))).toBe('happened');
    expect(await receive(polOf({ receive_date: '2026-11-20Z' }))).toBe('unclear');
  });

  test('has no barcode where the order line lists some', async () => {
    const set = (pol: object, before: object) =>
      found(only(pol), 'acq.pol.update', { path: { pol_id: 'POL-1' } }, { pid: '5', ...before });
    const was = { barcode: '', wanted: 'B' };
    expect(await set(polOf({ barcode: 'B' }), was)).toBe('happened');
    expect(await set(polOf({ barcode: '' }), was)).toBe('didNotHappen');
    expect(await set(polOf({}), was)).toBe('unclear');
    expect(await set(polOf(null), was)).toBe('unclear');
  });

  test('is not scanned in because somebody has requested it', async () => {
    const lent: Item = { item_data: { process_type: { value: 'LOAN' }, base_status: '0', requested: false } };
    const scan = (now: object) =>
      found(
        only({ item_data: { ...lent.item_data, ...now } }),
        'bibs.items.scanIn',
        { path, query: desk },
        itemStateOf(lent),
      );
    expect(await scan({})).toBe('didNotHappen');
    expect(await scan({ requested: true })).toBe('unclear');
    expect(await scan({ process_type: null, base_status: '1' })).toBe('happened');
    expect(await scan({ process_type: null, base_status: null })).toBe('unclear');
  });

  test('is not scanned in at a desk because it was lent since, or is at work in a department', async () => {
    const free: Item = { item_data: { process_type: { value: '' }, base_status: '1', requested: false } };
    const scan = (now: object) =>
      found(
        only({ item_data: { ...free.item_data, ...now } }),
        'bibs.items.scanIn',
        { path, query: desk },
        itemStateOf(free),
      );
    expect(await scan({ process_type: { value: 'LOAN' }, base_status: '0' })).toBe('unclear');
    expect(await scan({ process_type: { value: 'WORK_ORDER_DEPARTMENT' }, base_status: '0' })).toBe(
      'unclear',
    );
    expect(await scan({ process_type: { value: 'HOLDSHELF' }, base_status: '0' })).toBe('happened');
    expect(await scan({ process_type: { value: 'TRANSIT' }, base_status: '0' })).toBe('happened');
  });
});
