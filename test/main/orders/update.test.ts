import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { OrderForm, OrderRecord } from '../../../src/contract/orders.ts';
import { codes } from '../../../src/service/codes.ts';
import { arrayOf } from '../../../src/service/read.ts';
import { sampleCode as code } from '../../../src/service/samples.ts';
import type { Pol } from '../../../src/service/shapes/pol.ts';
import { lostBefore, unknown } from '../support/lost.ts';
import { openTestStation, type TestStation, type Window } from '../support/test-station.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-orders-'));
afterAll(() => rmSync(folder, { recursive: true }));

const several = code('polSeveral');
const at = { pol_id: several };

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

const raw = ({ client }: TestStation): Promise<Pol> => client.call('acq.pol.get', { path: at });

async function rewrite(testStation: TestStation, change: (pol: Pol) => object): Promise<void> {
  const pol = await raw(testStation);
  await testStation.client.call('acq.pol.update', { path: at, body: { ...pol, ...change(pol) } });
}

const read = (window: Window): Promise<OrderRecord> => window.ask('orders.read', { pol: several });

const input = ({ seen, form }: OrderRecord, change: Partial<OrderForm>, intent = randomUUID()) => ({
  ...{ intent, seen, form: { ...form, ...change } },
});

const save = (window: Window, record: OrderRecord, change: Partial<OrderForm>) =>
  window.done('orders.update', input(record, change));

const primaryOf = ({ form }: OrderRecord) => form.funds[0] ?? { fund: '', share: '', raw: null };

/** Two funds, by percentages or sums. */
const funds = (one: string, other: string) => [
  { fund: 'GENERAL-MONO', share: one, raw: null },
  { fund: 'SCIENCE-MONO', share: other, raw: null },
];

describe('an order line', () => {
  test('is read in full, with what this workstation did to it', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, () => ({
      vendor_reference_number: 'V-1',
      alert: [{ value: 'PRICE_CHANGED', desc: 'The price was changed' }],
    }));
    const record = await read(window);
    expect(record).toMatchObject({
      ...{ pol: several, title: 'Atlas of the Night Sky', author: 'Storm, Dunlop' },
      ...{ received: 0, open: 3, decimals: 2, vendorAccount: 'MAIN', deeds: [] },
      alerts: [{ code: 'PRICE_CHANGED', label: 'The price was changed' }],
      form: { vendorReference: 'V-1', split: 'sum', quantities: ['3'], price: record.price.amount },
    });
    expect(record.funds).toEqual([{ fund: expect.anything() as unknown, sum: record.price, percent: '' }]);
    expect(record.places).toMatchObject([{ library: { code: 'MAIN' }, quantity: '3', copies: [{}, {}, {}] }]);
    const saved = await save(window, record, { receivingNote: 'Check the maps.' });
    expect(saved.deeds).toMatchObject([{ deed: 'update', unclear: false }]);
  });

  test.each([
    ['without locations', { location: [] }, { open: 0, places: [] }],
    ['without anything', { location: null, fund_distribution: null, price: null, note: null }, { funds: [] }],
    ['with single objects', { note: { note_text: 'One' } }, { form: { notes: [{ text: 'One' }] } }],
  ])('%s is shown', async (_, odd, expected) => {
    const { testStation, window } = await open();
    testStation.odd = { 'acq.pol.get': (pol) => ({ ...(pol as object), ...odd }) };
    const record = await read(window);
    expect(record).toMatchObject(expected);
    expect(JSON.stringify(record)).not.toContain('NaN');
  });
});

