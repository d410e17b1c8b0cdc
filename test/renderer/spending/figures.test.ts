import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InvoiceCharges, SpendingInvoice } from '../../../src/contract/spending.ts';
import { currenciesOf, figuresOf, spendingViews } from '../../../src/renderer/spending/figures.ts';
import { periodOf } from '../../../src/renderer/spending/periods.ts';
import { sum } from '../../../src/shared/money.ts';

const invoice = (invoiceId: string, change: Partial<SpendingInvoice> = {}): SpendingInvoice => ({
  invoiceId,
  vendor: { code: 'V1', label: 'Librairie du Port' },
  month: '2026-03',
  total: { amount: '10.00', currency: 'ILS' },
  paid: false,
  inPeriod: true,
  ...change,
});
const charged = (
  invoiceId: string,
  ...charges: [fund: string, amount: string][]
): [string, InvoiceCharges] => [
  invoiceId,
  {
    invoiceId,
    charges: charges.map(([fund, amount]) => ({ fund: { code: fund, label: `${fund} fund` }, amount })),
  },
];

describe('what invoices come to', () => {
  test('by fund, the largest first, with what is charged to none', () => {
    const charges = Object.fromEntries([
      charged('a', ['GIFTS', '3.00'], ['', '7.00']),
      charged('b', ['GIFTS', '10.00']),
    ]);
    expect(figuresOf('fund', [invoice('a'), invoice('b')], charges, 'ILS')).toEqual({
      rows: [
        { id: 'GIFTS', label: 'GIFTS fund', amount: '13.00', invoices: 2 },
        { id: '', label: ' fund', amount: '7.00', invoices: 1 },
      ],
      total: '20.00',
      unread: 0,
    });
  });

  test('by month in the order of months; one without a date comes first', () => {
    const all = [
      invoice('a', { month: '2026-10' }),
      invoice('b', { month: '2026-02' }),
      invoice('c', { month: '' }),
    ];
    const { rows } = figuresOf('month', all, {}, 'ILS');
    expect(rows.map(({ id, amount }) => [id, amount])).toEqual([
      ['', '10.00'],
      ['2026-02', '10.00'],
      ['2026-10', '10.00'],
    ]);
  });

  test('outstanding by vendor: what is paid is not', () => {
    const all = [
      invoice('a'),
      invoice('b', { paid: true }),
      invoice('c', { vendor: { code: 'V2', label: '' } }),
    ];
    const { rows, total } = figuresOf('vendor', all, {}, 'ILS');
    expect(rows.map(({ label }) => label)).toEqual(['Librairie du Port', 'V2']);
    expect(total).toBe('20.00');
  });

  test('outstanding is whatever is not paid, of any date; funds and months stay with the time', () => {
    const old = invoice('a', { month: '2024-12', inPeriod: false });
    const charges = Object.fromEntries([charged('a', ['GIFTS', '10.00'])]);
    expect(figuresOf('vendor', [old], charges, 'ILS').total).toBe('10.00');
    expect(figuresOf('month', [old], charges, 'ILS').rows).toEqual([]);
    expect(figuresOf('fund', [old], charges, 'ILS').rows).toEqual([]);
  });

  test('an amount that cannot be read is counted as such, and in no sum', () => {
    const all = [invoice('a', { total: { amount: '', currency: 'ILS' } }), invoice('b')];
    expect(figuresOf('month', all, {}, 'ILS')).toMatchObject({ total: '10.00', unread: 1 });
  });

  test('sums of two currencies are no sum', () => {
    const all = [invoice('a'), invoice('b', { total: { amount: '5.000', currency: 'KWD' } }), invoice('c')];
    expect(currenciesOf(all)).toEqual(['ILS', 'KWD']);
    expect(figuresOf('month', all, {}, 'KWD').total).toBe('5.000');
  });

  test('rows always come to the total', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 }).map((value) => (value / 100).toFixed(2));
    const one = fc.record({
      month: fc.constantFrom('2026-01', '2026-02', ''),
      vendor: fc.constantFrom('V1', 'V2').map((code) => ({ code, label: code })),
      total: cents.map((amount) => ({ amount, currency: 'ILS' })),
      paid: fc.boolean(),
      inPeriod: fc.boolean(),
      charges: fc.array(fc.tuple(fc.constantFrom('F1', 'F2', ''), cents), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 20 }), fc.constantFrom(...spendingViews), (entries, view) => {
        const invoices = entries.map((entry, index) => ({ ...entry, invoiceId: String(index) }));
        const charges = Object.fromEntries(invoices.map((each) => charged(each.invoiceId, ...each.charges)));
        const { rows, total } = figuresOf(view, invoices, charges, 'ILS');
        expect(Number(total)).toBe(Number(sum(rows.map(({ amount }) => amount))));
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      }),
    );
  });
});

test.each([
  ['thisYear', '2026-03-09', '2026-01', '2026-12'],
  ['lastYear', '2026-03-09', '2025-01', '2025-12'],
  ['twelveMonths', '2026-03-09', '2025-04', '2026-03'],
  ['twelveMonths', '2026-12-31', '2026-01', '2026-12'],
] as const)('%s, on %s, is from %s to %s', (id, today, from, to) => {
  expect(periodOf(id, today)).toEqual({ from, to });
});
