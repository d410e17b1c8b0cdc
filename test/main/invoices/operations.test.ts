import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ours } from '../../../src/service/codes.ts';
import { openTestStation, type Window } from '../support/test-station.ts';
import { isSettledBySilence, unknown } from '../support/lost.ts';
import { create, draft, line, on } from './asking.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'carrel-invoice-operations-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function open() {
  const testStation = await openTestStation(folder);
  return { testStation, window: testStation.window() };
}

/** An invoice of this workstation, with two lines. */
async function invoice(window: Window, then: 'nothing' | 'process' | 'pay' = 'nothing'): Promise<string> {
  return (await window.ask('invoices.create', create({ then }))).invoiceId;
}

describe('what is done with an invoice', () => {
  test('each says what is true afterwards', async () => {
    const { window } = await open();
    const id = await invoice(window);
    expect(await window.ask('invoices.read', { invoiceId: id })).toMatchObject({
      ...{ status: { code: 'ACTIVE' }, approved: false, paid: false, inErp: false, inReview: false },
    });
    expect(await window.done('invoices.process', on(id))).toMatchObject({
      ...{ status: { code: 'READY_TO_BE_PAID' }, approved: true, paid: false, alerts: [] },
    });
    expect(await window.done('invoices.markInErp', on(id))).toMatchObject({ inErp: true });
    const paid = await window.done('invoices.pay', on(id));
    expect(paid).toMatchObject({ status: { code: 'CLOSED' }, paid: true });
    expect(paid.voucher).toMatchObject({
      number: expect.stringMatching(/^V-/) as string,
      amount: { amount: '15.10', currency: 'ILS' },
    });
    expect(paid.deeds.map(({ deed, count }) => `${deed} ${String(count)}`)).toEqual([
      ...['pay 1', 'markInErp 1', 'process 1', 'line 2', 'create 1'],
    ]);
    const other = await invoice(window, 'process');
    expect(await window.done('invoices.reject', on(other))).toMatchObject({
      ...{ status: { code: 'IN_REVIEW' }, inReview: true, approved: false },
    });
  });

  test('that the service refuses is said as it says it', async () => {
    const { window } = await open();
    const id = await invoice(window);
    expect(await window.failure('invoices.pay', on(id))).toMatchObject({
      ...{ kind: 'refused', operation: 'acq.invoices.paid', code: ours.invoiceNotReady },
    });
    const paid = await invoice(window, 'pay');
    expect(await window.failure('invoices.reject', on(paid))).toMatchObject({ kind: 'refused' });
    expect(await window.failure('invoices.markInErp', on(paid))).toMatchObject({ kind: 'refused' });
    expect(await window.failure('invoices.read', { invoiceId: 'NONE' })).toMatchObject({ kind: 'refused' });
  });

  test('twice with one intent is done once', async () => {
    const { window } = await open();
    const step = on(await invoice(window));
    await window.ask('invoices.process', step);
    expect(await window.failure('invoices.process', step)).toMatchObject({ reason: 'alreadySent' });
  });

  test('with a lost answer is looked up; what cannot be found out waits, and is not sent twice', async () => {
    const { testStation, window } = await open();
    const id = await invoice(window);
    await testStation.faults({ operation: 'acq.invoices.process', fault: 'drop-after', count: 1 });
    expect(await window.done('invoices.process', on(id))).toMatchObject({ approved: true });
    await testStation.faults({ operation: 'acq.invoices.paid', fault: 'drop-before', count: 1 });
    const failure = await window.failure('invoices.pay', on(id));
    const journalId = unknown(failure, 'acq.invoices.paid');
    await isSettledBySilence(testStation, journalId, undefined, async () =>
      expect(await window.failure('invoices.pay', on(id))).toMatchObject({ kind: 'unsettled', journalId }),
    );
    expect(await window.done('invoices.pay', on(id))).toMatchObject({ paid: true });
  });
});

