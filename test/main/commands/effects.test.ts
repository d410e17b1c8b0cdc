import { describe, expect, test } from 'vitest';
import { commandTable } from '../../../src/main/command-table.ts';
import type { Endpoint } from '../../../src/service/define.ts';
import { endpoints, operations, type Command, type Operation } from '../../../src/service/endpoints.ts';

const rowOf = (operation: Operation): Endpoint => endpoints[operation];
const commands = operations.filter((name): name is Command => rowOf(name).kind === 'command');

/**
 * The commands that have an effect on one record, and by which fields it is that record. Each stands in one group: two
 * of the same group, about the same, would do one thing twice or undo each other.
 */
const groups: readonly Partial<Record<Command, readonly string[]>>[] = [
  {
    'users.create': ['body.primary_id'],
    'users.update': ['path.user_id'],
    'users.delete': ['path.user_id'],
  },
  { 'users.attachments.create': ['path.user_id', 'body.file_name'] },
  { 'users.fees.create': ['path.user_id', 'body.type', 'body.original_amount'] },
  {
    'users.fees.pay': ['path.fee_id'],
    'users.fees.payAll': ['path.user_id', 'before.feeIds'],
    'users.fees.waive': ['path.fee_id'],
    'users.fees.dispute': ['path.fee_id'],
    'users.fees.restore': ['path.fee_id'],
  },
  { 'users.deposits.create': ['path.user_id', 'body.deposit_profile', 'body.amount'] },
  { 'users.deposits.act': ['path.deposit_id'] },
  { 'users.loans.create': ['query.item_barcode'] },
  { 'users.loans.renew': ['path.loan_id'], 'users.loans.update': ['path.loan_id'] },
  { 'users.requests.create': ['path.user_id', 'query.item_pid'] },
  {
    'users.requests.update': ['path.request_id'],
    'users.requests.cancel': ['path.request_id'],
    'users.requests.nextStep': ['path.request_id'],
  },
  { 'users.resourceSharing.create': ['path.user_id', 'body.title'] },
  {
    'users.resourceSharing.cancel': ['path.request_id'],
    'users.resourceSharing.updateShipping': ['path.request_id'],
  },
  { 'users.purchaseRequests.create': ['path.user_id', 'body.resource_metadata'] },
  { 'users.purchaseRequests.cancel': ['path.purchase_request_id'] },
  { 'partners.lendingRequests.create': ['path.partner_code', 'body.title', 'body.journal_title'] },
  { 'acq.invoices.create': ['body.vendor', 'body.number'] },
  { 'acq.invoices.lines.create': ['path.invoice_id', 'body.po_line', 'body.price'] },
  {
    'acq.invoices.process': ['path.invoice_id'],
    'acq.invoices.paid': ['path.invoice_id'],
    'acq.invoices.markInErp': ['path.invoice_id'],
    'acq.invoices.reject': ['path.invoice_id'],
  },
  {
    'conf.locations.create': ['path.library_code', 'body.code'],
    'conf.locations.update': ['path.library_code', 'path.location_code'],
    'conf.locations.delete': ['path.library_code', 'path.location_code'],
  },
  { 'conf.codeTables.update': ['path.table_name'], 'conf.mappingTables.update': ['path.table_name'] },
  { 'conf.letters.update': ['path.letter_code'] },
  { 'conf.workflows.run': ['path.workflow_id'] },
  { 'acq.pol.update': ['path.pol_id'] },
  { 'acq.pol.items.receive': ['path.item_id'], 'bibs.items.scanIn': ['path.item_pid'] },
];

const listed = groups.flatMap(
  (group, at) =>
    Object.entries(group).map(([operation, fields]) => ({ operation, fields, at })) as {
      operation: Command;
      fields: readonly string[];
      at: number;
    }[],
);

type Parts = Record<'path' | 'query' | 'body' | 'before', Record<string, unknown>>;

const names: Readonly<Record<keyof Parts, readonly string[]>> = {
  path: [
    ...['user_id', 'fee_id', 'deposit_id', 'loan_id', 'request_id', 'purchase_request_id', 'partner_code'],
    ...['invoice_id', 'library_code', 'location_code', 'table_name', 'letter_code', 'workflow_id', 'pol_id'],
    ...['item_id', 'item_pid', 'mms_id', 'holding_id'],
  ],
  query: ['item_barcode', 'item_pid', 'holding_id', 'mms_id', 'department', 'amount', 'op'],
  body: [
    ...['primary_id', 'file_name', 'type', 'original_amount', 'deposit_profile', 'amount', 'title', 'price'],
    ...['journal_title', 'external_id', 'vendor', 'number', 'po_line', 'code', 'comment'],
  ],
  before: [],
};