describe('an update', () => {
  test('writes every field of the form, and nothing else', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, () => ({
      ...{ acquisition_method: { value: 'PURCHASE' }, mystery: { deep: [1, { x: null }] } },
      note: [
        { note_text: 'First', created_by: 'someone' },
        { note_text: 'Second', created_by: 'someone else' },
      ],
    }));
    const before = await raw(testStation);
    const record = await read(window);
    const second = record.form.notes[1] ?? { text: '', raw: null };
    const saved = await save(window, record, {
      ...{ price: '200', split: 'percent', funds: funds('66.67', '33.33'), quantities: ['4'] },
      ...{ expected: '2027-01-31', vendorReference: ' V-2 ', receivingNote: 'Look\nclosely' },
      notes: [
        { ...second, text: 'Second, changed' },
        { text: 'Third', raw: null },
      ],
    });
    expect(saved.form).toMatchObject({
      ...{
        price: '200.00',
        split: 'percent',
        quantities: ['4'],
        expected: '2027-01-31',
        vendorReference: 'V-2',
      },
    });
    const [place] = arrayOf(before.location);
    expect(await raw(testStation)).toEqual({
      ...before,
      ...{
        vendor_reference_number: 'V-2',
        receiving_note: 'Look\nclosely',
        expected_receipt_date: '2027-01-31Z',
      },
      price: { ...before.price, sum: '200.00' },
      fund_distribution: [
        { fund_code: { value: 'GENERAL-MONO' }, percent: '66.67' },
        { fund_code: { value: 'SCIENCE-MONO' }, percent: '33.33' },
      ],
      location: [{ ...place, quantity: 4 }],
      note: [{ note_text: 'Second, changed', created_by: 'someone else' }, { note_text: 'Third' }],
    });
  });

  test('of one field sends the others as they came, and one that changes nothing sends nothing', async () => {
    const { testStation, window } = await open();
    await rewrite(testStation, ({ price }) => ({ price: { ...price, sum: 99.5 }, odd: 'kept' }));
    // Its funds have not come to its price for long: that is no matter of the note.
    const before = await raw(testStation);
    const record = await read(window);
    await save(window, record, { receivingNote: 'New' });
    expect(await raw(testStation)).toEqual({ ...before, receiving_note: 'New' });
    const same = await read(window);
    await save(window, same, { price: '99.50' });
    expect(await raw(testStation)).toEqual({ ...before, receiving_note: 'New' });
    expect((await read(window)).deeds).toHaveLength(1);
  });

  test('notes in the journal what it changes, and is shown on the table of the receiving room', async () => {
    const { testStation, window } = await open();
    await window.scanned(several, { room: 'receiving' });
    const record = await read(window);
    const intent = randomUUID();
    await window.ask('orders.update', input(record, { receivingNote: 'Maps', quantities: ['5'] }, intent));
    expect(testStation.intended.get(intent)?.before).toEqual({
      fields: [
        { path: ['receiving_note'], was: record.form.receivingNote, wanted: 'Maps' },
        { path: ['location', 0, 'quantity'], was: '3', wanted: '5' },
      ],
    });
    const shown = window.roomEvents.findLast(({ type }) => type === 'order');
    expect(shown).toMatchObject({ order: { receivingNote: 'Maps' } });
  });

  test('is looked up when its answer does not come', async () => {
    const { testStation, window } = await open();
    const record = await read(window);
    const again = () => save(window, record, { price: '77', funds: [{ ...primaryOf(record), share: '77' }] });
    await lostBefore(testStation, 'acq.pol.update', again);
    await testStation.faults({ operation: 'acq.pol.update', fault: 'drop-after', count: 1 });
    expect((await again()).price.amount).toBe('77.00');
  });

  test('of which someone else changed the half is left to a person', async () => {
    const { testStation, window } = await open();
    const record = await read(window);
    await testStation.faults({ operation: 'acq.pol.update', fault: 'drop-before', count: 1 });
    const failure = await window.failure(
      'orders.update',
      input(record, { receivingNote: 'Mine', vendorReference: 'V-9' }),
    );
    const id = unknown(failure, 'acq.pol.update');
    await rewrite(testStation, () => ({ receiving_note: 'Mine' }));
    await testStation.clock.pass(600_000);
    expect((await window.unclear()).map((one) => one.id)).toEqual([id]);
  });
});

describe('where someone else has changed the order line', () => {
  test.each<[string, object, string]>([
    ['a field of the form', { receiving_note: 'Theirs' }, 'receivingNote'],
    ['its status', { status: { value: 'CANCELLED', desc: 'Cancelled' } }, 'status'],
    ['its vendor', { vendor: { value: 'LEXPRESS', desc: 'Lex Press Distribution' } }, 'vendor'],
  ])('%s: nothing is written, and the difference is told', async (_, theirs, field) => {
    const { testStation, window } = await open();
    const record = await read(window);
    await rewrite(testStation, () => theirs);
    const before = await raw(testStation);
    expect(await window.failure('orders.update', input(record, { vendorReference: 'Mine' }))).toMatchObject({
      ...{ kind: 'conflict', differences: [{ field }] },
    });
    expect(await raw(testStation)).toEqual(before);
  });

  test('what no form shows stays as they have it, and a receipt is no conflict', async () => {
    const { testStation, window } = await open();
    const record = await read(window);
    await rewrite(testStation, () => ({ mystery: 'theirs' }));
    const item_id = record.places[0]?.copies[0]?.pid ?? '';
    await testStation.client.call('acq.pol.items.receive', { path: { ...at, item_id } });
    const saved = await save(window, record, { vendorReference: 'Mine' });
    expect(saved).toMatchObject({ received: 1, open: 2, form: { vendorReference: 'Mine' } });
    expect((await raw(testStation))['mystery']).toBe('theirs');
  });

  test('two updates at once: the second sees the first', async () => {
    const { window } = await open();
    const record = await read(window);
    const [first, second] = await Promise.allSettled([
      save(window, record, { vendorReference: 'One' }),
      save(window, record, { receivingNote: 'Other' }),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: { failure: { kind: 'conflict' } } });
  });
});

