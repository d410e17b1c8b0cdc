import { describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { RefusedError } from '../../../src/client/errors.ts';
import { commandTable } from '../../../src/main/command-table.ts';
import { codes } from '../../../src/service/codes.ts';
import type { Command, Operation } from '../../../src/service/endpoints.ts';
import { page, refusal } from '../support/deployed.ts';
import { existedBefore } from '../../../src/main/commands/resolutions.ts';

type Answer = (operation: Operation, input: { path?: object; query?: object }) => unknown;

/** What is found out, and everything that was read for it. */
async function looked(
  operation: Command,
  { before = null, ...payload }: { path?: object; query?: object; body?: object; before?: unknown },
  answer: Answer,
) {
  const reads: unknown[] = [];
  const signals: unknown[] = [];
  const call = (question: Operation, input: object, options: { signal?: AbortSignal }) => {
    reads.push([question, input]);
    signals.push(options.signal);
    const text = answer(question, input);
    return text instanceof Error ? Promise.reject(text) : Promise.resolve(text);
  };
  const { signal } = new AbortController();
  const { found } = await commandTable.lookUp(
    { call } as unknown as Client,
    { id: 'ours', operation, payload, before },
    signal,
  );
  // Whoever gives up gives up every read.
  expect(new Set(signals)).toEqual(new Set([signal]));
  return { found, reads };
}

const user = { user_id: 'u' };
const request = { ...user, request_id: 'r' };
const fee = { ...user, fee_id: 'f' };
const loan = { ...user, loan_id: 'l' };
const connection = { status: 'WAITING', approval: 'PENDING', paid: false, inErp: false };
const all = { limit: 100, offset: 0 };
const unpaid = { payment: { payment_status: 'NOT_PAID' } };

type Row = [Command, Parameters<typeof looked>[1], unknown, [Operation, object]];

/** Of each command: that it did not happen, as one record says it, and where that record stands. */
const records: readonly Row[] = [
  ['users.delete', { path: user }, { primary_id: 'U' }, ['users.get', { path: user }]],
  [
    'users.update',
    { path: user, body: { primary_id: 'u', last_name: 'B' }, before: { primary_id: 'u' } },
    { primary_id: 'u' },
    ['users.get', { path: user }],
  ],
  [
    'users.fees.pay',
    { path: fee, before: { balance: '5.00' } },
    { balance: 5, transaction: [{ external_transaction_id: 'of another' }] },
    ['users.fees.get', { path: fee }],
  ],
  [
    'users.fees.payAll',
    { path: user, before: { feeIds: ['f'], owed: '5.00' } },
    { balance: '5' },
    ['users.fees.get', { path: fee }],
  ],
  [
    'users.fees.waive',
    { path: fee, before: { balance: '5.00', waived: '1' } },
    { balance: '5' },
    ['users.fees.get', { path: fee }],
  ],
  [
    'users.fees.dispute',
    { path: fee, before: { status: 'active' } },
    { status: { value: 'ACTIVE' } },
    ['users.fees.get', { path: fee }],
  ],
  [
    'users.fees.restore',
    { path: fee, before: { status: 'indispute' } },
    { status: 'InDispute' },
    ['users.fees.get', { path: fee }],
  ],
  [
    'users.deposits.act',
    { path: { ...user, deposit_id: 'd' }, query: { op: 'pay' }, before: { status: 'active' } },
    { status: 'Active' },
    ['users.deposits.get', { path: { ...user, deposit_id: 'd' } }],
  ],
  [
    'users.loans.renew',
    { path: loan, before: { due: '2026-12-01T08:00:00.000Z', renewed: '' } },
    { due_date: '2026-12-01T08:00:00Z' },
    ['users.loans.get', { path: loan }],
  ],
  [
    'users.loans.update',
    { path: loan, before: { due: '2026-12-01T08:00:00Z', wanted: '2026-12-02T08:00:00Z' } },
    { due_date: '2026-12-01T08:00:00.000Z' },
    ['users.loans.get', { path: loan }],
  ],
  [
    'users.requests.update',
    { path: request, body: { comment: 'b' }, before: { comment: 'a' } },
    { comment: 'a' },
    ['users.requests.get', { path: request }],
  ],
  [
    'users.requests.nextStep',
    { path: request, before: { status: 'A', task: 'T' } },
    { request_status: 'A', task_name: 'T' },
    ['users.requests.get', { path: request }],
  ],
  [
    'users.purchaseRequests.cancel',
    { path: { ...user, purchase_request_id: 'p' }, before: { status: 'INREVIEW' } },
    { request_status: 'INREVIEW' },
    ['users.purchaseRequests.get', { path: { ...user, purchase_request_id: 'p' } }],
  ],
  [
    'users.resourceSharing.cancel',
    { path: request, before: { status: 'A' } },
    { status: 'A' },
    ['users.resourceSharing.get', { path: request }],
  ],
  [
    'users.resourceSharing.updateShipping',
    {
      ...{ path: request, query: { shipping_cost: '3', fund_code: 'F', request_id_type: 'external' } },
      before: { cost: '2', fund: 'G' },
    },
    { shipping_cost: { sum: 2 }, fund_code: { value: 'G' } },
    ['users.resourceSharing.get', { path: request, query: { request_id_type: 'external' } }],
  ],
  [
    'acq.invoices.process',
    { path: { invoice_id: 'i' }, before: connection },
    { invoice_status: 'WAITING', invoice_approval_status: 'pending', in_erp: false, ...unpaid },
    ['acq.invoices.get', { path: { invoice_id: 'i' } }],
  ],
  [
    'acq.invoices.paid',
    { path: { invoice_id: 'i' }, before: connection },
    unpaid,
    ['acq.invoices.get', { path: { invoice_id: 'i' } }],
  ],
  [
    'acq.invoices.markInErp',
    { path: { invoice_id: 'i' }, before: connection },
    { in_erp: false },
    ['acq.invoices.get', { path: { invoice_id: 'i' } }],
  ],
  [
    'acq.invoices.reject',
    { path: { invoice_id: 'i' }, before: connection },
    { invoice_status: 'WAITING', invoice_approval_status: 'PENDING', in_erp: false, ...unpaid },
    ['acq.invoices.get', { path: { invoice_id: 'i' } }],
  ],
  [
    'conf.locations.delete',
    { path: { library_code: 'M', location_code: 'L' } },
    { code: 'L' },
    ['conf.locations.get', { path: { library_code: 'M', location_code: 'L' } }],
  ],
  [
    'conf.locations.update',
    {
      path: { library_code: 'M', location_code: 'L' },
      body: { code: 'L', name: 'B' },
      before: { code: 'L' },
    },
    { code: 'L' },
    ['conf.locations.get', { path: { library_code: 'M', location_code: 'L' } }],
  ],
  [
    'conf.codeTables.update',
    { path: { table_name: 'T' }, body: { row: [{ code: 'B' }] }, before: { row: [{ code: 'A' }] } },
    { row: [{ code: 'A' }] },
    ['conf.codeTables.get', { path: { table_name: 'T' } }],
  ],
  [
    'conf.mappingTables.update',
    { path: { table_name: 'T' }, body: { row: [{ column0: 'B' }] }, before: { row: [{ column0: 'A' }] } },
    { row: [{ column0: 'A' }] },
    ['conf.mappingTables.get', { path: { table_name: 'T' } }],
  ],
  [
    'conf.letters.update',
    { path: { letter_code: 'L' }, body: { enabled: false }, before: { enabled: { value: true } } },
    { enabled: 'true' },
    ['conf.letters.get', { path: { letter_code: 'L' } }],
  ],
  [
    'acq.pol.update',
    { path: { pol_id: 'P' }, before: { pid: '5', barcode: '', wanted: 'B' } },
    { location: [{ copy: [{ pid: '5', barcode: '' }] }] },
    ['acq.pol.get', { path: { pol_id: 'P' } }],
  ],
  [
    'acq.pol.items.receive',
    { path: { pol_id: 'P', item_id: '5' }, before: { received: '' } },
    { location: [{ copy: [{ pid: '5', receive_date: null }] }] },
    ['acq.pol.get', { path: { pol_id: 'P' } }],
  ],
];

describe('that a command did not happen is read', () => {
  test.each(records)('of %s, in the record that it was about', async (operation, input, answer, read) => {
    expect(await looked(operation, input, () => answer)).toEqual({ found: 'didNotHappen', reads: [read] });
  });

  test('of what was created, in the list that it would stand in', async () => {
    const none = () => page([]);
    const in_ = async (...question: Parameters<typeof looked>) => {
      const { found, reads } = await looked(...question);
      expect(found).toBe('didNotHappen');
      return reads;
    };
    expect(
      await in_(
        'users.attachments.create',
        { path: user, body: { file_name: 'a' }, before: { attachmentIds: [] } },
        none,
      ),
    ).toEqual([['users.attachments.list', { path: user, query: {} }]]);
    expect(
      await in_('users.deposits.create', { path: user, body: {}, before: { depositIds: [] } }, none),
    ).toEqual([['users.deposits.list', { path: user, query: {} }]]);
    const charge = { path: user, body: { type: 'OTHER' }, before: { feeIds: [] } };
    expect(await in_('users.fees.create', charge, none)).toEqual([
      ['users.fees.list', { path: user, query: {} }],
      ...['INDISPUTE', 'CLOSED', 'EXPORTED'].map((status) => [
        'users.fees.list',
        { path: user, query: { status } },
      ]),
    ]);
    const lend = { path: user, query: { item_barcode: 'B' }, before: { asked: '2026-11-23T08:00:00Z' } };
    expect(await in_('users.loans.create', lend, none)).toEqual([
      ['users.loans.list', { path: user, query: all }],
      [
        'users.loans.list',
        {
          path: user,
          query: { loan_status: 'Complete', order_by: 'loan_date', direction: 'DESC', limit: 100 },
        },
      ],
    ]);
    const place = {
      ...{ path: user, query: { mms_id: '9' }, body: { request_type: 'HOLD' } },
      before: { requestIds: [], mmsId: '9', pid: '' },
    };
    expect(await in_('users.requests.create', place, none)).toEqual([
      ['users.requests.list', { path: user, query: all }],
      ['users.requests.list', { path: user, query: { ...all, status: 'history' } }],
    ]);
    const wish = { path: user, body: { resource_metadata: { title: 'T' } }, before: { requestIds: [] } };
    expect(await in_('users.purchaseRequests.create', wish, none)).toEqual([
      ['users.purchaseRequests.list', { path: user, query: all }],
    ]);
    const line = { path: { invoice_id: 'i' }, body: { price: '1' }, before: { lineIds: [] } };
    expect(await in_('acq.invoices.lines.create', line, none)).toEqual([
      ['acq.invoices.lines.list', { path: { invoice_id: 'i' }, query: all }],
    ]);
  });

  test('of what has its own id, under that id', async () => {
    const gone = () => refusal('users.get', '401861');
    expect(await looked('users.create', { body: { primary_id: 'u' } }, gone)).toEqual({
      ...{ found: 'didNotHappen', reads: [['users.get', { path: user }]] },
    });
    const location = { path: { library_code: 'M' }, body: { code: 'L' } };
    expect(await looked('conf.locations.create', location, () => refusal('users.get', '1', 404))).toEqual({
      found: 'didNotHappen',
      reads: [['conf.locations.get', { path: { library_code: 'M', location_code: 'L' } }]],
    });
  });
});

test('an item is looked for at its own place, a borrowing request under our id', async () => {
  const place = { mms_id: '9', holding_id: '7', item_pid: '5' };
  const was = { process: 'LOAN', status: '', library: '', workOrder: '', department: '', requested: false };
  expect(
    await looked('bibs.items.scanIn', { path: place, before: was }, () => ({
      item_data: { process_type: 'LOAN' },
    })),
  ).toEqual({ found: 'didNotHappen', reads: [['bibs.items.get', { path: place }]] });

  const pol = {
    resource_metadata: { mms_id: { value: '9' } },
    location: [{ holding: [{ id: '7' }], copy: [{ pid: '5' }] }],
  };
  const receive = { path: { pol_id: 'P', item_id: '5' }, before: { received: '' } };
  expect(
    await looked('acq.pol.items.receive', receive, (question) =>
      question === 'acq.pol.get' ? pol : { item_data: { process_type: 'ACQ' } },
    ),
  ).toEqual({
    found: 'didNotHappen',
    reads: [
      ['acq.pol.get', { path: { pol_id: 'P' } }],
      ['bibs.items.get', { path: place }],
    ],
  });

  const borrow = { path: user, body: { external_id: 'x' } };
  expect(await looked('users.resourceSharing.create', borrow, () => ({ external_id: 'x' }))).toEqual({
    found: 'happened',
    reads: [
      [
        'users.resourceSharing.get',
        { path: { ...user, request_id: 'x' }, query: { request_id_type: 'external' } },
      ],
    ],
  });
});

test('a patron whose primary id was to be changed is looked for under both', async () => {
  const change = { path: user, body: { primary_id: 'v' }, before: { primary_id: 'u' } };
  const moved: Answer = (_operation, { path }) =>
    'user_id' in (path ?? {}) && (path as { user_id: string }).user_id === 'v'
      ? { primary_id: 'v' }
      : refusal('users.get', '401861');
  expect(await looked('users.update', change, moved)).toEqual({
    found: 'happened',
    reads: [
      ['users.get', { path: user }],
      ['users.get', { path: { user_id: 'v' } }],
    ],
  });
});

describe('what a command was about is gone', () => {
  const gone: Answer = () => refusal('users.get', '401861', 404);

  test.each<[Command, object, string]>([
    ['users.delete', { path: user }, 'happened'],
    ['conf.locations.delete', { path: { library_code: 'M', location_code: 'L' } }, 'happened'],
    [
      'users.resourceSharing.cancel',
      { path: request, query: { remove_request: true }, before: { status: 'A' } },
      'happened',
    ],
    ['users.resourceSharing.cancel', { path: request, before: { status: 'A' } }, 'unclear'],
    ['users.fees.pay', { path: fee, before: { balance: '5.00' } }, 'unclear'],
    ['users.fees.payAll', { path: user, before: { feeIds: ['f'], owed: '5.00' } }, 'unclear'],
    ['acq.invoices.paid', { path: { invoice_id: 'i' }, before: connection }, 'unclear'],
  ])('%s of %j: %s', async (operation, input, found) => {
    expect((await looked(operation, input, gone)).found).toBe(found);
  });
});

describe('a service that cannot be asked now is asked again', () => {
  const where = { operation: 'users.get', method: 'GET', path: '/users/{user_id}' } as const;
  const answerOf = (status: number, code: string) =>
    new RefusedError(where, status, { code, serviceMessage: '', trackingId: null });

  test.each([
    ['an error of its own', answerOf(500, '401861')],
    ['one that it calls general', answerOf(400, codes.generalError)],
    ['a gateway without its service', answerOf(404, '')],
    ['a defect', new TypeError('x')],
  ])('%s proves nothing', async (_, error) => {
    const remove = looked('users.delete', { path: user }, () => error);
    await expect(remove).rejects.toBe(error);
    const pay = looked('users.fees.pay', { path: fee, before: { balance: '5' } }, () => error);
    await expect(pay).rejects.toBe(error);
  });
});

describe('what an invoice says of itself', () => {
  const look = async (operation: Command, invoice: object, before: object = {}) =>
    (
      await looked(
        operation,
        { path: { invoice_id: 'i' }, before: { ...connection, ...before } },
        () => invoice,
      )
    ).found;

  test('is approved, rejected, paid or known to the finance system only where that is a change', async () => {
    const approved = { invoice_approval_status: { value: 'Approved' } };
    expect(await look('acq.invoices.process', approved)).toBe('happened');
    expect(await look('acq.invoices.process', approved, { approval: 'APPROVED' })).toBe('unclear');
    const review = { invoice_status: 'In Review' };
    expect(await look('acq.invoices.reject', review)).toBe('happened');
    expect(await look('acq.invoices.reject', review, { status: 'IN_REVIEW' })).toBe('unclear');
    const paid = { payment: { payment_status: 'PAID' } };
    expect(await look('acq.invoices.paid', paid)).toBe('happened');
    expect(await look('acq.invoices.paid', paid, { paid: true })).toBe('unclear');
    expect(await look('acq.invoices.paid', { payment: { payment_status: 'Not paid' } })).toBe('didNotHappen');
    expect(await look('acq.invoices.markInErp', { in_erp: true })).toBe('happened');
    expect(await look('acq.invoices.markInErp', { in_erp: true }, { inErp: null })).toBe('unclear');
    expect(await look('acq.invoices.markInErp', {})).toBe('unclear');
    expect(await look('acq.invoices.markInErp', {}, { inErp: null })).toBe('unclear');
  });

  test('stayed as it was only where it says where it stands', async () => {
    const silent = { status: '', approval: '', paid: false, inErp: null };
    for (const operation of ['acq.invoices.process', 'acq.invoices.reject'] as const) {
      expect(await look(operation, {}, silent)).toBe('unclear');
      expect(await look(operation, { invoice_status: 'A' }, { ...silent, status: 'A' })).toBe('didNotHappen');
      expect(await look(operation, { invoice_approval_status: 'A' }, { ...silent, approval: 'A' })).toBe(
        'didNotHappen',
      );
    }
  });
});

test('a state in which every operation leaves a deposit', async () => {
  const path = { ...user, deposit_id: 'd' };
  const act = async (op: string, now: string, was = 'ACTIVE') =>
    (
      await looked('users.deposits.act', { path, query: { op }, before: { status: was } }, () => ({
        status: now,
      }))
    ).found;
  expect([
    await act('pay', 'paid'),
    await act('refund', 'REFUNDED', 'PAID'),
    await act('dispute', 'INDISPUTE'),
    await act('restore', 'ACTIVE', 'INDISPUTE'),
  ]).toEqual(['happened', 'happened', 'happened', 'happened']);
  expect([
    await act('pay', 'REFUNDED'),
    await act('refund', 'PAID'),
    await act('dispute', 'PAID'),
    await act('restore', 'INDISPUTE'),
    await act('toString', 'PAID'),
    await act('melt', 'MOLTEN'),
  ]).toEqual(['unclear', 'unclear', 'unclear', 'unclear', 'unclear', 'unclear']);
});

test('a letter is changed where all of it that can be changed is as it was sent', async () => {
  const fields = { enabled: true, customized: 'false', channel: 'EMAIL', subject: 'S', body: 'B' };
  const sent = { ...fields, letter_template_xsl: '<x/>' };
  const look = async (now: object, was: object) =>
    (await looked('conf.letters.update', { path: { letter_code: 'L' }, body: sent, before: was }, () => now))
      .found;
  const written = { ...sent, enabled: 'true', customized: { value: 'false' }, updated_by: 'us' };
  for (const field of Object.keys(sent)) {
    const was = { ...sent, [field]: 'other' };
    expect(await look(written, was), field).toBe('happened');
    expect(await look({ ...written, [field]: 'other' }, was), field).toBe('didNotHappen');
    expect(await look({ ...written, [field]: 'of another desk' }, was), field).toBe('unclear');
  }
});

test('a person is asked about what no read can tell', () => {
  const stored = (operation: string, more: object = {}) => ({
    ...{ id: 'a', operation: operation as Command, payload: {}, before: null },
    ...more,
  });
  expect(commandTable.whyAskPerson(stored('users.dance'))).toBe('unknownOperation');
  expect(commandTable.whyAskPerson(stored('users.fees.pay', { unreadable: true }))).toBe('journalKeyLost');
  expect(commandTable.whyAskPerson(stored('conf.workflows.run'))).toBe('noListOfWorkflowRuns');
  expect(commandTable.whyAskPerson(stored('users.fees.pay'))).toBeNull();
});

test('what an earlier version wrote in another form is not compared with anything', async () => {
  const reads: unknown[] = [];
  const client = { call: (...requests: unknown[]) => reads.push(requests) } as unknown as Client;
  const look = (payload: unknown, before: unknown) =>
    commandTable.lookUp(client, { id: 'a', operation: 'users.fees.pay', payload, before });
  expect(await look({ path: fee }, { balance: 5 })).toEqual({ found: 'unclear' });
  expect(await look({ path: { fee_id: 7 } }, { balance: '5.00' })).toEqual({ found: 'unclear' });
  expect(await look('cut', { balance: '5.00' })).toEqual({ found: 'unclear' });
  expect(reads).toEqual([]);
});

describe('what the service made', () => {
  const question = '2026-11-23T12:00:00.000Z';

  test.each<[string | number | null, boolean | null]>([
    // The clocks may be ten minutes apart.
    ['2026-11-23T11:50:00.000Z', false],
    ['2026-11-23T11:49:59.999Z', true],
    [Date.parse('2026-11-23T11:49:59.999Z'), true],
    ['2026-11-23T13:00:00Z', false],
    // A day alone ends as much as fourteen hours later somewhere.
    ['2026-11-21Z', true],
    ['2026-11-22Z', null],
    ['2026-11-22', null],
    ['2026-11-23Z', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('at %j was there before: %j', (made, was) => {
    expect(existedBefore(made, question)).toBe(was);
  });

  test('of a day was there before where that day is over everywhere', () => {
    // The day's end, fourteen hours, and ten minutes of the clocks.
    expect(existedBefore('2026-11-22Z', '2026-11-23T14:10:00.000Z')).toBeNull();
    expect(existedBefore('2026-11-22Z', '2026-11-23T14:10:00.001Z')).toBe(true);
  });

  test('is not compared with a time that nobody kept', () => {
    expect([existedBefore(question, undefined), existedBefore(question, 'soon')]).toEqual([null, null]);
  });
});