/** All that a command may have said: the same text everywhere, but in one field. */
function saying(other?: string): Parts {
  const value = (field: string): string => (field === other ? '8' : '7');
  const part = (name: keyof Parts) =>
    Object.fromEntries(names[name].map((field) => [field, value(`${name}.${field}`)]));
  return {
    ...{ path: part('path'), query: part('query') },
    body: { ...part('body'), resource_metadata: { title: value('body.resource_metadata') } },
    before: { feeIds: [value('before.feeIds')] },
  };
}

const fields = [
  ...Object.entries(names).flatMap(([part, all]) => all.map((name) => `${part}.${name}`)),
  'body.resource_metadata',
  'before.feeIds',
];

const effectOf = (operation: Command, { before, ...payload }: Parts, unreadable = false) =>
  commandTable.effectsOf({ id: 'a', operation, payload, before, ...(unreadable ? { unreadable } : {}) });
const meet = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((name) => other.includes(name));

test('every command has its place', () => {
  expect(listed.map(({ operation }) => operation).toSorted()).toEqual(commands.toSorted());
});

test('two commands have an effect on the same only within their group, whatever ids they share', () => {
  for (const one of listed) {
    for (const other of listed) {
      const same = meet(effectOf(one.operation, saying()), effectOf(other.operation, saying()));
      expect(same, `${one.operation}, ${other.operation}`).toBe(one.at === other.at);
    }
  }
});

test.each(listed)('$operation is about something else where another stands in $fields', (one) => {
  const was = effectOf(one.operation, saying());
  const telling = fields.filter((field) => {
    const is = effectOf(one.operation, saying(field));
    // A payment of all is about the patron's fees, each of them.
    return one.operation === 'users.fees.payAll' ? is.join() !== was.join() : !meet(is, was);
  });
  expect(telling.toSorted()).toEqual(one.fields.toSorted());
});

test('what is not said by its first name is said by the next', () => {
  const without =
    (operation: Command, part: keyof Parts, ...gone: string[]) =>
    (other?: string) => {
      const answer = saying(other);
      answer[part] = Object.fromEntries(
        Object.entries(answer[part]).filter(([name]) => !gone.includes(name)),
      );
      return effectOf(operation, answer);
    };
  const cases: [ReturnType<typeof without>, string][] = [
    [without('users.loans.create', 'query', 'item_barcode'), 'query.item_pid'],
    [without('users.requests.create', 'query', 'item_pid'), 'query.holding_id'],
    [without('users.requests.create', 'query', 'item_pid', 'holding_id'), 'query.mms_id'],
    [without('users.resourceSharing.create', 'body', 'title'), 'body.journal_title'],
  ];
  for (const [effect, field] of cases) {
    expect(meet(effect(), effect()), field).toBe(true);
    expect(meet(effect(), effect(field)), field).toBe(false);
  }
  const purchase = (resource_metadata: unknown) =>
    effectOf('users.purchaseRequests.create', { ...saying(), body: { resource_metadata } });
  expect(meet(purchase({ mms_id: '1' }), purchase({ mms_id: '2' }))).toBe(false);
  expect(meet(purchase({ mms_id: '1' }), purchase({ mms_id: '1', title: ' ' }))).toBe(true);
  expect(purchase('none')).toHaveLength(1);
});

test('a payment of all is about the patron’s fees, each of them, and about all that may come', () => {
  const all = (feeIds: unknown) => effectOf('users.fees.payAll', { ...saying(), before: { feeIds } });
  const pay = (fee_id: string) => effectOf('users.fees.pay', { ...saying(), path: { fee_id } });
  expect([meet(all([7, '9']), pay('7')), meet(all([7, '9']), pay('9')), meet(all(['9']), pay('7'))]).toEqual([
    ...[true, true, false],
  ]);
  expect(meet(all([]), all('none'))).toBe(true);
});

test('a scan-in has an effect in a department only', () => {
  const answer = saying();
  answer.query['department'] = '';
  expect(effectOf('bibs.items.scanIn', answer)).toEqual([]);
});