describe('paying', () => {
  test('twice is refused, also from two windows at once', async () => {
    const { testStation, window } = await open();
    const id = await invoice(window, 'process');
    const pay = (of: Window) => of.ask('invoices.pay', on(id));
    const outcomes = await Promise.allSettled([pay(window), pay(testStation.window())]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    const { voucher } = await window.ask('invoices.read', { invoiceId: id });
    expect(await window.failure('invoices.pay', on(id))).toEqual({
      ...{ kind: 'invalid', field: 'invoice', reason: 'alreadyPaid', detail: voucher?.number },
    });
    const sent = [...testStation.intended.values()].filter(
      ({ operation }) => operation === 'acq.invoices.paid',
    );
    expect(sent).toHaveLength(1);
  });

  test('forced skips our check only, and its reason is in the journal', async () => {
    const { testStation, window } = await open();
    const id = await invoice(window, 'pay');
    expect(await window.failure('invoices.pay', { ...on(id), force: '  ' })).toMatchObject({
      ...{ field: 'force', reason: 'required' },
    });
    const forced = { ...on(id), force: 'The bank sent it back' };
    expect(await window.failure('invoices.pay', forced)).toMatchObject({ code: ours.invoicePaid });
    expect(testStation.journal.entry(forced.intent)?.before).toEqual({ reason: 'The bank sent it back' });
    // Refused, it was not done.
    const { deeds } = await window.ask('invoices.read', { invoiceId: id });
    expect(deeds.filter(({ deed }) => deed === 'pay')).toMatchObject([{ reason: '' }]);
  });
});

describe('processing an invoice whose lines do not come to its total', () => {
  test('is refused here, and done for a reason that stays', async () => {
    const { testStation, window } = await open();
    const { client } = testStation;
    const body = { number: 'ODD-1', invoice_date: '2026-11-20', vendor: 'LEXPRESS', total_amount: '20.00' };
    const id = String((await client.call('acq.invoices.create', { body })).id);
    const sent = { price: '12.50', po_line: 'POL-1001' };
    await client.call('acq.invoices.lines.create', { path: { invoice_id: id }, body: sent });
    expect(await window.failure('invoices.process', on(id))).toEqual({
      ...{ kind: 'invalid', field: 'total', reason: 'doesNotAddUp', detail: '12.50' },
    });
    const done = await window.done('invoices.process', {
      ...on(id),
      despiteTotal: 'Postage is in the total',
    });
    expect(done).toMatchObject({
      ...{ approved: true, totalDiffers: true, linesTotal: '12.50', linesExpected: '20.00' },
      alerts: [{ code: 'LINES_TOTAL_MISMATCH', label: expect.stringContaining('12.50') as string }],
      deeds: [{ deed: 'process', reason: 'Postage is in the total', unclear: false }],
    });
  });

  test('counts charges and VAT that stand beside the lines', async () => {
    const { testStation, window } = await open();
    const { client } = testStation;
    const body = {
      ...{ number: 'CHARGED-1', invoice_date: '2026-11-20', vendor: 'LEXPRESS', total_amount: '117.00' },
      additional_charges: { shipment: '8', overhead: '2.00', discount: '3' },
      invoice_vat: { type: { value: 'EXCLUSIVE' }, vat_amount: '10.00', percentage: '10' },
      invoice_lines: { invoice_line: [{ price: '100', po_line: 'POL-1001' }] },
    };
    const id = String((await client.call('acq.invoices.create', { body })).id);
    expect(await window.done('invoices.process', on(id))).toMatchObject({
      ...{ totalDiffers: false, linesTotal: '100.00', linesExpected: '100.00', lines: 1 },
      vat: { amount: '10.00', percent: '10', type: { code: 'EXCLUSIVE' } },
      charges: { shipment: '8.00', overhead: '2.00', insurance: '', discount: '3.00' },
    });
  });
});

test('odd content of a record hides nothing else, and is never shown as nothing', async () => {
  const { testStation, window } = await open();
  const id = await invoice(window);
  testStation.odd = {
    'acq.invoices.get': (answer) => ({
      ...(answer as object),
      ...{ total_amount: 'n/a', alert: 'ODD_ALERT', note: ['by post', { content: 'second' }] },
      ...{ number_of_lines: 2, invoice_vat: 3, vendor: 'PLAIN', payment: null },
    }),
  };
  expect(await window.ask('invoices.read', { invoiceId: id })).toMatchObject({
    ...{ total: { amount: '', currency: 'ILS' }, totalDiffers: false, linesExpected: '' },
    ...{ vendor: { code: 'PLAIN', label: 'PLAIN' }, alerts: [{ code: 'ODD_ALERT' }], lines: 2 },
    ...{ notes: ['by post', 'second'], vat: { amount: '3.00' }, voucher: null, paid: false },
  });
  // What is not there cannot differ.
  expect(await window.done('invoices.process', on(id))).toMatchObject({ approved: true });
});

test('the lines of an invoice are read a hundred at a time, with what is in them', async () => {
  const { window } = await open();
  const funds = [
    { fund: 'GIFTS', percent: '33.33', amount: '' },
    { fund: 'LAW-MONO', percent: '66.67', amount: '' },
  ];
  const first = line({ price: '10', quantity: '3', funds, from: '2026-01-01', to: '2026-12-31', vat: '1.5' });
  const others = Array.from({ length: 100 }, (_, nth) => line({ price: '1', note: `copy ${String(nth)}` }));
  const input = create({ draft: draft({ lines: [first, ...others] }), then: 'nothing' });
  const { invoiceId } = await window.ask('invoices.create', input);
  const page = await window.ask('invoices.lines', { invoiceId, page: 0 });
  expect(page).toMatchObject({ total: 101, pageSize: 100 });
  expect(page.lines).toHaveLength(100);
  expect(page.lines[0]).toMatchObject({
    ...{ pol: 'POL-1001', price: '10.00', quantity: '3', total: '10.00', vat: '1.50' },
    ...{ from: '2026-01-01', to: '2026-12-31', type: { code: 'REGULAR' }, status: { code: 'NEW' } },
    funds: [
      { fund: { code: 'GIFTS' }, percent: '33.33', amount: '3.33' },
      { fund: { code: 'LAW-MONO' }, percent: '66.67', amount: '6.67' },
    ],
  });
  const next = await window.ask('invoices.lines', { invoiceId, page: 1 });
  expect(next.lines).toMatchObject([{ note: 'copy 99' }]);
});
