import { describe, expect, test } from 'vitest';
import { done, expectRefusal, invoiceFor, type Library, messageOf, newInvoice } from './harness.ts';
import { timed } from './timed.ts';

interface Invoice {
  readonly id: string;
  readonly link: string;
  readonly currency: { readonly value: string; readonly desc: string };
  readonly number_of_lines: { readonly value: number; readonly link: string };
  readonly alert: readonly { readonly desc: string }[];
  readonly payment: { readonly voucher_date: string; readonly voucher_number: string };
}

const create = async (library: Library, total: string, fields: Record<string, unknown> = {}) =>
  done<Invoice>(await library.post('/acq/invoices', invoiceFor(total, fields)));
const act = (library: Library, id: string, op: string) => library.post(`/acq/invoices/${id}?op=${op}`, {});

test('an invoice says where it and its lines are read, and begins without alerts', async () => {
  const { library } = await timed('2026-11-20T10:00:00Z');
  const made = await create(library, '3.00');
  expect(made.alert).toEqual([]);
  done(await library.post(`/acq/invoices/${made.id}/lines`, { price: '3.00', po_line: 'POL-1001' }));
  expect(done(await library.get(made.link))).toMatchObject({ id: made.id });
  expect(done(await library.get(made.number_of_lines.link))).toMatchObject({ total_record_count: 1 });
});

test('an invoice keeps what its currency is called', async () => {
  const { library } = await timed('2026-11-20T10:00:00Z');
  const called = { value: 'ILS', desc: 'New shekel' };
  expect((await create(library, '1.00', { currency: called })).currency).toEqual(called);
  const plain = { value: 'ILS', desc: 'ILS' };
  expect((await create(library, '1.00', { currency: undefined })).currency).toEqual(plain);
});

test('approval, payment and the finance system have their day', async () => {
  const { library, at } = await timed('2026-11-20T10:00:00Z');
  const id = await newInvoice(library, '1.00', { payment: null });
  at('2026-11-21T10:00:00Z');
  expect(done(await act(library, id, 'process_invoice'))).toMatchObject({
    approved_by: 'API',
    approval_date: '2026-11-21Z',
  });
  at('2026-11-22T10:00:00Z');
  expect(done(await act(library, id, 'mark_in_erp'))).toMatchObject({
    in_erp: true,
    erp_date: '2026-11-22Z',
  });
  at('2026-11-23T10:00:00Z');
  expect(done<Invoice>(await act(library, id, 'paid')).payment.voucher_date).toBe('2026-11-23Z');
  const dated = await newInvoice(library, '1.00', {
    payment: { voucher_date: '2026-10-01Z', voucher_number: 'V7' },
  });
  done(await act(library, dated, 'process_invoice'));
  expect(done<Invoice>(await act(library, dated, 'paid')).payment).toMatchObject({
    voucher_date: '2026-10-01Z',
    voucher_number: 'V7',
  });
});

test('what is not for the finance system is refused with the reason; what was given back may go there again', async () => {
  const { library } = await timed('2026-11-20T10:00:00Z');
  const id = await newInvoice(library, '1.00');
  const early = await act(library, id, 'mark_in_erp');
  expectRefusal(early, '60267');
  expect(messageOf(early)).toContain('status of the invoice is ACTIVE');
  for (const op of ['process_invoice', 'mark_in_erp']) done(await act(library, id, op));
  const twice = await act(library, id, 'mark_in_erp');
  expectRefusal(twice, '60267');
  expect(messageOf(twice)).toContain('there already');
  for (const op of ['rejected', 'process_invoice', 'mark_in_erp']) done(await act(library, id, op));
});

describe('the lines come to the total less what stands beside them', () => {
  test.each([
    ['VAT on top of them', { invoice_vat: { type: 'EXCLUSIVE', vat_amount: '17.00' } }, '100.00'],
    ['VAT within them', { invoice_vat: { type: { value: 'INCLUSIVE' }, vat_amount: '17.00' } }, '117.00'],
    ['VAT on top, of which no amount is told', { invoice_vat: { type: 'EXCLUSIVE' } }, '117.00'],
    ['VAT that is only an amount', { invoice_vat: '17.00' }, '117.00'],
    ['no VAT', { invoice_vat: null }, '117.00'],
    [
      'charges',
      { additional_charges: { shipment: '10', overhead: 5, insurance: '3.50', discount: '1.50' } },
      '100.00',
    ],
  ])('%s', async (_, fields, lines) => {
    const { library } = await timed('2026-11-20T10:00:00Z');
    const { id } = await create(library, '117.00', fields);
    const price = { price: lines, po_line: 'POL-1001' };
    done(await library.post(`/acq/invoices/${id}/lines`, price));
    expect(done<Invoice>(await act(library, id, 'process_invoice')).alert).toEqual([]);
    const wrong = await create(library, '117.01', fields);
    done(await library.post(`/acq/invoices/${wrong.id}/lines`, price));
    const should = (Number(lines) + 0.01).toFixed(2);
    expect(done<Invoice>(await act(library, wrong.id, 'process_invoice')).alert).toMatchObject([
      { desc: `The lines come to ${lines}, the invoice to ${should}.` },
    ]);
  });
});