test.each([7, ' 7 ', { value: '7', desc: 'In words' }, { value: 7 }])(
  '%j is the same as its text',
  (type) => {
    const answer = saying();
    const was = effectOf('users.fees.create', answer);
    expect(effectOf('users.fees.create', { ...answer, body: { ...answer.body, type } })).toEqual(was);
  },
);

test.each([null, undefined, ['7'], true])('%j says nothing', (type) => {
  const answer = saying();
  const of = (kind: unknown) =>
    effectOf('users.fees.create', { ...answer, body: { ...answer.body, type: kind } });
  expect(of(type)).toEqual(of(''));
});

test('what cannot be read, or was made by another version, is about nothing that is known', () => {
  expect(effectOf('users.update', saying(), true)).toEqual([]);
  expect(effectOf('users.dance' as Command, saying())).toEqual([]);
  expect(effectOf('toString' as Command, saying())).toEqual([]);
  expect(
    commandTable.effectsOf({ id: 'a', operation: 'users.update', payload: 'cut', before: null }),
  ).toEqual(['user:']);
  expect(
    commandTable.effectsOf({ id: 'a', operation: 'users.update', payload: { path: 7 }, before: 7 }),
  ).toEqual(['user:']);
});

test('three commands carry their own id to the service', () => {
  expect(commands.filter((operation) => commandTable.carriesItsId(operation)).toSorted()).toEqual([
    'users.fees.pay',
    'users.fees.payAll',
    'users.resourceSharing.create',
  ]);
});

test('two do the same only where they do the same thing to one of the same records', () => {
  const act = (op: string, deposit_id = '7') => ({
    ...{ id: 'a', operation: 'users.deposits.act' as const, before: null },
    payload: { path: { deposit_id }, query: { op } },
  });
  expect(commandTable.hasSameEffect(act('pay'), act('pay'))).toBe(true);
  expect(commandTable.hasSameEffect(act('pay'), act('refund'))).toBe(false);
  expect(commandTable.hasSameEffect(act('pay'), act('pay', '8'))).toBe(false);
  const all = (user_id: string, ...feeIds: string[]) => ({
    ...{ id: 'a', operation: 'users.fees.payAll' as const },
    ...{ payload: { path: { user_id } }, before: { feeIds } },
  });
  expect(commandTable.hasSameEffect(all('a', '1', '2'), all('b', '2', '3'))).toBe(true);
  const fee = { id: 'a', payload: { path: { fee_id: '7' } }, before: null };
  expect(
    commandTable.hasSameEffect(
      { ...fee, operation: 'users.fees.dispute' },
      { ...fee, operation: 'users.fees.waive' },
    ),
  ).toBe(false);
});

describe('a command that replaces something', () => {
  const replacing: Partial<Record<Command, readonly [keyof Parts, unknown, unknown]>> = {
    'users.update': ['body', { first_name: 'A' }, { first_name: 'B' }],
    'users.requests.update': ['body', { comment: 'A' }, { comment: 'B' }],
    'users.loans.update': ['before', { due: 'A', wanted: 'B' }, { due: 'A', wanted: 'C' }],
    'users.resourceSharing.updateShipping': ['query', { shipping_cost: '1' }, { shipping_cost: '2' }],
    'acq.pol.update': [
      'before',
      { fields: [{ path: ['price'], was: '1', wanted: '2' }] },
      { fields: [{ path: ['price'], was: '1', wanted: '3' }] },
    ],
    'conf.locations.update': ['body', { name: 'A' }, { name: 'B' }],
    'conf.codeTables.update': ['body', { row: [{ code: 'A' }] }, { row: [{ code: 'B' }] }],
    'conf.mappingTables.update': ['body', { row: [{ column0: 'A' }] }, { row: [{ column0: 'B' }] }],
    'conf.letters.update': ['body', { subject: 'A' }, { subject: 'B' }],
  };

  test('is each that changes a record', () => {
    const known = commands.filter((operation) => commandTable.entries[operation].replacement !== undefined);
    expect(known.toSorted()).toEqual(Object.keys(replacing).toSorted());
  });

  test.each(Object.entries(replacing))('%s is repeated by what puts the same there', (name, told) => {
    const [part, content, other] = told;
    const put = (what: unknown) => {
      const { before, ...payload } = { ...{ path: {}, query: {}, body: {}, before: {} }, [part]: what };
      return { id: 'a', operation: name as Command, payload, before };
    };
    expect(commandTable.isRepeatedBy(put(content), put(content))).toBe(true);
    expect(commandTable.isRepeatedBy(put(content), put(other))).toBe(false);
  });
});