describe('what cannot be written', () => {
  test.each<[field: string, reason: string, Partial<OrderForm>]>([
    ['quantities.0', 'notPositive', { quantities: ['0'] }],
    ['quantities.0', 'notWhole', { quantities: ['1.5'] }],
    ['quantities.0', 'notWhole', { quantities: ['three'] }],
    ['quantities.0', 'notWhole', { quantities: ['-1'] }],
    ['quantities.0', 'tooLarge', { quantities: ['1000000'] }],
    ['quantities.0', 'required', { quantities: [''] }],
    ['price', 'notAnAmount', { price: 'ten' }],
    ['price', 'notAnAmount', { price: '10,50' }],
    ['price', 'notPositive', { price: '-1' }],
    ['price', 'tooManyDecimals', { price: '1.005' }],
    ['price', 'required', { price: '' }],
    ['funds', 'doesNotAddUp', { price: '12345.00' }],
    ['funds', 'doesNotAddUp', { split: 'percent', funds: funds('50', '49.9') }],
    ['funds.1.share', 'notPositive', { split: 'percent', funds: funds('100', '0') }],
    ['funds.0.share', 'tooManyDecimals', { split: 'percent', funds: funds('33.333', '66.667') }],
    ['funds.0.share', 'notAnAmount', { split: 'percent', funds: funds('half', '50') }],
    ['funds', 'required', { funds: [] }],
    ['expected', 'notADate', { expected: '31 January' }],
    ['expected', 'notADate', { expected: '2027-02-30' }],
    ['vendorReference', 'controlCharacters', { vendorReference: 'a\u0007' }],
    ['receivingNote', 'tooLong', { receivingNote: 'x'.repeat(2001) }],
    ['notes.0.text', 'required', { notes: [{ text: ' ', raw: null }] }],
  ])('%s is %s', async (field, reason, change) => {
    const { testStation, window } = await open();
    await rewrite(testStation, () => ({ note: [] }));
    const before = await raw(testStation);
    const failure = await window.failure('orders.update', input(await read(window), change));
    expect(failure).toMatchObject({ kind: 'invalid', field, reason });
    expect(await raw(testStation)).toEqual(before);
  });

  test('is told all at once, each by its place', async () => {
    const { window } = await open();
    const change = {
      ...{ price: 'x', quantities: ['0'], split: 'percent' as const },
      funds: [
        { fund: 'GIFTS', share: '', raw: null },
        { fund: ' GIFTS ', share: '50', raw: null },
      ],
    };
    const failure = await window.failure('orders.update', input(await read(window), change));
    const { others = [], ...first } = failure as Extract<typeof failure, { kind: 'invalid' }>;
    expect([first, ...others].map(({ field, reason }) => `${field} ${reason}`)).toEqual([
      ...['price notAnAmount', 'funds.0.share required', 'funds.1.fund twice', 'quantities.0 notPositive'],
    ]);
  });

  test.each(['NO-SUCH-FUND', 'OLD-GIFTS'])(
    'the fund %s is refused by its name, and nothing is half made',
    async (fund) => {
      const { testStation, window } = await open();
      const before = await raw(testStation);
      const record = await read(window);
      const change = { vendorReference: 'V-3', funds: [{ ...primaryOf(record), fund }] };
      expect(await window.failure('orders.update', input(record, change))).toMatchObject({
        ...{ kind: 'refused', code: codes.polUpdateFailed, message: expect.stringContaining(fund) as string },
      });
      expect(await raw(testStation)).toEqual(before);
    },
  );

  test('what costs nothing may be paid from a fund by nothing', async () => {
    const { window } = await open();
    const record = await read(window);
    const saved = await save(window, record, { price: '0', funds: [{ ...primaryOf(record), share: '0' }] });
    expect(saved.price.amount).toBe('0.00');
  });
});

describe('opened in receiving', () => {
  test('it is on the table, and nothing is received', async () => {
    const { testStation, window } = await open();
    const order = await window.ask('receiving.open', { pol: several });
    expect(order.items.map(({ received }) => received)).toEqual(['', '', '']);
    expect((await window.ask('receiving.refresh', {})).pol).toBe(several);
    expect(testStation.intended.size).toBe(0);
    expect(await window.failure('receiving.open', { pol: 'POL-9999999' })).toMatchObject({
      ...{ kind: 'refused', code: codes.polNotFound },
    });
    expect((await window.ask('receiving.refresh', {})).pol).toBe(several);
  });
});
